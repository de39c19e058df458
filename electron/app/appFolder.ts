import { homedir } from 'node:os'
import { join } from 'node:path'

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
