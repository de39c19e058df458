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
import { apply, changeBetween, type Change } from '../../../shared/story/changes.ts'
import { compareStories, restoreEntry, wordsOf } from '../../../shared/story/compareStories.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockId, chapterId, characterId, freshNumbers, intent, storyOfBlocks } from './randomStories.ts'

const after = (story: Story, ...makes: ((story: Story) => Change)[]) =>
  makes.reduce((now, make) => apply(now, make(now)), story)

test('a comparison lists what happened to each block and heading, in story order', () => {
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

test('a comparison shows which words were added and removed', () => {
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

test('a comparison shows replaced words as one change', () => {
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

test('a comparison reports that characters changed', () => {
  const before = storyOfBlocks(1)
  const now = after(before, (story) => addCharacter(story, { id: characterId('fox'), name: 'Fox' }))
  expect(compareStories(before, now)).toMatchObject({ isCastChanged: true, entries: [{ kind: 'same' }] })
})

test('a single block or heading is restored with its content and place, and everything else stays', () => {
  const before = after(storyOfBlocks(4), (story) =>
    addChapter(story, { id: chapterId(0), title: 'One' }, blockId(2)),
  )
  const now = after(
    before,
    (story) => removeEntries(story, [blockId(1), chapterId(0)]),
    (story) => editText(story, blockId(3), 'Other words'),
  )
  const order = (story: Story) => story.sequence.map(({ id }) => id)
  const restored = after(now, (story) => restoreEntry(before, story, blockId(1)))
  expect(order(restored)).toEqual([0, 1, 2, 3].map(blockId))
  const both = after(restored, (story) => restoreEntry(before, story, chapterId(0)))
  expect(order(both)).toEqual(order(before))
  const all = after(both, (story) => restoreEntry(before, story, blockId(3)))
  expect(new Map(all.records)).toEqual(new Map(before.records))
  expect(restoreEntry(before, all, blockId(9))).toEqual({ put: [], remove: [] })
})

test('a restored block is placed after the block that it followed, wherever that is now', () => {
  const before = storyOfBlocks(4)
  const now = after(
    before,
    (story) => removeEntries(story, [blockId(1)]),
    (story) => moveEntriesBy(story, [blockId(0)], 2), // 2 3 0
  )
  const restored = after(now, (story) => restoreEntry(before, story, blockId(1)))
  expect(restored.sequence.map(({ id }) => id)).toEqual([2, 3, 0, 1].map(blockId))
})

test('every difference can be restored one by one, with words, settings and, unless others were moved, place', () => {
  fc.assert(
    fc.property(fc.array(intent, { maxLength: 12 }), (intents) => {
      const fresh = freshNumbers()
      const before = storyOfBlocks(4)
      const now = intents.reduce((story, intend) => apply(story, intend(story, fresh)), before)
      const { entries } = compareStories(before, now)
      const restored = entries
        .filter(({ kind }) => kind !== 'added')
        .reduce((story, { id }) => apply(story, restoreEntry(before, story, id)), now)
      const kept = restored.sequence.filter(({ id }) => before.records.has(id))
      if (entries.every(({ isMoved }) => !isMoved))
        expect(kept.map(({ id }) => id)).toEqual(before.sequence.map(({ id }) => id))
      const words = (story: Story, ids: readonly { readonly id: string }[]) =>
        ids.map(({ id }) => ({ ...story.sequence.find((entry) => entry.id === id), rank: '' }))
      expect(words(restored, before.sequence)).toEqual(words(before, before.sequence))
    }),
  )
})

test('a difference is found exactly if restoring would change something', () => {
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
