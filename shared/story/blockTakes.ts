/** The takes of one block: those of its list, those that fit its words, and the one that is picked. */
import type { Block } from './records.ts'
import type { Story } from './story.ts'
import { blockKeys, findTake, recordingKey } from './takes.ts'
import type { Take, TakeIndex } from './takes.ts'

export interface BlockTake {
  readonly take: Take
  /** Counts from 1, the oldest first. */
  readonly number: number
  /** Whether the block is heard with it. */
  readonly isUsed: boolean
  /** Whether it was made of other words than the block has now. */
  readonly isOlder: boolean
}

/** The takes of a block, newest first. `allTakes` goes from the oldest on. */
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
      number: index + 1,
      isUsed: take === used,
      isOlder: take.key !== own && take.key !== recorded && !isOfTheseWords(story, block, take),
    }))
    .reverse()
}

/** Whether a request for the block's words could have made a take, with the take's voice, model and speed, and any length. */
export function isOfTheseWords(
  story: Story,
  block: Block,
  { key, kind, voiceId, model, speed }: Take,
): boolean {
  if (kind === 'recording') return false
  const spoken = { ...block, lockedKey: null, voiceId, model, speed }
  const plain = { ...spoken, emotion: '', vibe: 'none' as const, customPrompt: '' }
  return [spoken, plain].some((each) => {
    const { own, inStory, unfitted } = blockKeys(story, each)
    return key === own || key === inStory || key === unfitted
  })
}
