import { homedir } from 'node:os'
import { join } from 'node:path'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { removeDeadParts } from '../lib/files/atomicFile.ts'
import { VOICES_FOLDER } from '../lib/voices/installedPacks.ts'

/** Fabula's own folder on this system: drafts, settings, recent stories, and audio from the built-in voice. All hosts share it. */
export function defaultAppFolder(env = process.env, platform = process.platform, home = homedir()): string {
  switch (platform) {
    case 'win32':
      return join(env['APPDATA'] || join(home, 'AppData', 'Roaming'), 'Fabula')
    case 'darwin':
      return join(home, 'Library', 'Application Support', 'Fabula')
    default:
      return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'Fabula')
  }
}

/**
 * The folder for large files that can be downloaded again: natural voices and Chromium's profile. It is Fabula's own folder, except on
 * Windows: on a network, Windows copies the usual application folder to every computer the person signs in to.
 * https://learn.microsoft.com/en-us/windows/win32/shell/knownfolderid
 */
export function localFolderOf(
  dataDir: string,
  env = process.env,
  platform = process.platform,
  home = homedir(),
): string {
  if (platform !== 'win32' || dataDir !== defaultAppFolder(env, platform, home)) return dataDir
  return join(env['LOCALAPPDATA'] || join(home, 'AppData', 'Local'), 'Fabula')
}

/** The default folder for stories. */
export function defaultStoriesFolder(home = homedir()): string {
  return join(home, 'Documents', 'Fabula')
}

/**
 * The folder of natural voices that belongs to the app's own folder. Voices that an earlier version kept elsewhere are moved to it, or
 * used where they are if they cannot be moved.
 */
export function findVoicesFolder(dataDir: string, localDir = localFolderOf(dataDir)): string {
  const [usual, earlier] = [join(localDir, VOICES_FOLDER), join(dataDir, VOICES_FOLDER)]
  if (usual === earlier) return usual
  if (!existsSync(usual) && existsSync(earlier)) {
    try {
      mkdirSync(localDir, { recursive: true, mode: 0o700 })
      renameSync(earlier, usual)
    } catch {
      return earlier
    }
  }
  removeDeadParts(usual)
  return usual
}
