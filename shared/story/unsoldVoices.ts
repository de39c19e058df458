/** The voices of a story that may not be used commercially, according to their publishers. */
import type { VoicePack } from '../voices/voicePacks.ts'
import { heardBlocksOf } from './heardBlocks.ts'
import { BUILT_IN_CONNECTION } from './records.ts'
import { settingsOf } from './selectors.ts'
import type { Story } from './story.ts'

/** A natural voice and its licence. */
export interface LicensedVoice {
  readonly id: string
  readonly name: string
  readonly licence: VoicePack['licence']
}

/** The natural voices of a story, by name and licence, in words such as `Tone (CC0 1.0)`. */
export interface UnsoldVoices {
  /** Their licence forbids selling the audio. */
  readonly forbidden: readonly string[]
  /** The publisher does not state whether the audio may be sold. */
  readonly notStated: readonly string[]
}

/** Finds these voices of a story; `voices` are the natural voices on this computer. */
export function unsoldVoicesOf(story: Story, voices: readonly LicensedVoice[]): UnsoldVoices {
  const used =
    story.info.connectionId === BUILT_IN_CONNECTION
      ? new Set(heardBlocksOf(story).map((block) => settingsOf(story, block).voiceId))
      : new Set<string>()
  const namesOf = (allows: boolean | null) =>
    voices
      .filter(({ id, licence }) => used.has(id) && licence.allowsCommercialUse === allows)
      .map(({ name, licence }) => `${name} (${licence.name})`)
  return { forbidden: namesOf(false), notStated: namesOf(null) }
}
