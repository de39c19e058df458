import { describe, expect, test } from 'vitest'
import {
  clampSpeechGain,
  cutGain,
  DUCK_ATTACK_MS,
  DUCK_RELEASE_MS,
  EDGE_MS,
  gainAt,
  musicGain,
  speechGainOf,
  withTakeGain,
} from '../../../shared/story/gain.ts'
import { type Music, musicSchema } from '../../../shared/story/records.ts'
import { assignCharacter, duplicateBlocks, patchBlocks } from '../../../shared/story/blockCommands.ts'
import {
  addCharacter,
  mergeCharacters,
  patchCharacter,
  removeCharacter,
} from '../../../shared/story/castCommands.ts'
import { apply, type Change, invert } from '../../../shared/story/changes.ts'
import { findBlock, findCharacter } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockKeys, storyKey } from '../../../shared/story/takes.ts'
import { blockId, characterId, storyOfBlocks } from './randomStories.ts'

const music = (fields: Partial<Music> = {}): Music =>
  musicSchema.parse({
    ...{ type: 'music', id: 'm', name: '', audioId: 'a', audioMs: 60_000, fromMs: 0 },
    ...{ place: { kind: 'story', startMs: 0, endMs: 0 }, isLooped: true, loopEndMs: null },
    ...{ gainDb: 0, fadeInMs: 0, fadeOutMs: 0, duckDb: 0, ...fields },
  })
const speech = (...stretches: readonly (readonly [number, number])[]) =>
  stretches.map(([startMs, endMs]) => ({ startMs, endMs }))
const db = (gain: number) => 20 * Math.log10(gain)

