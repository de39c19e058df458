/** Notes shown when a story is opened: that its folder is synced or shared, or that a sync service made conflicted copies beside it. */
import { basename, dirname, join } from 'node:path'
import { existsSync, readdirSync, statfsSync } from 'node:fs'
import { hostname } from 'node:os'
import type { OpeningNote } from '../../shared/ipc/projectView.ts'
import { readJsonFile, updateJsonFile } from '../lib/files/jsonFile.ts'

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

interface Conflicts {
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

/** The service that syncs a folder; `network` is a folder on another computer. */
const FOLDER_SERVICES = [
  'Dropbox',
  'OneDrive',
  'iCloud Drive',
  'Google Drive',
  'Nextcloud',
  'ownCloud',
  'pCloud',
  'MEGA',
  'Box',
  'Syncthing',
  'network',
] as const
type FolderService = (typeof FOLDER_SERVICES)[number]

interface SharedFolder {
  readonly service: FolderService
  /** The folder that the service syncs; for a network, the folder of the file. */
  readonly folder: string
}

/** The names of the folders that the services create, by default or followed by an account's name. */
const NAMES: readonly (readonly [RegExp, FolderService])[] = [
  [/^dropbox(?: \(.*\)|-.*)?$/i, 'Dropbox'],
  [/^onedrive(?: ?- ?.*)?$/i, 'OneDrive'],
  [/^(?:icloud ?drive|icloud~.*|com~apple~clouddocs|mobile documents)$/i, 'iCloud Drive'],
  [/^(?:google ?drive.*|googledrive-.*|drivefs)$/i, 'Google Drive'],
  [/^nextcloud\d*$/i, 'Nextcloud'],
  [/^owncloud\d*$/i, 'ownCloud'],
  [/^p ?cloud ?(?:drive|sync)$/i, 'pCloud'],
  [/^mega(?:sync)?$/i, 'MEGA'],
  [/^box(?: sync|-box)?$/i, 'Box'],
  [/^syncthing$/i, 'Syncthing'],
]
/** The top folder of Google Drive's own drive on Windows, in several languages. */
const GOOGLE_TOP = /^[a-z]:[\\/](?:my drive|meine ablage|mi unidad|mon drive)(?=[\\/]|$)/i

/** Linux's types of network file systems: https://man7.org/linux/man-pages/man2/statfs.2.html */
const NETWORK_TYPES: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x564c, 0x5346414f,
])

interface System {
  readonly env?: NodeJS.ProcessEnv
  readonly platform?: NodeJS.Platform
  /** The type of the file system of a path; undefined if it is unknown. */
  readonly fileSystemOf?: (path: string) => number | undefined
}

/** The shared folder that contains a file; null if none is known. Checks the path's names, and on Linux the file system. */
export function sharedFolderOf(
  path: string,
  { env = process.env, platform = process.platform, fileSystemOf = typeOf }: System = {},
): SharedFolder | null {
  const parent = path.replace(/[\\/][^\\/]*$/, '')
  for (const name of ['OneDrive', 'OneDriveConsumer', 'OneDriveCommercial']) {
    const folder = env[name]
    if (folder !== undefined && folder !== '' && isWithin(path, folder))
      return { service: 'OneDrive', folder }
  }
  const google = GOOGLE_TOP.exec(path)
  if (google !== null) return { service: 'Google Drive', folder: google[0] }
  let end = 0
  for (const part of parent.split(/[\\/]/)) {
    end += part.length + 1
    const found = NAMES.find(([pattern]) => pattern.test(part))
    if (found !== undefined) return { service: found[1], folder: path.slice(0, end - 1) }
  }
  return isOnNetwork(path, platform, fileSystemOf) ? { service: 'network', folder: parent } : null
}

function isWithin(path: string, folder: string): boolean {
  const [one, other] = [path, `${folder.replace(/[\\/]+$/, '')}/`].map((each) =>
    each.replaceAll('\\', '/').toLowerCase(),
  )
  return (one ?? '').startsWith(other ?? '')
}

function isOnNetwork(
  path: string,
  platform: NodeJS.Platform,
  fileSystemOf: (path: string) => number | undefined,
): boolean {
  // \\server\share, and its long form; \\?\C:\ and \\.\ are on this computer.
  if (platform === 'win32') return /^(?:\\\\|\/\/)(?:\?\\UNC\\|[^\\/?.])/i.test(path)
  if (/^\/run\/user\/\d+\/gvfs\/|\/\.gvfs\//.test(path)) return true
  return platform === 'linux' && NETWORK_TYPES.has(fileSystemOf(path) ?? 0)
}

function typeOf(path: string): number | undefined {
  try {
    return statfsSync(path).type
  } catch {
    return undefined
  }
}
