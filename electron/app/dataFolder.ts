/**
 * The app's own folder, made ready before anything in it is used: private, and without what would keep Fabula from starting or what
 * killed programs have left.
 */
import { chmodSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { LOCK_FILE } from '../lib/files/folderLock.ts'
import { removeDeadParts } from '../lib/files/partFiles.ts'
import { setAside } from '../lib/files/setAside.ts'
import { LOGS_FOLDER } from '../lib/logFile.ts'
import { VOICES_FOLDER } from '../lib/voices/installedPacks.ts'
import { SERVER_KINDS } from '../../shared/servers/kinds.ts'

const FOLDERS = [
  'documents',
  'discarded',
  'downloads',
  'drafts',
  LOGS_FOLDER,
  'peaks',
  'service',
  VOICES_FOLDER,
]
/** The settings judge their content themselves, because a lost cap is not the same as no cap. */
const JSON_FILES = ['keys.json', 'recents.json', ...Object.values(SERVER_KINDS).map(({ file }) => file)]
const OTHER_FILES = ['settings.json', 'library.db', LOCK_FILE]

/**
 * Makes the folder where there is none, readable by this user only, and sets aside what cannot be used: files in the place of
 * folders, folders in the place of files, and lists that are damaged. Gives the names that these have now. Throws the file system's
 * error where the folder itself cannot be had.
 */
export function prepareDataFolder(dataDir: string): string[] {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    chmodSync(dataDir, 0o700)
  } catch {
    // It belongs to somebody else, or the system has no such permissions.
  }
  const isUnusable = (name: string): boolean => {
    const stats = statSync(join(dataDir, name), { throwIfNoEntry: false })
    if (stats === undefined) return false
    if (FOLDERS.includes(name)) return !stats.isDirectory()
    return stats.isDirectory() || (JSON_FILES.includes(name) && !isJson(join(dataDir, name)))
  }
  const setAsideNames = [...FOLDERS, ...JSON_FILES, ...OTHER_FILES]
    .filter(isUnusable)
    .map((name) => basename(setAside(join(dataDir, name))))
  for (const folder of ['', ...FOLDERS]) removeDeadParts(join(dataDir, folder))
  return setAsideNames
}

/** Whether a file holds JSON, or cannot be read now: it is left alone then. */
function isJson(path: string): boolean {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return true
  }
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
