import type { VoicePacksView } from '../../../shared/ipc/voicePacksContract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { packVoiceId } from '../../../shared/voices/voicePacks.ts'

/** The ids of a pack's voices. Throws `voice-unknown` where there is no such pack. */
export function voicesOfPack({ packs }: Pick<VoicePacksView, 'packs'>, packId: string): ReadonlySet<string> {
  const pack = packs.find(({ id }) => id === packId)
  if (pack === undefined) throw new UserFacingError('voice-unknown', { name: packId })
  return new Set(pack.speakers.map(({ id }) => packVoiceId(packId, id)))
}
