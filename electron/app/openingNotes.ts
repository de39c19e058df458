/** Notes shown when a story is opened: that its folder is synced or shared, or that a sync service made conflicted copies beside it. */
import { basename, dirname, join } from 'node:path'
import { existsSync, readdirSync } from 'node:fs'
import { hostname } from 'node:os'
import type { OpeningNote } from '../../shared/ipc/projectView.ts'
import { readJsonFile, updateJsonFile } from '../lib/files/jsonFile.ts'
import { type SharedFolder, sharedFolderOf } from '../lib/files/sharedFolders.ts'

/** The folders for which the note was shown, stored in the app's folder; the oldest are dropped. */
const SHOWN_FILE = 'told-folders.json'
const MOST_KEPT = 500

export type OpeningNotes = ReturnType<typeof createOpeningNotes>

export function createOpeningNotes(
  dataDir: string,
  findSharedFolder: (path: string) => SharedFolder | null = sharedFolderOf,
) {
  const path = join(dataDir, SHOWN_FILE)

  /** Whether the note about a folder was never shown. If the folder cannot be stored, the note is shown again next time. */
  function isNew(folder: string): boolean {
    if (toldIn(readJsonFile(path)).includes(folder)) return false
    try {
      updateJsonFile(path, (stored) => [...toldIn(stored), folder].slice(-MOST_KEPT))
    } catch {
      // The app's folder cannot be written to, which is reported elsewhere.
    }
    return true
  }

  return {
    /** The notes about a story's own file. The note about a folder is shown once. */
    of(storyPath: string): OpeningNote[] {
      const notes: OpeningNote[] = []
      const shared = findSharedFolder(storyPath)
      if (shared !== null && isNew(shared.folder)) {
        const { service, folder } = shared
        notes.push(
          service === 'network' ? { kind: 'networkFolder', folder } : { kind: 'syncFolder', service, folder },
        )
      }
      const { original, copies } = conflictsOf(storyPath)
      if (original !== null) notes.push({ kind: 'conflictedCopy', original })
      if (copies.length > 0) notes.push({ kind: 'conflicts', names: copies.join(', ') })
      return notes
    },
  }
}

/** The note about a copy that was opened in place of a file. */
export function noteOfCopy(path: string): OpeningNote {
  return { kind: 'copy', name: basename(path) }
}

function toldIn(stored: unknown): string[] {
  return Array.isArray(stored) ? stored.filter((folder) => typeof folder === 'string') : []
}

/** The most names to list. */
const MOST_LISTED = 5

/**
 * The suffixes that services add. Names that a person or program may also use, such as “Tale (1)” or “Tale 2”, are not included.
 * https://help.dropbox.com/organize/conflicted-copy https://docs.syncthing.net/users/syncing.html#conflicting-changes
 */
const MARKS = [
  // Dropbox and Nextcloud, in English, German and Spanish.
  / \([^()]*(?:conflicted copy|in konflikt stehende kopie|copia en conflicto)[^()]*\)$/i,
  /\.sync-conflict-\d{8}-\d{6}-[a-z0-9]{7}$/i,
  /_conflict-\d{8}-\d{6}$/i,
]
/** OneDrive appends the name of the computer. */
const COMPUTER = /-(?:desktop|laptop)-[a-z0-9]{5,8}(?:-\d+)?$/i

/** The name of the file that a copy was made of; null for a file that is not such a copy. `names` are the files of its folder. */
export function originalOf(name: string, names: ReadonlySet<string>, computer = hostname()): string | null {
  const [, stem = '', ending = ''] = /^(.*?)(\.[^.]*)?$/s.exec(name.length > 255 ? '' : name) ?? []
  const marked = MARKS.find((mark) => mark.test(stem))
  if (marked !== undefined) return `${stem.replace(marked, '')}${ending}`
  const own = `-${computer}`.toLowerCase()
  const isOfComputer = computer !== '' && stem.toLowerCase().endsWith(own)
  const original = isOfComputer ? stem.slice(0, -own.length) : stem.replace(COMPUTER, '')
  // A story may simply have such a name: it counts as a copy only if its original is beside it.
  return original !== stem && original !== '' && names.has(`${original}${ending}`)
    ? `${original}${ending}`
    : null
}

export interface Conflicts {
  /** The file that this one is a conflicted copy of; null for an ordinary file. */
  readonly original: string | null
  /** Conflicted copies of this file beside it. */
  readonly copies: readonly string[]
}

/** Looks for conflicted copies beside a file. A folder that cannot be read has none. */
export function conflictsOf(path: string): Conflicts {
  const name = basename(path)
  let names: string[] = []
  try {
    names = readdirSync(dirname(path))
  } catch {
    // This account may be allowed to see only the file.
  }
  const all = new Set(names)
  const original = originalOf(name, all)
  return {
    original: original !== null && existsSync(join(dirname(path), original)) ? original : null,
    copies: names.filter((other) => other !== name && originalOf(other, all) === name).slice(0, MOST_LISTED),
  }
}
