import type { Session } from 'electron'

/**
 * Whether words are checked for their spelling. Only macOS has a checker of its own: elsewhere Electron would fetch dictionaries from the
 * internet, and Fabula goes there only when the writer asks it to.
 */
export function checksSpelling(platform = process.platform): boolean {
  return platform === 'darwin'
}

/** Keeps Electron from fetching dictionaries. */
export function keepSpellingOffline(
  session: Pick<Session, 'setSpellCheckerEnabled'>,
  platform = process.platform,
): void {
  if (!checksSpelling(platform)) session.setSpellCheckerEnabled(false)
}
