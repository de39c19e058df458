import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addBlocks, moveEntries, moveEntriesBy } from '../../../shared/story/blockCommands.ts'
import { addChapter } from '../../../shared/story/castCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { ranksBefore } from '../../../shared/story/ordering.ts'
import type { SequenceId } from '../../../shared/story/records.ts'
import { compareRank, storyFromRecords, type Story } from '../../../shared/story/story.ts'
import { blockId, chapterId, storyOfBlocks } from './randomStories.ts'

const idsOf = (story: Story) => story.sequence.map((entry) => entry.id)
const ids = (...numbers: number[]) => numbers.map((n) => blockId(n))
const moved = (story: Story, moving: readonly SequenceId[], before: SequenceId | null) =>
  apply(story, moveEntries(story, moving, before))

describe('a move', () => {
  test('puts entries, in their order, before another or at the end', () => {
    const story = storyOfBlocks(6)
    expect(idsOf(moved(story, ids(4), blockId(1)))).toEqual(ids(0, 4, 1, 2, 3, 5))
    expect(idsOf(moved(story, ids(3, 1), null))).toEqual(ids(0, 2, 4, 5, 1, 3))
    expect(idsOf(moved(story, ids(0, 2, 4), blockId(2)))).toEqual(ids(1, 0, 2, 4, 3, 5))
    expect(idsOf(moved(story, ids(0, 1), blockId(0)))).toEqual(ids(0, 1, 2, 3, 4, 5))
  })

  test('of a heading leaves its blocks where they are', () => {
    const story = storyOfBlocks(3)
    const withChapter = apply(story, addChapter(story, { id: chapterId(1), title: 'One' }, blockId(0)))
    expect(idsOf(moved(withChapter, [chapterId(1)], blockId(2)))).toEqual([
      ...ids(0, 1),
      chapterId(1),
      blockId(2),
    ])
  })

  test('touches only the records that move', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(19), { minLength: 1 }), fc.option(fc.nat(19)), (numbers, before) => {
        const story = storyOfBlocks(20)
        const change = moveEntries(story, ids(...numbers), before === null ? null : blockId(before))
        expect(change.remove).toEqual([])
        for (const record of change.put) expect(ids(...numbers)).toContain(record.id)
        const inOrder = numbers.toSorted((a, b) => a - b)
        const rest = idsOf(story).filter((id) => !ids(...numbers).includes(id as never))
        const result = idsOf(apply(story, change))
        expect(result.filter((id) => rest.includes(id))).toEqual(rest)
        const at = result.indexOf(blockId(inOrder[0] ?? 0))
        expect(result.slice(at, at + inOrder.length)).toEqual(ids(...inOrder))
      }),
    )
  })

  test('by a number of places stops at the ends', () => {
    const story = storyOfBlocks(4)
    const by = (n: number, places: number) => idsOf(apply(story, moveEntriesBy(story, [blockId(n)], places)))
    expect(by(1, 1)).toEqual(ids(0, 2, 1, 3))
    expect(by(1, -1)).toEqual(ids(1, 0, 2, 3))
    expect(by(1, 99)).toEqual(ids(0, 2, 3, 1))
    expect(by(3, -99)).toEqual(ids(3, 0, 1, 2))
    expect(by(0, -1)).toEqual(ids(0, 1, 2, 3))
  })
})

describe('ranks', () => {
  const longest = (story: Story) => Math.max(...story.sequence.map((entry) => entry.rank.length))

  test('stay short if one writer always inserts at the same place', () => {
    let story = storyOfBlocks(2)
    for (let n = 0; n < 1000; n += 1) {
      story = apply(story, addBlocks(story, [{ id: blockId(`new-${n}`) }], blockId(1)))
    }
    expect(longest(story)).toBeLessThan(400)
    expect(idsOf(story).at(-2)).toBe(blockId('new-999'))
  })

  test('stay short if blocks are moved back and forth between the same two', () => {
    let story = storyOfBlocks(30)
    for (let n = 0; n < 2000; n += 1) story = moved(story, ids((n * 7) % 30), blockId((n * 11 + 3) % 30))
    expect(longest(story)).toBeLessThan(100)
  })

  test('have a few letters in a long story that was made at once', () => {
    expect(Math.max(...ranksBefore([], null, 20_000).map((rank) => rank.length))).toBeLessThanOrEqual(5)
  })

  test('give one order, whatever the order of the records', () => {
    const story = storyOfBlocks(12)
    const records = [...story.records.values()]
    fc.assert(
      fc.property(fc.shuffledSubarray(records, { minLength: records.length }), (shuffled) => {
        expect(storyFromRecords(shuffled).sequence).toEqual(story.sequence)
      }),
    )
  })

  test('that are equal fall back to the id, and leave room after both', () => {
    const story = storyOfBlocks(4, { rank: 'a0' })
    expect(idsOf(story)).toEqual(ids(0, 1, 2, 3))
    const added = apply(story, addBlocks(story, [{ id: blockId('new') }], blockId(2)))
    expect(idsOf(added)).toEqual([...ids(0, 1, 2, 3), blockId('new')])
    expect(idsOf(moved(story, ids(0), null))).toEqual(ids(1, 2, 3, 0))
  })

  test('compare as a total order', () => {
    const ranked = fc.record({ id: fc.string({ maxLength: 3 }), rank: fc.string({ maxLength: 3 }) })
    fc.assert(
      fc.property(ranked, ranked, ranked, (a, b, c) => {
        expect(Math.sign(compareRank(a, b))).toBe(0 - Math.sign(compareRank(b, a)))
        if (compareRank(a, b) <= 0 && compareRank(b, c) <= 0) expect(compareRank(a, c)).toBeLessThanOrEqual(0)
        expect(compareRank(a, b) === 0).toBe(a.id === b.id && a.rank === b.rank)
      }),
    )
  })
})
