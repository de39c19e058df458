import { expect, it } from 'vitest'
import { rowsOf } from '../../../renderer/features/script/rows.ts'
import { editText, moveEntries } from '../../../shared/story/blockCommands.ts'
import { renameChapter } from '../../../shared/story/castCommands.ts'
import { apply, type Change } from '../../../shared/story/changes.ts'
import { chapterIdSchema } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { id, sketchStory } from '../support/smallStory.ts'

const SKETCH = [
  { text: 'One.' },
  { heading: 'Dusk' },
  { text: 'Three.' },
  { text: 'Four.' },
  { heading: 'Night' },
]
const night = chapterIdSchema.parse('c5')

/** The drawn content: the words of each row below its headings. */
const drawn = (story: Story) =>
  rowsOf(story).rows.map(({ block, number, headings }) => [
    ...headings.map(({ chapter, blocks }) => `${chapter.title} ${blocks}`),
    `${number} ${block.text || block.id}`,
  ])

function after(story: Story, ...changes: ((now: Story) => Change)[]): Story {
  rowsOf(story) // the rows before are known
  return changes.reduce((now, change) => apply(now, change(now)), story)
}

it('rows stay the same objects, except those whose blocks have changed', () => {
  const before = sketchStory(SKETCH)
  const known = rowsOf(before).rows
  const story = after(
    before,
    (now) => editText(now, id('b3'), 'Three, again.'),
    (now) => editText(now, id('b1'), 'Once.'),
  )
  const { rows } = rowsOf(story)
  expect(rows.map((row, index) => row === known[index])).toEqual([false, true, false, true, true])
  expect(rows.find(({ block }) => block.id === id('b3'))?.block.text).toBe('Three, again.')
  expect(rows.find(({ block }) => block.id === id('b3'))?.headings).toBe(
    known.find(({ block }) => block.id === id('b3'))?.headings,
  )
})

it('rows follow a new title, another order, and another story', () => {
  const before = sketchStory(SKETCH)
  const asNew = drawn(before)
  expect(drawn(after(before, (now) => renameChapter(now, night, 'Midnight'))).flat()).toContain('Midnight 1')
  const moved = after(before, (now) => moveEntries(now, [id('b4')], id('b1')))
  expect(drawn(moved)[0]).toEqual(['1 Four.'])
  const other = sketchStory([{ text: 'Elsewhere.' }, ...SKETCH.slice(1)])
  expect(drawn(other)[0]).toEqual(['1 Elsewhere.'])
  expect(drawn(before)).toEqual(asNew)
})
