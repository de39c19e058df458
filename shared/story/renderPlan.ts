/** What a render would send and cost, and what keeps it from being sent: known before a credit is spent. */
import { countCharacters, MAX_INPUT_CHARACTERS } from '../speech-api/limits.ts'
import type { Block, BlockId } from './records.ts'
import { blocksOf } from './selectors.ts'
import type { Story } from './story.ts'
import { findTake, hasSpeech } from './takes.ts'
import type { TakesByKey } from './takes.ts'

export { countCharacters, MAX_INPUT_CHARACTERS as MAX_BLOCK_CHARACTERS }

const lengths = new WeakMap<Block, number>()

/** The characters of a block's text, counted once. */
export function blockCharacters(block: Block): number {
  const known = lengths.get(block)
  if (known !== undefined) return known
  const count = countCharacters(block.text)
  lengths.set(block, count)
  return count
}

/** Whether a block's text is longer than a service takes. */
export function isTooLong(block: Block): boolean {
  return blockCharacters(block) > MAX_INPUT_CHARACTERS
}

export interface StoryCounts {
  readonly blocks: number
  readonly characters: number
  readonly rendered: number
  /** Blocks whose audio is missing or no longer fits. */
  readonly changed: number
  /** One credit per character of the blocks that changed: an estimate until the service says. */
  readonly changedCredits: number
  readonly tooLong: readonly BlockId[]
}

/** Counts for the status bar, the render button and the chip beside it. */
export function countStory(story: Story, takes: TakesByKey): StoryCounts {
  let [characters, rendered, changed, changedCredits] = [0, 0, 0, 0]
  const tooLong: BlockId[] = []
  const blocks = blocksOf(story)
  for (const block of blocks) {
    const length = blockCharacters(block)
    characters += length
    if (length > MAX_INPUT_CHARACTERS) tooLong.push(block.id)
    if (!hasSpeech(block)) continue
    if (findTake(story, block, takes) === undefined) {
      changed += 1
      changedCredits += length
    } else rendered += 1
  }
  return { blocks: blocks.length, characters, rendered, changed, changedCredits, tooLong }
}