describe('the gain of music', () => {
  test('is constant between short fades that prevent clicks', () => {
    const points = musicGain({ music: music({ gainDb: -6 }), startMs: 1000, endMs: 5000 }, [])
    expect(db(gainAt(points, 3000))).toBeCloseTo(-6, 5)
    expect([1000, 5000].map((atMs) => gainAt(points, atMs))).toEqual([0, 0])
    expect(db(gainAt(points, 1000 + EDGE_MS))).toBeCloseTo(-6, 5)
  })

  test('rises and falls linearly', () => {
    const faded = music({ fadeInMs: 1000, fadeOutMs: 2000 })
    const points = musicGain({ music: faded, startMs: 0, endMs: 10_000 }, [])
    const at = [250, 500, 1000, 8000, 9000, 9500].map((atMs) => gainAt(points, atMs))
    expect(at).toEqual([0.25, 0.5, 1, 1, 0.5, 0.25])
  })

  test('has shorter fades if there is no room for both', () => {
    const faded = music({ fadeInMs: 3000, fadeOutMs: 6000 })
    const points = musicGain({ music: faded, startMs: 0, endMs: 3000 }, [])
    expect([500, 1000, 2000].map((atMs) => gainAt(points, atMs))).toEqual([0.5, 1, 0.5])
  })

  test('is low from the first word to the last, with a ramp before and after', () => {
    const ducked = music({ duckDb: 20 })
    const points = musicGain({ music: ducked, startMs: 0, endMs: 20_000 }, speech([5000, 8000]))
    expect(gainAt(points, 5000 - DUCK_ATTACK_MS)).toBeCloseTo(1)
    expect(gainAt(points, 5000 - DUCK_ATTACK_MS / 2)).toBeCloseTo(0.55)
    for (const atMs of [5000, 6500, 8000]) expect(gainAt(points, atMs)).toBeCloseTo(0.1)
    expect(gainAt(points, 8000 + DUCK_RELEASE_MS / 2)).toBeCloseTo(0.55)
    expect(gainAt(points, 8000 + DUCK_RELEASE_MS)).toBeCloseTo(1)
  })

  test('stays low in gaps that are too short to rise and fall in', () => {
    const shortMs = DUCK_ATTACK_MS + DUCK_RELEASE_MS
    const ducked = music({ duckDb: 20 })
    const around = speech([2000, 4000], [4000 + shortMs, 8000], [8000 + shortMs + 100, 9000])
    const points = musicGain({ music: ducked, startMs: 0, endMs: 20_000 }, around)
    for (let atMs = 2000; atMs <= 8000; atMs += 50) expect(gainAt(points, atMs)).toBeCloseTo(0.1)
    expect(gainAt(points, 8000 + DUCK_RELEASE_MS + 50)).toBeCloseTo(1)
  })

  test('is the product of both if it fades under speech', () => {
    const both = music({ duckDb: 20, fadeInMs: 4000 })
    const points = musicGain({ music: both, startMs: 0, endMs: 20_000 }, speech([1000, 2000]))
    for (let atMs = 10; atMs < 4000; atMs += 10) {
      const duck =
        atMs < 600
          ? 1
          : atMs < 1000
            ? 1 - 0.9 * ((atMs - 600) / 400)
            : atMs < 2000
              ? 0.1
              : Math.min(1, 0.1 + 0.9 * ((atMs - 2000) / 800))
      expect(gainAt(points, atMs)).toBeCloseTo((atMs / 4000) * duck, 3)
    }
  })

  test('is low from the first sample if the music begins within speech', () => {
    const points = musicGain(
      { music: music({ duckDb: 20 }), startMs: 3000, endMs: 9000 },
      speech([2000, 4000], [8500, 12_000]),
    )
    expect(gainAt(points, 3000 + EDGE_MS)).toBeCloseTo(0.1)
    expect(gainAt(points, 6000)).toBeCloseTo(1)
    expect(gainAt(points, 8900)).toBeCloseTo(0.1)
  })

  test('is 0 for a moment where the audio repeats', () => {
    const loop = music({ audioMs: 4000, fromMs: 1000, gainDb: 6 })
    const points = musicGain({ music: loop, startMs: 500, endMs: 9000 }, [])
    for (const atMs of [3500, 7500]) {
      expect(gainAt(points, atMs)).toBe(0)
      for (const beside of [atMs - EDGE_MS, atMs + EDGE_MS]) expect(db(gainAt(points, beside))).toBeCloseTo(6)
    }
    const short = musicGain({ music: { ...loop, loopEndMs: 1500 }, startMs: 500, endMs: 3500 }, [])
    expect(short.filter(({ gain }) => gain === 0).map(({ atMs }) => atMs)).toEqual([500, 1000, 2500, 3500])
    const once = musicGain({ music: { ...loop, isLooped: false }, startMs: 500, endMs: 3500 }, [])
    expect(once).toHaveLength(4)
  })

  test('begins and ends at 0 in a part of the music, and is the same in between', () => {
    const points = musicGain(
      { music: music({ duckDb: 20, fadeInMs: 2000 }), startMs: 0, endMs: 20_000 },
      speech([5000, 8000]),
    )
    const part = cutGain(points, 1000, 7000)
    expect([1000, 7000].map((atMs) => gainAt(part, atMs))).toEqual([0, 0])
    for (let atMs = 1000 + EDGE_MS; atMs <= 7000 - EDGE_MS; atMs += 1)
      expect(gainAt(part, atMs)).toBeCloseTo(gainAt(points, atMs), 9)
  })
})

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

  test('applies to a single take if it is set for that take, and is not stored at 0', () => {
    const gains = withTakeGain(withTakeGain({}, 'one', 4), 'two', -6)
    const story = after(start, (now) => patchBlocks(now, [blockId(2)], { takeGains: gains }))
    expect(['one', 'two', 'three', null].map((id) => speechGainOf(story, blockId(2), id))).toEqual([
      4, -6, 0, 0,
    ])
    expect(withTakeGain(gains, 'one', 0)).toEqual({ two: -6 })
  })

  test('makes no take or render stale, not even for locked blocks, and can be undone', () => {
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

  test('stays the same when a character is removed, and follows the chosen one of two merged characters', () => {
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
