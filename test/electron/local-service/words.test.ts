/**
 * The times of words that the built-in voice reports, compared with its audio.
 * @module-tag long
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Pcm } from '../../../electron/lib/audio/pcm.ts'
import type { BlockTiming } from '../../../shared/speech-api/responses.ts'
import { findSpeech } from '../../support/measure.ts'
import { runService, type TestService } from './runService.ts'

const folder = mkdtempSync(join(tmpdir(), 'fabula-words-'))
let service: TestService
beforeAll(async () => {
  service = await runService(folder)
})
afterAll(async () => {
  await service.stop()
  rmSync(folder, { recursive: true })
})

const TEXT = '/uapi/v1/text-to-speech'
const STORY = '/uapi/v1/story-maker'
/** How much too early or too late a reported time may be. */
const MOST_MS = 20
/** Sentences of one word, each of which begins and ends loudly. */
const APART = 'Alpha. Window. Evening. Morning. Animal. Yellow.'

const block = (body: object) => ({
  ...{ name: 'Block', input: APART, silence_before: 0, voice_id: 'OA001', emotion: 'neutral' },
  ...{ model: 'tts-1', speed: 1, duration: 0 },
  ...body,
})

const wordsIn = (text: string, timing: BlockTiming | undefined) =>
  (timing?.words ?? []).map(({ from, to }) => text.slice(from, to))

/** Compares each word's reported time with the audio. The service speaks the words with silences between them. */
function expectHeard(pcm: Pcm, timing: BlockTiming | undefined, minSilenceMs: number): void {
  const [startMs, endMs] = [timing?.startMs ?? NaN, timing?.endMs ?? NaN]
  const heard = findSpeech(pcm, { thresholdDb: -38, minSilenceMs }).filter(
    (sound) => sound.startMs >= startMs - MOST_MS && sound.endMs <= endMs + MOST_MS,
  )
  const words = timing?.words ?? []
  expect(heard).toHaveLength(words.length)
  for (const [index, sound] of heard.entries()) {
    expect(Math.abs(startMs + (words[index]?.startMs ?? NaN) - sound.startMs)).toBeLessThanOrEqual(MOST_MS)
    expect(Math.abs(startMs + (words[index]?.endMs ?? NaN) - sound.endMs)).toBeLessThanOrEqual(2 * MOST_MS)
  }
}

describe('the times of words', () => {
  it.each([1, 1.5, 2])('match the audio at speed %s', async (speed) => {
    const { pcm, conversion } = await service.speak(TEXT, { input: APART, speed })
    const [timing] = conversion.timings ?? []
    expect(wordsIn(APART, timing)).toEqual(['Alpha', 'Window', 'Evening', 'Morning', 'Animal', 'Yellow'])
    expectHeard(pcm, timing, 100 / speed)
  })

  it.each([2, 6, 20])('match the audio if a block has to last %s seconds', async (duration) => {
    const blocks = [block({}), block({ silence_before: 1, duration })]
    const { pcm, conversion } = await service.speak(STORY, { name: 'Tale', blocks })
    for (const timing of conversion.timings ?? []) {
      expect(wordsIn(APART, timing)).toHaveLength(6)
      expectHeard(pcm, timing, timing.index === 0 ? 100 : Math.min(100, 20 * duration))
    }
  })
})
