/** The takes of one block: those of its list, those that fit its words, and the picked one. */
import type { Block } from './records.ts'
import type { Story } from './story.ts'
import { takeAsHeard, uncutMs } from './takeCuts.ts'
import { blockKeys, findTake, recordingKey, type Take, type TakeIndex } from './takes.ts'

export interface BlockTake {
  /** As recorded or rendered. */
  readonly take: Take
  /** With its cuts applied. */
  readonly heard: Take
  /** Counts from 1, the oldest first. */
  readonly number: number
  /** Whether this is the take that plays for the block. */
  readonly isUsed: boolean
}

/** The takes of a block, newest first. `allTakes` is oldest first. */
export function takesOfBlock(
  story: Story,
  block: Block,
  allTakes: readonly Take[],
  takes: TakeIndex,
): readonly BlockTake[] {
  const { own } = blockKeys(story, block)
  const recorded = recordingKey(story, block)
  const used = findTake(story, block, takes)
  return allTakes
    .filter(
      ({ id, key, blockId }) =>
        blockId === block.id || key === own || key === recorded || id === block.pick?.takeId,
    )
    .map((take, index) => ({
      take,
      heard: takeAsHeard(block, take),
      number: index + 1,
      isUsed: take === used,
    }))
    .reverse()
}

/**
 * Whether a request for the block's words could have made a take, with the take's voice, model and speed, and any length: a request
 * to the story's service, or to another one.
 */
export function isOfTheseWords(
  story: Story,
  block: Block,
  take: Take,
  connectionId = story.info.connectionId,
): boolean {
  const { key, kind, voiceId, model, speed } = take
  if (kind === 'recording') return false
  const asked =
    connectionId === story.info.connectionId ? story : { ...story, info: { ...story.info, connectionId } }
  const spoken = { ...block, lockedKey: null, voiceId, model, speed }
  const plain = { ...spoken, emotion: '', vibe: 'none' as const, customPrompt: '' }
  const fitted = [spoken, plain].map((each) => ({ ...each, durationMs: uncutMs(take) }))
  return [spoken, plain, ...fitted].some((each) => {
    const { own, inStory, unfitted } = blockKeys(asked, each)
    return key === own || key === inStory || key === unfitted
  })
}
