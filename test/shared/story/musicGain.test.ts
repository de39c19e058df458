import { describe, expect, test } from 'vitest'
import {
  cutGain,
  DUCK_ATTACK_MS,
  DUCK_RELEASE_MS,
  EDGE_MS,
  gainAt,
  musicGain,
} from '../../../shared/story/musicGain.ts'
import { musicSchema, type Music } from '../../../shared/story/records.ts'

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
  test('is its own between edges that do not click', () => {
    const points = musicGain({ music: music({ gainDb: -6 }), startMs: 1000, endMs: 5000 }, [])
    expect(db(gainAt(points, 3000))).toBeCloseTo(-6, 5)
    expect([1000, 5000].map((atMs) => gainAt(points, atMs))).toEqual([0, 0])
    expect(db(gainAt(points, 1000 + EDGE_MS))).toBeCloseTo(-6, 5)
  })

  test('rises and falls in straight lines', () => {
    const faded = music({ fadeInMs: 1000, fadeOutMs: 2000 })
    const points = musicGain({ music: faded, startMs: 0, endMs: 10_000 }, [])
    const at = [250, 500, 1000, 8000, 9000, 9500].map((atMs) => gainAt(points, atMs))
    expect(at).toEqual([0.25, 0.5, 1, 1, 0.5, 0.25])
  })

  test('has shorter fades where there is no room for both', () => {
    const faded = music({ fadeInMs: 3000, fadeOutMs: 6000 })
    const points = musicGain({ music: faded, startMs: 0, endMs: 3000 }, [])
    expect([500, 1000, 2000].map((atMs) => gainAt(points, atMs))).toEqual([0.5, 1, 0.5])
  })

  test('is low from the first word to the last, and goes there before and back after', () => {
    const ducked = music({ duckDb: 20 })
    const points = musicGain({ music: ducked, startMs: 0, endMs: 20_000 }, speech([5000, 8000]))
    expect(gainAt(points, 5000 - DUCK_ATTACK_MS)).toBeCloseTo(1)
    expect(gainAt(points, 5000 - DUCK_ATTACK_MS / 2)).toBeCloseTo(0.55)
    for (const atMs of [5000, 6500, 8000]) expect(gainAt(points, atMs)).toBeCloseTo(0.1)
    expect(gainAt(points, 8000 + DUCK_RELEASE_MS / 2)).toBeCloseTo(0.55)
    expect(gainAt(points, 8000 + DUCK_RELEASE_MS)).toBeCloseTo(1)
  })

  test('stays low through gaps that are too short to rise and fall in', () => {
    const shortMs = DUCK_ATTACK_MS + DUCK_RELEASE_MS
    const ducked = music({ duckDb: 20 })
    const around = speech([2000, 4000], [4000 + shortMs, 8000], [8000 + shortMs + 100, 9000])
    const points = musicGain({ music: ducked, startMs: 0, endMs: 20_000 }, around)
    for (let atMs = 2000; atMs <= 8000; atMs += 50) expect(gainAt(points, atMs)).toBeCloseTo(0.1)
    expect(gainAt(points, 8000 + DUCK_RELEASE_MS + 50)).toBeCloseTo(1)
  })

  test('that fades under speech is the product of both, to the ear', () => {
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

  test('of music that begins within speech is low from its first sample', () => {
    const points = musicGain(
      { music: music({ duckDb: 20 }), startMs: 3000, endMs: 9000 },
      speech([2000, 4000], [8500, 12_000]),
    )
    expect(gainAt(points, 3000 + EDGE_MS)).toBeCloseTo(0.1)
    expect(gainAt(points, 6000)).toBeCloseTo(1)
    expect(gainAt(points, 8900)).toBeCloseTo(0.1)
  })

  test('is silent for a moment where the audio begins again', () => {
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

  test('of a part begins and ends in silence, and is the same between', () => {
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
