/** What a render would send and cost, and which blocks are too long to be sent: known before a credit is spent. */
import { countCharacters, MAX_INPUT_CHARACTERS } from '../speech-api/limits.ts'
import { isLocked } from './locks.ts'
import { pausedBlockOf } from './pauses.ts'
import { BUILT_IN_CONNECTION } from './records.ts'
import type { Block, BlockId } from './records.ts'
import { blocksOf, settingsOf } from './selectors.ts'
import { hasExpression } from './speechSettings.ts'
import { hasSpeech, spokenTextOf } from './spokenText.ts'
import type { Story } from './story.ts'
import { spokenBlocksOf } from './storyRequest.ts'
import { findTake, isCurrentRender } from './takes.ts'
import type { StoryRender, TakeIndex } from './takes.ts'
import { countWords } from './words.ts'

const charactersOf = rememberByBlock(countCharacters)
const wordsOf = rememberByBlock(countWords)

/** The characters that are sent for a block: what a service counts, limits and charges. */
export function blockCharacters(story: Story, block: Block): number {
  const paused = pausedBlockOf(block)
  if (paused === null) return charactersOf(block, spokenTextOf(story, block))
  return paused.parts.reduce((sum, part) => sum + blockCharacters(story, part.block), 0)
}

/** Counts a text of a block once, as long as it stays the same. */
function rememberByBlock(count: (text: string) => number): (block: Block, text: string) => number {
  const counts = new WeakMap<Block, { readonly text: string; readonly counted: number }>()
  return (block, text) => {
    const known = counts.get(block)
    if (known?.text === text) return known.counted
    const counted = count(text)
    counts.set(block, { text, counted })
    return counted
  }
}

/** Whether the words that are sent for a block, or for one of its parts between pauses, are longer than a service takes. */
export function isTooLong(story: Story, block: Block): boolean {
  const paused = pausedBlockOf(block)
  if (paused !== null) return paused.parts.some((part) => isTooLong(story, part.block))
  return blockCharacters(story, block) > MAX_INPUT_CHARACTERS
}

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

/** What rendering a story has to make. */
export type RenderPlan =
  | { readonly kind: 'nothing' }
  /** All of it, by one request. */
  | { readonly kind: 'story' }
  /** These blocks, each by a request of its own. */
  | { readonly kind: 'blocks'; readonly blocks: readonly Block[] }

/**
 * A story without any audio is rendered whole. Where some of its audio is there, only the blocks are made whose audio is missing
 * or no longer fits: a changed line costs a line's credits. The built-in voice costs nothing: its first render is whole, since
 * one request is faster. A request for a whole story does not carry emotions: blocks with an emotion are made on their own. So are
 * blocks with pauses, except by the built-in voice: other services take whole seconds of silence only.
 */
export function planRender(story: Story, takes: TakeIndex, render: StoryRender | null): RenderPlan {
  if (isCurrentRender(story, render, takes)) return { kind: 'nothing' }
  const spoken = spokenBlocksOf(story)
  const blocks = missingBlocks(story, takes)
  if (blocks.length === 0) return { kind: 'nothing' }
  // A request for the whole story would make the locked blocks again.
  if (spoken.some(isLocked)) return { kind: 'blocks', blocks }
  const isFirst = blocks.length === spoken.length || (render === null && isFree(story))
  const isPlain = (block: Block) =>
    !hasExpression(settingsOf(story, block)) && (isFree(story) || pausedBlockOf(block) === null)
  const isWholeOfUse = isFree(story) ? blocks.some(isPlain) : blocks.every(isPlain)
  return isFirst && isWholeOfUse ? { kind: 'story' } : { kind: 'blocks', blocks }
}

/** The blocks whose audio is missing or no longer fits, without those that are locked. */
export function missingBlocks(story: Story, takes: TakeIndex): readonly Block[] {
  return spokenBlocksOf(story).filter(
    (block) => !isLocked(block) && findTake(story, block, takes) === undefined,
  )
}

/** Whether the voice that speaks a story costs no credits. */
export function isFree({ info }: Story): boolean {
  return info.connectionId === BUILT_IN_CONNECTION
}
