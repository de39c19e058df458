import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  addBlocks,
  editText,
  moveEntriesBy,
  patchBlocks,
  removeEntries,
} from '../../../shared/story/blockCommands.ts'
import { addCharacter, addChapter } from '../../../shared/story/castCommands.ts'
import { apply, changeBetween } from '../../../shared/story/changes.ts'
import type { Change } from '../../../shared/story/changes.ts'
import { compareStories, wordsOf } from '../../../shared/story/compareStories.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockId, chapterId, characterId, freshNumbers, intent, storyOfBlocks } from './randomStories.ts'

const after = (story: Story, ...makes: ((story: Story) => Change)[]) =>
  makes.reduce((now, make) => apply(now, make(now)), story)

test('tells what became of each block and heading, in story order', () => {
  const before = storyOfBlocks(5)
  const now = after(
    before,
    (story) => editText(story, blockId(0), 'Text nil.'),
    (story) => removeEntries(story, [blockId(1)]),
    (story) => patchBlocks(story, [blockId(2)], { speed: 2 }),
    (story) => addBlocks(story, [{ id: blockId('new'), text: 'New.' }], blockId(4)),
    (story) => addChapter(story, { id: chapterId('one'), title: 'One' }, blockId(4)),
    (story) => moveEntriesBy(story, [blockId(3)], 3),
  )
  const { entries, isCastChanged } = compareStories(before, now)
  expect(entries.map(({ id, kind, isMoved, isSetOtherwise }) => [id, kind, isMoved, isSetOtherwise])).toEqual(
    [
      [blockId(0), 'changed', false, false],
      [blockId(1), 'removed', false, false],
      [blockId(2), 'changed', false, true],
      [blockId('new'), 'added', false, false],
      [chapterId('one'), 'added', false, false],
      [blockId(4), 'same', false, false],
      [blockId(3), 'changed', true, false],
    ],
  )
  expect(isCastChanged).toBe(false)
})

test('tells which words came and went', () => {
  const before = storyOfBlocks(1, { text: 'A quick fox ran.' })
  const [entry] = compareStories(
    before,
    after(before, (story) => editText(story, blockId(0), 'A fox ran home.')),
  ).entries
  if (entry === undefined) throw new Error('The story has a block')
  const words = wordsOf(entry).map(({ kind, tokens }) => [kind, tokens.join('')])
  expect(words.filter(([kind]) => kind !== 'same')).toEqual([
    ['removed', expect.stringContaining('quick')],
    ['added', expect.stringContaining('home')],
  ])
})

test('shows words that were replaced by others as one change', () => {
  const before = storyOfBlocks(1, { text: 'The red fox ran.' })
  const [entry] = compareStories(
    before,
    after(before, (story) => editText(story, blockId(0), 'The old hen ran.')),
  ).entries
  if (entry === undefined) throw new Error('The story has a block')
  expect(wordsOf(entry).map(({ kind, tokens }) => [kind, tokens.join('')])).toEqual([
    ['same', 'The '],
    ['removed', 'red fox'],
    ['added', 'old hen'],
    ['same', ' ran.'],
  ])
})

test('tells that characters changed', () => {
  const before = storyOfBlocks(1)
  const now = after(before, (story) => addCharacter(story, { id: characterId('fox'), name: 'Fox' }))
  expect(compareStories(before, now)).toMatchObject({ isCastChanged: true, entries: [{ kind: 'same' }] })
})

test('finds a difference exactly where restoring would change something', () => {
  fc.assert(
    fc.property(fc.array(intent, { maxLength: 12 }), (intents) => {
      const fresh = freshNumbers()
      const before = storyOfBlocks(4)
      const now = intents.reduce((story, intend) => apply(story, intend(story, fresh)), before)
      const { entries, isCastChanged, isMusicChanged } = compareStories(before, now)
      const changed = entries.filter(({ kind }) => kind !== 'same').map(({ id }) => id)
      const { put, remove } = changeBetween(now, before)
      const touched = [
        ...put.filter(({ type }) => type === 'block' || type === 'chapter').map(({ id }) => id),
        ...remove,
      ]
      const isEntry = (id: string) => !id.startsWith('character') && !id.startsWith('music')
      expect(new Set(changed)).toEqual(new Set(touched.filter(isEntry)))
      const ofCast = [
        ...put.filter(({ type }) => type === 'character' || type === 'story'),
        ...remove.filter((id) => id.startsWith('character')),
      ]
      expect(isCastChanged).toBe(ofCast.length > 0)
      const ofMusic = [...put.map(({ id }) => id), ...remove].filter((id) => id.startsWith('music'))
      expect(isMusicChanged).toBe(ofMusic.length > 0)
    }),
  )
})
