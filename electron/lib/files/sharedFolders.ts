/** Detects folders that are synced between computers, or are on another computer: only one computer at a time may write to a story there. */
import { statfsSync } from 'node:fs'

/** The service that syncs a folder; `network` is a folder on another computer. */
export const FOLDER_SERVICES = [
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
export type FolderService = (typeof FOLDER_SERVICES)[number]

export interface SharedFolder {
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
