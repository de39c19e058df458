/** What a render would send and cost, and which blocks are too long to be sent: known before a credit is spent. */
import { countCharacters, MAX_INPUT_CHARACTERS } from '../speech-api/limits.ts'
import type { Block, BlockId } from './records.ts'
import { blocksOf } from './selectors.ts'
import type { Story } from './story.ts'
import { spokenBlocksOf } from './storyRequest.ts'
import { findTake, hasSpeech, isCurrentRender } from './takes.ts'
import type { StoryRender, TakesByKey } from './takes.ts'

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
  /** The same for all blocks that speak. */
  readonly spokenCredits: number
  readonly tooLong: readonly BlockId[]
}

/** Counts for the status bar, the render button and the chip beside it. */
export function countStory(story: Story, takes: TakesByKey): StoryCounts {
  let [characters, rendered, changed, changedCredits, spokenCredits] = [0, 0, 0, 0, 0]
  const tooLong: BlockId[] = []
  const blocks = blocksOf(story)
  for (const block of blocks) {
    const length = blockCharacters(block)
    characters += length
    if (length > MAX_INPUT_CHARACTERS) tooLong.push(block.id)
    if (!hasSpeech(block)) continue
    spokenCredits += length
    if (findTake(story, block, takes) === undefined) {
      changed += 1
      changedCredits += length
    } else rendered += 1
  }
  return { blocks: blocks.length, characters, rendered, changed, changedCredits, spokenCredits, tooLong }
}

/** What rendering a story has to make. */
export type RenderPlan =
  | { readonly kind: 'nothing' }
  /** All of it, by one request. */
  | { readonly kind: 'story' }
  /** These blocks, each by a request of its own. */
  | { readonly kind: 'blocks'; readonly blocks: readonly Block[] }

/**
 * A story is rendered whole the first time. From then on only blocks are made whose audio is missing or no longer fits: a
 * changed line costs a line's credits.
 */
export function planRender(story: Story, takes: TakesByKey, render: StoryRender | null): RenderPlan {
  if (isCurrentRender(story, render)) return { kind: 'nothing' }
  const spoken = spokenBlocksOf(story)
  const blocks = spoken.filter((block) => findTake(story, block, takes) === undefined)
  if (render === null || blocks.length === spoken.length) return { kind: 'story' }
  return blocks.length === 0 ? { kind: 'nothing' } : { kind: 'blocks', blocks }
}
