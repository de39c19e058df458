/** The silence before each block: set by hand, or by the story's rules. */
import { changedBlocks } from './changedBlocks.ts'
import type { Block, SilenceRules } from './records.ts'
import { heardBlocksOf, heardSectionsOf } from './heardBlocks.ts'
import { blockNumber, blocksOf } from './selectors.ts'
import { hasSpeech } from './spokenText.ts'
import type { Story } from './story.ts'

interface Silences {
  /** By the blocks that are heard: `heardBlocksOf(story)`. */
  readonly heard: readonly number[]
  /** By `blocksOf(story)`. */
  readonly ofBlocks: readonly number[]
}

const silences = new WeakMap<Story, Silences>()

/** The latest silences: they stay the same while the writer types. */
let latest: { readonly story: Story; readonly made: Silences } | undefined

/** The silence before each block in ms, in story order: `silencesOf(story)[n]` belongs to `blocksOf(story)[n]`. */
export function silencesOf(story: Story): readonly number[] {
  return madeSilences(story).ofBlocks
}

/** The silence before all that is heard, in ms: `heardSilencesOf(story)[n]` belongs to `heardBlocksOf(story)[n]`. */
export function heardSilencesOf(story: Story): readonly number[] {
  return madeSilences(story).heard
}

function madeSilences(story: Story): Silences {
  const known = silences.get(story)
  if (known !== undefined) return known
  const made = latest !== undefined && hasSameSilences(latest.story, story) ? latest.made : newSilences(story)
  latest = { story, made }
  silences.set(story, made)
  return made
}

function newSilences(story: Story): Silences {
  const rules = silencesByRules(story)
  const blocks = heardBlocksOf(story)
  const heard = blocks.map((block, index) => block.silenceBeforeMs ?? rules[index] ?? 0)
  if (blocks === blocksOf(story)) return { heard, ofBlocks: heard }
  const written = new Set(blocksOf(story))
  const ofBlocks = blocks.flatMap((block, index) => (written.has(block) ? [heard[index] ?? 0] : []))
  return { heard, ofBlocks }
}

/** Returns true if the silences of two stories are surely equal. A cheap check: it may return false for equal ones. */
function hasSameSilences(before: Story, after: Story): boolean {
  const [old, now] = [blocksOf(before), blocksOf(after)]
  return (
    changedBlocks(before, after)?.every((index) => {
      const [a, b] = [old[index], now[index]]
      return (
        a !== undefined &&
        b !== undefined &&
        a.silenceBeforeMs === b.silenceBeforeMs &&
        a.breakBefore === b.breakBefore &&
        a.characterId === b.characterId &&
        hasSpeech(before, a) === hasSpeech(after, b)
      )
    }) ?? false
  )
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

const counts = new WeakMap<Story, { readonly ruled: number; readonly pinned: number }>()

/** How many silences follow the rules, at the boundaries that the rules are for, and how many are set by hand. */
export function countSilences(story: Story): { readonly ruled: number; readonly pinned: number } {
  const known = counts.get(story)
  if (known !== undefined) return known
  const pinned = blocksOf(story).filter(isPinned).length
  const spoken = blocksOf(story).filter((block) => hasSpeech(story, block))
  const made = { ruled: spoken.slice(1).filter((block) => !isPinned(block)).length, pinned }
  counts.set(story, made)
  return made
}

/** Whether the silence before a block is set by hand. */
export function isPinned(block: Block): boolean {
  return block.silenceBeforeMs !== null
}
