/** The engines that the app was set up with, for the built-in service that a terminal starts. */
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { settingsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import type { EngineSettings } from '../../lib/http/engineSettings.ts'
import { createEngineStore } from '../../speech/engineStore.ts'
import { fileKeySafe } from '../../speech/keySafe.ts'
import { createKeyStore } from '../../speech/keyStore.ts'
import type { ConnectionsOptions } from './connections.ts'
import { errorText } from './errorText.ts'

/** An engine whose key cannot be had here goes without it; where the story needs it, `warn` is told why. */
export function readEngines(
  story: Story,
  { dataDir, onKey, warn }: Pick<ConnectionsOptions, 'dataDir' | 'onKey' | 'warn'>,
): EngineSettings[] {
  const store = createEngineStore(dataDir, createKeyStore({ dataDir, safe: fileKeySafe, onKey }))
  const isNeeded = (name: string) =>
    story.sequence.some(
      (entry) => entry.type === 'block' && settingsOf(story, entry).voiceId.startsWith(`${name}:`),
    )
  return store.settings((error, name) => {
    if (isNeeded(name)) warn(error instanceof UserFacingError ? errorText(error) : String(error))
  })
}
