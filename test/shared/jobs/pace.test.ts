import { expect, test } from 'vitest'
import { pacesOf, timeFor } from '../../../shared/jobs/pace.ts'
import { blocksOf } from '../../../shared/story/selectors.ts'
import { sketchStory } from '../../renderer/support/smallStory.ts'

const made = (voiceId: string | null, ...tookMs: readonly number[]) =>
  tookMs.map((ms) => ({ voiceId, tookMs: ms, characters: 10 }))

test('a pace is the median of at least three blocks, for each voice and overall', () => {
  expect(pacesOf(made('OA001', 100, 200))).toEqual({ all: null, byVoice: {} })
  const paces = pacesOf([...made('OA001', 100, 200, 90_000), ...made('OA002', 500), ...made(null, 300)])
  expect(paces).toEqual({ all: 30, byVoice: { OA001: 20 } })
})

test('the time for blocks depends on their voices and on how many are rendered at once', () => {
  const story = sketchStory([{ text: 'Ten signs.' }, { text: 'Ten signs!' }])
  const blocks = blocksOf(story)
  expect(timeFor(story, blocks, { all: 100, byVoice: {} }, 2)).toBe(1_000)
  expect(timeFor(story, blocks, { all: 100, byVoice: {} }, 8)).toBe(1_000)
  expect(timeFor(story, blocks.slice(0, 1), { all: 100, byVoice: {} }, 2)).toBe(1_000)
  expect(timeFor(story, blocks, { all: null, byVoice: {} }, 2)).toBeNull()
})
