/** Counts of a story for the status bar, the render button and the pages that list stories. */
import { isLocked } from './locks.ts'
import type { Block, BlockId } from './records.ts'
import { blockCharacters, isTooLong } from './renderPlan.ts'
import { blocksOf } from './selectors.ts'
import { hasSpeech, spokenWordsOf } from './spokenText.ts'
import type { Story } from './story.ts'
import { findTake } from './takes.ts'
import type { TakeIndex } from './takes.ts'

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
  return countsOfBlocks(story, blocksOf(story), takes, wasMade)
}

/**
 * The counts of a story, made from those of the story before, which has the same audio and other blocks at some indices only
 * (`changedBlocks`): a letter counts its own block and none of the thousands beside it.
 */
export function countStoryAfter(
  before: { readonly story: Story; readonly counts: StoryCounts },
  changed: readonly number[],
  story: Story,
  takes: TakeIndex,
  wasMade: (id: BlockId) => boolean,
): StoryCounts {
  const at = (of: Story) => changed.flatMap((index) => blocksOf(of)[index] ?? [])
  const old = countsOfBlocks(before.story, at(before.story), takes, wasMade)
  const now = countsOfBlocks(story, at(story), takes, wasMade)
  const { counts } = before
  const isLongAsBefore = now.tooLong.join() === old.tooLong.join()
  return {
    blocks: counts.blocks,
    words: counts.words - old.words + now.words,
    rendered: counts.rendered - old.rendered + now.rendered,
    changed: counts.changed - old.changed + now.changed,
    notMade: counts.notMade - old.notMade + now.notMade,
    missingCredits: counts.missingCredits - old.missingCredits + now.missingCredits,
    tooLong: isLongAsBefore ? counts.tooLong : tooLongIn(story, blocksOf(story)),
  }
}

function countsOfBlocks(
  story: Story,
  blocks: readonly Block[],
  takes: TakeIndex,
  wasMade: (id: BlockId) => boolean,
): StoryCounts {
  let [words, rendered, changed, notMade, missingCredits] = [0, 0, 0, 0, 0]
  const tooLong: BlockId[] = []
  for (const block of blocks) {
    if (isTooLong(story, block)) tooLong.push(block.id)
    words += spokenWordsOf(story, block).writtenWords
    if (!hasSpeech(story, block)) continue
    if (findTake(story, block, takes) !== undefined) {
      rendered += 1
      continue
    }
    // A locked block that has lost its audio is not made again.
    if (isLocked(block)) continue
    if (wasMade(block.id)) changed += 1
    else notMade += 1
    missingCredits += blockCharacters(story, block)
  }
  return { blocks: blocks.length, words, rendered, changed, notMade, missingCredits, tooLong }
}

function tooLongIn(story: Story, blocks: readonly Block[]): readonly BlockId[] {
  return blocks.filter((block) => isTooLong(story, block)).map(({ id }) => id)
}
