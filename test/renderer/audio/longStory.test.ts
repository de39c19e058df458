import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { layout } from '../../../shared/story/layout.ts'
import { NO_TAKES, storyKey } from '../../../shared/story/takes.ts'
import { id, sketchStory, takeOf } from '../support/smallStory.ts'
import { setUp } from './playerSetUp.ts'

/** Ten hours of blocks of ten seconds. */
const BLOCKS = 3600
const BLOCK_MS = 10_000
const NUMBERS = Array.from({ length: BLOCKS }, (_, index) => index + 1)
const STORY = sketchStory(NUMBERS.map(() => ({ silenceMs: 0 })))

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

it('a seek in ten hours of takes decodes only the take there and the next one', async () => {
  const takes = NUMBERS.map((n) => takeOf(STORY, id(`b${n}`), `take-${n}`, 0, BLOCK_MS))
  const lengths = Object.fromEntries(NUMBERS.map((n) => [`take-${n}`, BLOCK_MS]))
  const { player, pass, elements, contexts, state, log } = setUp(STORY, takes, { lengths })
  player.playStory(0)
  await pass(100)
  for (const block of [3500, 12, 1800]) {
    const before = contexts[0]?.decodedNames.length ?? 0
    player.seek((block - 1) * BLOCK_MS + 4000)
    await pass(100)
    expect(state()).toBe(`playing b${block} ${(block - 1) * BLOCK_MS + 4100}`)
    expect(contexts[0]?.decodedNames.slice(before)).toEqual([`take-${block}`, `take-${block + 1}`])
  }
  expect([elements.opened.length, log]).toEqual([0, []])
})

it('a seek in one file of ten hours requests audio from there, and no more', async () => {
  const durationMs = BLOCKS * BLOCK_MS
  const render = { audioId: 'story', storyKey: storyKey(STORY), durationMs, credits: null, createdAtMs: 1 }
  const { player, pass, streamed, sounding } = setUp(STORY, [], {
    render: { id: 'r', ...render },
    lengths: { story: durationMs },
  })
  const { totalMs } = layout(STORY, NO_TAKES)
  player.playStory(0)
  for (const share of [0.9, 0.01, 0.5]) {
    await pass(100)
    streamed.length = 0
    player.seek(share * totalMs)
    await pass(100)
    const atMs = Number(sounding().split('@')[1])
    expect(Math.abs(atMs - share * durationMs)).toBeLessThan(1000)
    expect(streamed).toHaveLength(1)
  }
})
