/** The voices of voice packs, as the library lists them. */
import type { VoiceInfo } from './builtInVoices.ts'
import { packVoiceId, type VoicePack } from './voicePacks.ts'

/** A voice of a voice pack on this computer. */
export interface NaturalVoice extends VoiceInfo {
  readonly natural: {
    /** Id of the pack. */
    readonly pack: string
    /** The speaker's number in the model. */
    readonly speaker: number
  }
}

/** The voices of a pack, in the pack's own order. */
export function naturalVoicesOf(pack: VoicePack): NaturalVoice[] {
  return pack.speakers.map(({ number, id, name, language, gender, description }) => ({
    id: packVoiceId(pack.id, id),
    // The speech interface requires a gender for every voice.
    name,
    language,
    gender: gender ?? 'neutral',
    description,
    natural: { pack: pack.id, speaker: number },
  }))
}
