import { expect, it } from 'vitest'
import { editText, moveEntries } from '../../../shared/story/blockCommands.ts'
import { renameChapter } from '../../../shared/story/castCommands.ts'
import { apply, type Change } from '../../../shared/story/changes.ts'
import { blockIdSchema, chapterIdSchema } from '../../../shared/story/records.ts'
import { blockNumber, blocksOf, orderOf, sectionsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { sketchStory } from '../../renderer/support/smallStory.ts'

const STORIES = {
  'that begins with blocks': [{}, { heading: 'Dusk' }, {}, {}, { heading: 'Night' }, {}],
  'that begins with a chapter': [{ heading: 'Dusk' }, {}, {}, { heading: 'Dawn' }, { heading: 'Night' }, {}],
}

/** The results of all selectors for a story. */
const resultsOf = (story: Story) => ({
  blocks: blocksOf(story),
  numbers: blocksOf(story).map(({ id }) => blockNumber(story, id)),
  sections: sectionsOf(story),
})

/** The same story, without any cached value of the story before. */
function freshResultsOf(story: Story) {
  blocksOf(sketchStory([{}])) // another story was queried in between
  return resultsOf({ ...story, sequence: [...story.sequence] })
}

const records = (story: Story, type: 'block' | 'chapter') =>
  story.sequence.filter((entry) => entry.type === type).map(({ id }) => id)

it.each(Object.entries(STORIES))(
  'selectors return the same for a story %s after each change as if it were read again',
  (_, sketch) => {
    const block = (story: Story, at: number) => blockIdSchema.parse(records(story, 'block').at(at))
    const chapter = (story: Story, at: number) => chapterIdSchema.parse(records(story, 'chapter').at(at))
    const changes: ((story: Story) => Change)[] = [
      (story) => editText(story, block(story, 0), 'First.'),
      (story) => editText(story, block(story, -1), 'Last.'),
      (story) => renameChapter(story, chapter(story, -1), 'Midnight'),
      (story) => moveEntries(story, [block(story, 1)], null),
      (story) => editText(story, block(story, 1), 'Moved up.'),
      (story) => moveEntries(story, [chapter(story, 0)], null),
      (story) => renameChapter(story, chapter(story, 0), 'Morning'),
      (story) => ({ put: [], remove: [block(story, 0)] }),
      (story) => editText(story, block(story, 0), 'Second.'),
    ]
    let story = sketchStory(sketch)
    for (const change of changes) {
      resultsOf(story)
      story = apply(story, change(story))
      expect(resultsOf(story)).toEqual(freshResultsOf(story))
    }
  },
)

it('the order and the sections of other chapters stay the same objects while a block is edited', () => {
  const before = sketchStory(STORIES['that begins with blocks'])
  const [opening, dusk, night] = sectionsOf(before)
  const written = apply(
    before,
    editText(before, blockIdSchema.parse(records(before, 'block').at(1)), 'Dusk fell.'),
  )
  expect(orderOf(written)).toBe(orderOf(before))
  expect(sectionsOf(written).map((section) => [opening, dusk, night].includes(section))).toEqual([
    true,
    false,
    true,
  ])
  const moved = apply(written, moveEntries(written, [blockIdSchema.parse(records(before, 'block')[0])], null))
  expect(orderOf(moved)).not.toBe(orderOf(written))
  const shorter = apply(moved, { put: [], remove: [chapterIdSchema.parse(records(before, 'chapter')[0])] })
  expect(orderOf(shorter)).not.toBe(orderOf(moved))
})
