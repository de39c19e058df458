/** Counts of a story for the status bar, the render button and the pages that list stories. */
import { isLocked } from './locks.ts'
import type { BlockId } from './records.ts'
import { blockCharacters, isTooLong, rememberByBlock } from './renderPlan.ts'
import { blocksOf } from './selectors.ts'
import { hasSpeech } from './spokenText.ts'
import type { Story } from './story.ts'
import { findTake } from './takes.ts'
import type { TakeIndex } from './takes.ts'
import { countWords } from './words.ts'

const wordsOf = rememberByBlock(countWords)

export interface StoryCounts {
  readonly blocks: number
  readonly words: number
  readonly rendered: number
  /** Blocks whose audio no longer fits. */
  readonly changed: number
  /** Blocks that speak, and whose audio was never made. */
  readonly notMade: number
  /** What a render would cost: one credit per character of these blocks, an estimate until the service says. */
  readonly missingCredits: number
  readonly tooLong: readonly BlockId[]
}

/** Counts for the status bar, the render button and the chip beside it. `wasMade` tells blocks that ever had audio. */
export function countStory(story: Story, takes: TakeIndex, wasMade: (id: BlockId) => boolean): StoryCounts {
  let [words, rendered, changed, notMade, missingCredits] = [0, 0, 0, 0, 0]
  const tooLong: BlockId[] = []
  const blocks = blocksOf(story)
  for (const block of blocks) {
    const length = blockCharacters(story, block)
    words += wordsOf(block, block.text)
    if (isTooLong(story, block)) tooLong.push(block.id)
    if (!hasSpeech(story, block)) continue
    if (findTake(story, block, takes) !== undefined) {
      rendered += 1
      continue
    }
    // A locked block that has lost its audio is not made again.
    if (isLocked(block)) continue
    if (wasMade(block.id)) changed += 1
    else notMade += 1
    missingCredits += length
  }
  return { blocks: blocks.length, words, rendered, changed, notMade, missingCredits, tooLong }
}
