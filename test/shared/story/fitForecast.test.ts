import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { patchBlocks } from '../../../shared/story/blockCommands.ts'
import { apply } from '../../../shared/story/changes.ts'
import { fitForecast, forecastOf, pacesByVoice } from '../../../shared/story/fitForecast.ts'
import { ESTIMATED_MS_PER_CHARACTER } from '../../../shared/story/layout.ts'
import type { Block } from '../../../shared/story/records.ts'
import { findBlock } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockId, storyOfBlocks, takesOf } from './randomStories.ts'
import { NO_TAKES, indexTakes } from '../../../shared/story/takes.ts'

const paces = fc
  .option(fc.integer({ min: 10, max: 400 }))
  .map((pace) => new Map(pace === null ? [] : [['OA001', pace]]))
const characters = fc.integer({ min: 1, max: 5000 })
const speed = fc.integer({ min: 25, max: 400 }).map((percent) => percent / 100)
const durationMs = fc.integer({ min: 1, max: 3_600_000 })
const voiceId = 'OA001'
const signs = (count: number) => ({ characters: count, estimatedMs: count * ESTIMATED_MS_PER_CHARACTER })
/** How fast words sound: above 1 only if a forecast says so. */
const timesAsFast = (...[words, known]: Parameters<typeof fitForecast>) =>
  fitForecast(words, known)?.timesAsFast ?? 1

describe('the forecast of how words will sound', () => {
  test('states how much too fast they are, compared with what the voice needs', () => {
    const words = { ...signs(84), voiceId, speed: 1, durationMs: 1500 }
    expect(fitForecast(words, new Map())).toMatchObject({ kind: 'rushed', wordsMs: 5208, spokenMs: 1500 })
    expect(timesAsFast(words, new Map())).toBeCloseTo(3.472)
    expect(fitForecast({ ...words, durationMs: 20_000 }, new Map())?.kind).toBe('dragged')
    expect(fitForecast({ ...words, durationMs: 5000 }, new Map())).toBeNull()
    expect(fitForecast({ ...words, durationMs: null, speed: 2.5 }, new Map())?.kind).toBe('rushed')
    expect(fitForecast({ ...words, durationMs: null, speed: 0.5 }, new Map())?.kind).toBe('dragged')
  })

  test('does not decrease with a shorter length or with more words', () => {
    fc.assert(
      fc.property(characters, durationMs, fc.nat(5000), speed, paces, (count, length, more, rate, known) => {
        const words = { ...signs(count), voiceId, speed: rate, durationMs: length }
        const now = timesAsFast(words, known)
        expect(timesAsFast({ ...words, durationMs: length + more }, known)).toBeLessThanOrEqual(now)
        expect(timesAsFast({ ...words, ...signs(count + more) }, known)).toBeGreaterThanOrEqual(now)
      }),
    )
  })

  test('does not decrease with a higher speed, if no length is set', () => {
    fc.assert(
      fc.property(characters, speed, speed, paces, (count, one, other, known) => {
        const at = (rate: number) =>
          timesAsFast({ ...signs(count), voiceId, speed: rate, durationMs: null }, known)
        expect(at(Math.max(one, other))).toBeGreaterThanOrEqual(at(Math.min(one, other)))
      }),
    )
  })

  test('uses the takes of the voice instead of the estimate, if there are any', () => {
    fc.assert(
      fc.property(characters, durationMs, fc.integer({ min: 10, max: 400 }), (count, length, pace) => {
        const words = { ...signs(count), voiceId, speed: 1, durationMs: length }
        const own = fitForecast(words, new Map([[voiceId, pace]]))
        if (own !== null) expect(own).toMatchObject({ wordsMs: count * pace, isEstimate: false })
        const other = fitForecast(words, new Map([['OA002', pace]]))
        if (other !== null)
          expect(other).toMatchObject({ wordsMs: count * ESTIMATED_MS_PER_CHARACTER, isEstimate: true })
      }),
    )
  })

  test('is null without words', () => {
    fc.assert(
      fc.property(fc.option(durationMs), speed, paces, (length, rate, known) => {
        expect(fitForecast({ ...signs(0), voiceId, speed: rate, durationMs: length }, known)).toBeNull()
      }),
    )
  })
})

describe('the pace of a voice', () => {
  const story = storyOfBlocks(4, { text: 'Ten signs.' })
  const blocks = (now: Story, ...numbers: number[]) =>
    numbers.flatMap((n): Block | [] => findBlock(now, blockId(n)) ?? [])

  test('is the median of its takes, converted to speed 1', () => {
    const faster = apply(story, patchBlocks(story, [blockId(1)], { speed: 2 }))
    const takes = indexTakes([
      ...takesOf(faster, blocks(faster, 0), 900).byId.values(),
      ...takesOf(faster, blocks(faster, 1), 500).byId.values(),
      ...takesOf(faster, blocks(faster, 2), 9000).byId.values(),
    ])
    // Blocks 0, 2 and 3 have the same words in the same voice: the take is theirs together.
    expect(pacesByVoice(faster, takes).get('OA001')).toBe(900)
    expect(pacesByVoice(story, NO_TAKES).size).toBe(0)
  })

  test('ignores a take that was fitted to a length', () => {
    const fitted = apply(story, patchBlocks(story, [0, 1, 2, 3].map(blockId), { durationMs: 3000 }))
    expect(pacesByVoice(fitted, takesOf(fitted, blocks(fitted, 0), 3000)).size).toBe(0)
    expect(pacesByVoice(fitted, takesOf(story, blocks(story, 0), 700)).get('OA001')).toBe(70)
  })

  test('is compared only with blocks that have their own length or speed', () => {
    const [plain] = blocks(story, 0)
    const squeezed = apply(story, patchBlocks(story, [blockId(0)], { durationMs: 100 }))
    const [short] = blocks(squeezed, 0)
    if (plain === undefined || short === undefined) throw new Error('The story has no blocks')
    expect(forecastOf(story, plain, () => new Map([['OA001', 1]]))).toBeNull()
    expect(forecastOf(squeezed, short, () => new Map())?.kind).toBe('rushed')
  })

  test('excludes the pauses between words', () => {
    const paused = apply(story, patchBlocks(story, [blockId(0)], { text: 'Ten signs. [pause 4 s]' }))
    expect(pacesByVoice(paused, takesOf(paused, blocks(paused, 0), 4800)).get('OA001')).toBe(80)
    const held = apply(paused, patchBlocks(paused, [blockId(0)], { durationMs: 4600 }))
    const [block] = blocks(held, 0)
    expect(block && forecastOf(held, block, () => new Map([['OA001', 60]]))).toBeNull()
    expect(block && forecastOf(held, block, () => new Map([['OA001', 120]]))).toMatchObject({ spokenMs: 600 })
  })
})
