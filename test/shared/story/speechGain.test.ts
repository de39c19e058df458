import { describe, expect, test } from 'vitest'
import { assignCharacter, duplicateBlocks, patchBlocks } from '../../../shared/story/blockCommands.ts'
import {
  addCharacter,
  mergeCharacters,
  patchCharacter,
  removeCharacter,
} from '../../../shared/story/castCommands.ts'
import { apply, invert, type Change } from '../../../shared/story/changes.ts'
import { findBlock, findCharacter } from '../../../shared/story/selectors.ts'
import { clampSpeechGain, speechGainOf, withTakeGain } from '../../../shared/story/speechGain.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockKeys, storyKey } from '../../../shared/story/takes.ts'
import { blockId, characterId, storyOfBlocks } from './randomStories.ts'

const [fox, owl] = [characterId('fox'), characterId('owl')]
const after = (start: Story, ...changes: ((story: Story) => Change)[]) =>
  changes.reduce((now, make) => apply(now, make(now)), start)
const own = (story: Story, n: number) => findBlock(story, blockId(n))?.gainDb

/** Fox speaks block 0 and is 3 dB louder; Owl, 2 dB quieter, speaks block 1. */
const start = after(
  storyOfBlocks(3),
  (now) => addCharacter(now, { id: fox, name: 'Fox' }),
  (now) => addCharacter(now, { id: owl, name: 'Owl' }),
  (now) => patchCharacter(now, fox, { gainDb: 3 }),
  (now) => patchCharacter(now, owl, { gainDb: -2 }),
  (now) => assignCharacter(now, [blockId(0)], fox),
  (now) => assignCharacter(now, [blockId(1)], owl),
)

describe('the gain of a block', () => {
  test.each([
    { name: 'nothing set', block: 0, take: 0, character: 0, sum: 0 },
    { name: 'all three', block: 1.5, take: -4, character: 3, sum: 0.5 },
    { name: 'too loud', block: 10, take: 10, character: 10, sum: 12 },
    { name: 'too quiet', block: -20, take: -20, character: 0, sum: -24 },
  ])('is the sum of block, take and character within its range: $name', ({ block, take, character, sum }) => {
    const story = after(
      start,
      (now) => patchCharacter(now, fox, { gainDb: character }),
      (now) => patchBlocks(now, [blockId(0)], { gainDb: block, takeGains: withTakeGain({}, 'take', take) }),
    )
    expect(speechGainOf(story, blockId(0), 'take')).toBe(sum)
  })

  test.each([
    [0.3, 0.5],
    [-0.2, 0],
    [99, 12],
    [-99, -24],
    [-1.75, -1.5],
  ])('is set in steps of half a decibel, within its range: %d is %d', (typed, gainDb) => {
    expect(clampSpeechGain(typed)).toBe(gainDb)
    expect(
      own(
        after(start, (now) => patchBlocks(now, [blockId(0)], { gainDb: typed })),
        0,
      ),
    ).toBe(gainDb)
    const story = after(start, (now) => patchCharacter(now, fox, { gainDb: typed }))
    expect(findCharacter(story, fox)?.gainDb).toBe(gainDb)
  })

  test('of a take holds for that take only, and leaves no trace at 0', () => {
    const gains = withTakeGain(withTakeGain({}, 'one', 4), 'two', -6)
    const story = after(start, (now) => patchBlocks(now, [blockId(2)], { takeGains: gains }))
    expect(['one', 'two', 'three', null].map((id) => speechGainOf(story, blockId(2), id))).toEqual([
      4, -6, 0, 0,
    ])
    expect(withTakeGain(gains, 'one', 0)).toEqual({ two: -6 })
  })

  test('makes no take and no render stale, of locked blocks too, and is undone', () => {
    const ids = [0, 1, 2].map(blockId)
    const change = patchBlocks(start, ids, { gainDb: -6, takeGains: { take: 2 } })
    const louder = after(apply(start, change), (now) => patchCharacter(now, fox, { gainDb: 9 }))
    const keys = (story: Story) =>
      ids.map((id) => {
        const block = findBlock(story, id)
        return block && blockKeys(story, block)
      })
    expect(keys(louder)).toEqual(keys(start))
    expect(storyKey(louder)).toBe(storyKey(start))
    expect(ids.map((_, n) => own(louder, n))).toEqual([-6, -6, -6])
    const undone = apply(apply(start, change), invert(start, change))
    expect(ids.map((id) => findBlock(undone, id))).toEqual(ids.map((id) => findBlock(start, id)))
    const put = [findBlock(start, blockId(0))].flatMap((block) =>
      block ? [{ ...block, lockedKey: 'key' }] : [],
    )
    const locked = after(
      start,
      () => ({ put, remove: [] }),
      (now) => patchBlocks(now, ids, { gainDb: 5 }),
    )
    expect(own(locked, 0)).toBe(5)
  })

  test('is heard as before where a character goes away, and follows the chosen one of two that are merged', () => {
    const removed = after(start, (now) => removeCharacter(now, fox))
    expect(speechGainOf(removed, blockId(0), null)).toBe(3)
    const merged = after(start, (now) => mergeCharacters(now, { from: owl, into: fox, settingsOf: owl }))
    expect([0, 1].map((n) => speechGainOf(merged, blockId(n), null))).toEqual([-2, -2])
  })

  test('is copied with the block', () => {
    const story = after(
      start,
      (now) => patchBlocks(now, [blockId(0)], { gainDb: 2 }),
      (now) => duplicateBlocks(now, [blockId(0)], [blockId(9)], () => 'music'),
    )
    expect(speechGainOf(story, blockId(9), null)).toBe(5)
  })
})
