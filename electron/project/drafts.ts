/**
 * Stories without a name yet live in the app's own folder until Save As. That folder is authoritative: a draft is
 * found there even if the list of recent stories was lost.
 */
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PROJECT_EXTENSION } from '../../shared/files/fileTypes.ts'
import { parseStored } from '../../shared/project-file/format.ts'
import { parseJsonRow, readUserVersion } from '../lib/sqlite/sqlite.ts'

export interface DraftFile {
  readonly path: string
  readonly title: string
  readonly modifiedAtMs: number
}

export type Drafts = ReturnType<typeof createDrafts>

/** The drafts under the app's folder. */
export function createDrafts(dataDir: string, createId: () => string) {
  const wanted = join(dataDir, 'drafts')
  mkdirSync(wanted, { recursive: true })
  const folder = realpathSync(wanted) // as `openProject` names its files
  const isDraft = (path: string) => dirname(path) === folder

  /** Removes the files of an empty draft permanently. */
  function remove(path: string): void {
    for (const file of filesOfDraft(path)) rmSync(file, { force: true })
  }

  return {
    folder,
    /** A path for a new draft. */
    newPath: (): string => join(folder, `${createId()}${PROJECT_EXTENSION}`),
    isDraft,
    /** The drafts in the folder whose paths are not among `known`. */
    others(known: ReadonlySet<string>): readonly DraftFile[] {
      return readdirSync(folder)
        .filter((name) => name.endsWith(PROJECT_EXTENSION))
        .map((name) => join(folder, name))
        .filter((path) => !known.has(path))
        .flatMap(describe)
    },
    remove,
    /**
     * Removes the drafts that were saved as separate files, according to the list of recent stories on disk. A program that is killed
     * during Save As leaves the draft, or its file in the list and the draft for the next program to remove.
     */
    removeSaved(
      recents: readonly { readonly path: string; readonly savedDraft?: string | undefined }[],
    ): void {
      for (const { path, savedDraft } of recents) {
        if (savedDraft === undefined || !isDraft(savedDraft) || !existsSync(savedDraft)) continue
        if (existsSync(path)) remove(savedDraft)
      }
    },
  }
}

/**
 * The files of a draft that exist: the copies kept when its format is migrated, its journal, and the draft itself, which is
 * last: if moving or removing them in this order is interrupted, the draft can still be found.
 */
export function filesOfDraft(path: string): readonly string[] {
  const name = basename(path)
  return readdirSync(dirname(path))
    .filter((other) => {
      const rest = other.startsWith(name) ? other.slice(name.length) : null
      return rest === '' || rest === '-journal' || (rest !== null && /^\.format-.*\.bak$/.test(rest))
    })
    .map((other) => join(dirname(path), other))
    .sort((a, b) => b.length - a.length)
}

function describe(path: string): DraftFile[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isFile() === true ? [{ path, title: readTitle(path), modifiedAtMs: stats.mtimeMs }] : []
}

/** The title in a draft that is not open here, or '' if it cannot be read without opening the file for writing. */
export function readTitle(path: string): string {
  try {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      const row = db.prepare("SELECT json, checksum FROM records WHERE type = 'story'").get()
      const info = parseStored('records', parseJsonRow(row), readUserVersion(db))
      return info.type === 'story' ? info.title : ''
    } finally {
      db.close()
    }
  } catch {
    return ''
  }
}
