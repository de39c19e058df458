import { derive, type Derived, type Others } from '../lib/derive.ts'
import { titleBlockOf } from './heardBlocks.ts'
import type { Chapter } from './records.ts'
import { blockNumber, changedPlaces } from './selectors.ts'
import type { Story } from './story.ts'

/**
 * Like `derive`, for values computed block by block, because typing changes one block of thousands. `makeAfter` is called if the story
 * differs from the previous one only in the blocks at some indices, and returns undefined if too many changed.
 */
export function deriveByBlock<More extends Others, T>(
  make: (story: Story, ...others: More) => T,
  makeAfter: (
    before: Derived<Story, T>,
    changed: readonly number[],
    story: Story,
    ...others: More
  ) => T | undefined,
): (story: Story, ...others: More) => T {
  return derive(make, (before, story, ...others: More) => {
    const changed = changedBlocks(before.of, story)
    return changed === null ? undefined : makeAfter(before, changed, story, ...others)
  })
}

/** The parts of a story that are compared block by block, and music, which no block depends on. Everything else must be the same. */
const BY_BLOCK: ReadonlySet<string> = new Set<keyof Story>(['records', 'sequence', 'music'])

/**
 * The indices of the blocks in which a story differs from an earlier one; null if anything else changed, such as a spoken chapter title or
 * the order of blocks.
 */
export function changedBlocks(before: Story, after: Story): readonly number[] | null {
  for (const [name, value] of Object.entries(after))
    if (!BY_BLOCK.has(name) && value !== before[name as keyof Story]) return null // a key of a story
  const changed: number[] = []
  for (const place of changedPlaces(after.sequence, before.sequence) ?? [NaN]) {
    const [old, now] = [before.sequence[place], after.sequence[place]]
    if (now?.type === 'block') changed.push(blockNumber(after, now.id) - 1)
    else if (old?.type !== 'chapter' || now === undefined || !hasSameTitle(before, old, after, now))
      return null
  }
  return changed
}

function hasSameTitle(before: Story, old: Chapter, after: Story, now: Chapter): boolean {
  return titleBlockOf(before, old)?.text === titleBlockOf(after, now)?.text
}
