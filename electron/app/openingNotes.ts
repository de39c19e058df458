/** What a writer is told when a story is opened: that its folder is shared, and that copies with other changes are beside it. */
import { basename, join } from 'node:path'
import type { OpeningNote } from '../../shared/ipc/projectView.ts'
import { readJsonFile, updateJsonFile } from '../lib/files/jsonFile.ts'
import { sharedFolderOf, type SharedFolder } from '../lib/files/sharedFolders.ts'
import { conflictsOf } from '../project/conflictedCopies.ts'

/** The folders that the writer was told of, in the app's own folder; the oldest are forgotten. */
const TOLD_FILE = 'told-folders.json'
const MOST_KEPT = 500

export type OpeningNotes = ReturnType<typeof createOpeningNotes>

export function createOpeningNotes(
  dataDir: string,
  findSharedFolder: (path: string) => SharedFolder | null = sharedFolderOf,
) {
  const path = join(dataDir, TOLD_FILE)

  /** Whether a folder is told for the first time. One that cannot be remembered is told again. */
  function isNew(folder: string): boolean {
    if (toldIn(readJsonFile(path)).includes(folder)) return false
    try {
      updateJsonFile(path, (stored) => [...toldIn(stored), folder].slice(-MOST_KEPT))
    } catch {
      // The folder of the app cannot be written, which is told elsewhere.
    }
    return true
  }

  return {
    /** The notes about a story's own file. A folder is told once. */
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
