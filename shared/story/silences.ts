/** The silence before each block: set by hand, or by the story's rules. */
import { derive } from '../lib/derive.ts'
import { deriveByBlock } from './changedBlocks.ts'
import type { Block, SilenceRules } from './records.ts'
import { heardBlocksOf, heardSectionsOf } from './heardBlocks.ts'
import { blockNumber, blocksOf } from './selectors.ts'
import { hasSpeech } from './spokenText.ts'
import type { Story } from './story.ts'

interface Silences {
  /** In the order of `heardBlocksOf(story)`. */
  readonly heard: readonly number[]
  /** In the order of `blocksOf(story)`. */
  readonly ofBlocks: readonly number[]
}

/** The silence before each block in ms, in story order: `silencesOf(story)[n]` belongs to `blocksOf(story)[n]`. */
export function silencesOf(story: Story): readonly number[] {
  return madeSilences(story).ofBlocks
}

/** The silence before all that is heard, in ms: `heardSilencesOf(story)[n]` belongs to `heardBlocksOf(story)[n]`. */
export function heardSilencesOf(story: Story): readonly number[] {
  return madeSilences(story).heard
}

/** While a text is being typed, the silences stay the same object. */
const madeSilences = deriveByBlock(newSilences, (before, changed, story) =>
  hasSameSilences(before.of, story, changed) ? before.value : undefined,
)

function newSilences(story: Story): Silences {
  const rules = silencesByRules(story)
  const blocks = heardBlocksOf(story)
  const heard = blocks.map((block, index) => block.silenceBeforeMs ?? rules[index] ?? 0)
  if (blocks === blocksOf(story)) return { heard, ofBlocks: heard }
  const written = new Set(blocksOf(story))
  const ofBlocks = blocks.flatMap((block, index) => (written.has(block) ? [heard[index] ?? 0] : []))
  return { heard, ofBlocks }
}

/** Whether the silences of two stories, which differ in these blocks, are surely equal. It may return false for equal ones. */
function hasSameSilences(before: Story, after: Story, changed: readonly number[]): boolean {
  const [old, now] = [blocksOf(before), blocksOf(after)]
  return changed.every((index) => {
    const [a, b] = [old[index], now[index]]
    return (
      a !== undefined &&
      b !== undefined &&
      a.silenceBeforeMs === b.silenceBeforeMs &&
      a.breakBefore === b.breakBefore &&
      a.characterId === b.characterId &&
      hasSpeech(before, a) === hasSpeech(after, b)
    )
  })
}

/** The silence before a block in ms; 0 if the story has no such block. */
export function silenceBeforeOf(story: Story, block: Pick<Block, 'id'>): number {
  return silencesOf(story)[blockNumber(story, block.id) - 1] ?? 0
}

/** The boundary between a block and the block before it. */
interface Boundary {
  readonly breakBefore: Block['breakBefore']
  readonly isOtherSpeaker: boolean
  readonly isAfterHeading: boolean
}

/** The silence in ms that the rules require between two blocks: the longest of the boundaries applies. */
export function ruledSilenceMs(
  rules: SilenceRules,
  { breakBefore, isOtherSpeaker, isAfterHeading }: Boundary,
): number {
  return Math.max(rules[breakBefore], isOtherSpeaker ? rules.speaker : 0, isAfterHeading ? rules.chapter : 0)
}

/**
 * The silence in ms that the story's rules require before each block that is heard. If a block has several boundaries, the longest silence applies.
 * The silence of a heading comes before the chapter's title, and again after it. The rules skip blocks without words, and the
 * first block with words.
 */
function silencesByRules(story: Story): readonly number[] {
  const rules = story.info.silenceRules
  const found: number[] = []
  let previous: Block | null = null
  let isAfterHeading = false
  for (const { title, spokenTitle, blocks } of heardSectionsOf(story)) {
    if (title !== null) isAfterHeading = true
    for (const block of blocks) {
      if (!hasSpeech(story, block)) {
        found.push(0)
        continue
      }
      const { breakBefore } = block
      const isOtherSpeaker = previous?.characterId !== block.characterId
      found.push(
        previous === null ? 0 : ruledSilenceMs(rules, { breakBefore, isOtherSpeaker, isAfterHeading }),
      )
      previous = block
      isAfterHeading = block === spokenTitle
    }
  }
  return found
}

/** The number of silences that follow the rules, and the number set by hand. */
export const countSilences = derive((story: Story): { readonly ruled: number; readonly pinned: number } => {
  const pinned = blocksOf(story).filter(isPinned).length
  const spoken = blocksOf(story).filter((block) => hasSpeech(story, block))
  return { ruled: spoken.slice(1).filter((block) => !isPinned(block)).length, pinned }
})

/** Whether the silence before a block is set by hand. */
export function isPinned(block: Block): boolean {
  return block.silenceBeforeMs !== null
}
