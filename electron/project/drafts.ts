/**
 * Stories without a name yet live in the app's own folder until Save As. That folder is the truth about them: a draft is
 * found there even where the list of recent stories was lost.
 */
import { existsSync, mkdirSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PROJECT_EXTENSION } from '../../shared/files/fileTypes.ts'
import { parseStored } from '../../shared/project-file/storedRecords.ts'
import { renameDurably } from '../lib/files/atomicFile.ts'
import { parseJsonRow } from '../lib/sqlite/jsonRows.ts'

export interface DraftFile {
  readonly path: string
  readonly title: string
  readonly modifiedAtMs: number
}

export interface Drafts {
  /** A path for a new draft. */
  newPath(): string
  isDraft(path: string): boolean
  /** The drafts in the folder whose paths are not among `known`. */
  others(known: ReadonlySet<string>): readonly DraftFile[]
  /** Removes a draft's file for good: of an empty draft, or of one that lives on as a named file. */
  remove(path: string): void
  /** Takes a draft out of sight, into a folder from which a person can still fetch it. */
  discard(path: string): void
}

/** The drafts under the app's folder. */
export function createDrafts(dataDir: string, createId: () => string): Drafts {
  const wanted = join(dataDir, 'drafts')
  mkdirSync(wanted, { recursive: true })
  const folder = realpathSync(wanted) // as `openProject` names its files

  return {
    newPath: () => join(folder, `${createId()}${PROJECT_EXTENSION}`),
    isDraft: (path) => dirname(path) === folder,
    others(known) {
      return readdirSync(folder)
        .filter((name) => name.endsWith(PROJECT_EXTENSION))
        .map((name) => join(folder, name))
        .filter((path) => !known.has(path))
        .flatMap(describe)
    },
    remove(path) {
      rmSync(path, { force: true })
      rmSync(`${path}-journal`, { force: true })
    },
    discard(path) {
      if (!existsSync(path)) return
      const discarded = join(dataDir, 'discarded')
      mkdirSync(discarded, { recursive: true })
      renameDurably(path, join(discarded, basename(path)))
    },
  }
}

function describe(path: string): DraftFile[] {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats?.isFile() === true ? [{ path, title: readTitle(path), modifiedAtMs: stats.mtimeMs }] : []
}

/** The title in a draft that is not open here, or an empty one where it cannot be told without opening the file for writing. */
export function readTitle(path: string): string {
  try {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      const row = db.prepare("SELECT json, checksum FROM records WHERE type = 'story'").get()
      const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
      const info = parseStored('records', parseJsonRow(row), version)
      return info.type === 'story' ? info.title : ''
    } finally {
      db.close()
    }
  } catch {
    return ''
  }
}
