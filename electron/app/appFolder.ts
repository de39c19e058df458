import { homedir } from 'node:os'
import { join } from 'node:path'

/** Fabula's own folder on this system: drafts, settings, recent stories, and what the built-in voice made. All hosts share it. */
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

/** Where stories are kept unless the writer says otherwise. */
export function defaultStoriesFolder(home = homedir()): string {
  return join(home, 'Documents', 'Fabula')
}
