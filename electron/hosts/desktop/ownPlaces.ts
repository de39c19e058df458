/** Where the desktop keeps what is its own: all in Fabula's folder, each in a folder of its own, so that `--data` moves everything. */
import type { App, CrashReporter } from 'electron'
import { cpSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { localFolderOf } from '../../app/appFolder.ts'
import { newPartPath } from '../../lib/files/partFiles.ts'
import { setAside } from '../../lib/files/setAside.ts'
import { LOGS_FOLDER } from '../../lib/logFile.ts'
import { CRASHES_FOLDER, keepCrashDumps } from './crashDumps.ts'

/** Chromium's profile: the page's storage, caches, and what tells two running apps apart. */
export const PROFILE_FOLDER = 'chromium'

/**
 * What must not be lost of a profile: the words that could not be saved are in the page's storage, and the key that seals the
 * writer's keys on Windows is in “Local State”. https://www.electronjs.org/docs/latest/api/safe-storage
 */
const KEPT_OF_PROFILE = ['Local State', 'Local Storage', 'Preferences', 'Dictionaries']

/**
 * Has Electron use places in the app's own folder, which is made. To be called before the app asks whether it runs already, and before it is
 * ready. Throws the file system's error if a folder cannot be had.
 */
export function useOwnPlaces(
  app: Pick<App, 'getPath' | 'setPath' | 'setAppLogsPath'>,
  crashReporter: Pick<CrashReporter, 'start'>,
  dataDir: string,
  localDir = localFolderOf(dataDir),
): void {
  const [profile, logs, crashes] = [
    join(localDir, PROFILE_FOLDER),
    join(dataDir, LOGS_FOLDER),
    join(localDir, CRASHES_FOLDER),
  ]
  // On Windows and macOS an earlier profile lies in Fabula's folder itself, on Linux in a folder of Chromium's.
  const earlier = [dataDir, app.getPath('userData')]
  for (const folder of [dataDir, localDir]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const place of [profile, logs, crashes]) {
    // A file in the way is kept under another name, as those of other folders are.
    if (statSync(place, { throwIfNoEntry: false })?.isFile() === true) setAside(place)
  }
  for (const folder of [logs, crashes]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!existsSync(profile)) takeOver(earlier, profile)
  app.setPath('userData', profile)
  app.setPath('sessionData', profile)
  app.setAppLogsPath(logs)
  keepCrashDumps(app, crashReporter, crashes)
}

/** Makes the profile with what must not be lost from the first of these folders that is a profile. It is there only when it is whole. */
function takeOver(folders: readonly string[], profile: string): void {
  const made = newPartPath(dirname(profile))
  mkdirSync(made, { mode: 0o700 })
  const from = folders.find((folder) => existsSync(join(folder, 'Local State')))
  for (const name of from === undefined ? [] : KEPT_OF_PROFILE) {
    if (existsSync(join(from ?? '', name)))
      cpSync(join(from ?? '', name), join(made, name), { recursive: true })
  }
  renameSync(made, profile)
}
