import { derive, type Derived, type Others } from '../lib/derive.ts'
import { titleBlockOf } from './heardBlocks.ts'
import { blocksOf, orderOf, sectionsOf } from './selectors.ts'
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
  if (orderOf(before) !== orderOf(after) || !hasSameTitles(before, after)) return null
  const [old, now] = [blocksOf(before), blocksOf(after)]
  const changed: number[] = []
  for (let index = 0; index < now.length; index += 1) if (now[index] !== old[index]) changed.push(index)
  return changed
}

function hasSameTitles(before: Story, after: Story): boolean {
  const old = sectionsOf(before)
  return sectionsOf(after).every(({ chapter }, index) => {
    const was = old[index]?.chapter
    return (
      chapter === was ||
      !chapter ||
      !was ||
      titleBlockOf(before, was)?.text === titleBlockOf(after, chapter)?.text
    )
  })
}
