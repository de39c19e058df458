/**
 * The gain of blocks relative to their takes. The player and the mixdown use the same sum. It is not part of any request, so changing it
 * requires no new take.
 */
import { findHeardBlock } from './heardBlocks.ts'
import { LEAST_SPEECH_GAIN_DB, MOST_SPEECH_GAIN_DB, SPEECH_GAIN_STEP_DB } from './limits.ts'
import type { Block, TakeGains } from './records.ts'
import { findCharacter } from './selectors.ts'
import type { Story } from './story.ts'

/** A gain in dB clamped to its range, in whole steps. */
export function clampSpeechGain(db: number): number {
  const steps = Math.round(
    Math.max(LEAST_SPEECH_GAIN_DB, Math.min(MOST_SPEECH_GAIN_DB, db)) / SPEECH_GAIN_STEP_DB,
  )
  return steps * SPEECH_GAIN_STEP_DB + 0 // not −0
}

/** The gain of a block's take in dB: that of its character, its own, and that of the take, clamped to the range of one of them. */
export function speechGainDb(story: Story, block: Block, takeId: string | null): number {
  const ofTake = takeId === null ? 0 : (block.takeGains[takeId] ?? 0)
  const ofCharacter = findCharacter(story, block.characterId)?.gainDb ?? 0
  return clampSpeechGain(ofCharacter + block.gainDb + ofTake)
}

/** The gain of the block, title or credits that a take plays for; 0 if it is gone. */
export function speechGainOf(story: Story, blockId: Block['id'] | null, takeId: string | null): number {
  const block = findHeardBlock(story, blockId)
  return block === undefined ? 0 : speechGainDb(story, block, takeId)
}

/** The gains of a block's takes with the gain of one take set; 0 removes it. */
export function withTakeGain(gains: TakeGains, takeId: string, db: number): TakeGains {
  const { [takeId]: _before, ...others } = gains
  const gainDb = clampSpeechGain(db)
  return gainDb === 0 ? others : { ...others, [takeId]: gainDb }
}
