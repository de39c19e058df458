import { expect, test } from 'vitest'
import { editText, splitBlocks } from '../../../shared/story/blockCommands.ts'
import { apply, invert } from '../../../shared/story/changes.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { storyContent } from '../../support/storyContent.ts'
import { blockId, storyOfBlocks } from './randomStories.ts'

const fresh = () => {
  let count = 0
  return () => blockId(`new ${(count += 1)}`)
}
const before = storyOfBlocks(3)
const [first, second, third] = blocksOf(before).map(({ id }) => id)
const verse = [first, second].reduce(
  (story, id) =>
    id === undefined
      ? story
      : apply(story, editText(story, id, 'Tiger, tiger,\n burning bright\n\nIn the forests. ')),
  before,
)
const texts = (story: typeof before) => blocksOf(story).map(({ text }) => text)
const ids = [first, second, third].filter((id) => id !== undefined)

test('blocks are split at line ends, in order, and one undo joins them again', () => {
  const change = splitBlocks(verse, ids, 'lines', fresh())
  const split = apply(verse, change)
  const lines = ['Tiger, tiger,', 'burning bright', 'In the forests.']
  expect(texts(split)).toEqual([...lines, ...lines, blocksOf(before)[2]?.text])
  expect(
    blocksOf(split)
      .slice(1, 3)
      .map(({ breakBefore }) => breakBefore),
  ).toEqual(['paragraph', 'paragraph'])
  expect(storyContent(apply(split, invert(verse, change)))).toEqual(storyContent(verse))
})

test('blocks of one line and locked blocks stay as they are', () => {
  expect(splitBlocks(before, ids, 'lines', fresh())).toEqual({ put: [], remove: [] })
  const locked = apply(verse, {
    put: blocksOf(verse).map((block) => ({ ...block, lockedKey: 'key' })),
    remove: [],
  })
  expect(splitBlocks(locked, ids, 'lines', fresh())).toEqual({ put: [], remove: [] })
})
