import { derive, type Derived, type Others } from '../lib/derive.ts'
import { titleBlockOf } from './heardBlocks.ts'
import type { Chapter } from './records.ts'
import { blockNumber, changedPlaces } from './selectors.ts'
import type { Story } from './story.ts'

/**
 * As `derive`, for values of a story that are computed block by block: a letter changes one of thousands. `makeAfter` is asked if
 * the story differs from that before in the blocks at some indices only, and returns undefined if that is too much.
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

/** What of a story is compared block by block, and music, which no block depends on. All else must be the same. */
const BY_BLOCK: ReadonlySet<string> = new Set<keyof Story>(['records', 'sequence', 'music'])

/**
 * The indices of the blocks in which a story differs from an earlier one; null if more than blocks has changed, such as the title of
 * a chapter that is spoken, or blocks stand in another order.
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
