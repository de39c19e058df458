import { titleBlockOf } from './heardBlocks.ts'
import { blocksOf, orderOf, sectionsOf } from './selectors.ts'
import type { Story } from './story.ts'

/**
 * The indices of the blocks in which a story differs from an earlier one; null if anything but blocks has changed, such as a spoken chapter
 * title, or if the order of the blocks has. Values that are derived block by block are derived again for these only: a letter changes one of
 * thousands.
 */
export function changedBlocks(before: Story, after: Story): readonly number[] | null {
  const isSameButBlocks =
    before.info === after.info &&
    before.cast === after.cast &&
    before.lexicon === after.lexicon &&
    before.commonLexicon === after.commonLexicon &&
    before.credits === after.credits &&
    orderOf(before) === orderOf(after) &&
    hasSameTitles(before, after)
  if (!isSameButBlocks) return null
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
