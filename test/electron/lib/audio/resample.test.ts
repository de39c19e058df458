import { describe, expect, test } from 'vitest'
import { rmsDb } from '../../../support/measure.ts'
import { resample } from '../../../../electron/lib/audio/resample.ts'
import { tone } from '../../mixdown/storyWithAudio.ts'

describe('a change of sample rate', () => {
  test.each([
    [22_050, 24_000],
    [24_000, 22_050],
    [44_100, 48_000],
    [48_000, 22_050],
    [22_050, 44_100],
  ])('from %i to %i Hz gives the tone that it was, sample by sample', (from, to) => {
    const { samples, sampleRate } = resample(tone(500, { sampleRate: from, hz: 1000 }), to)
    const ideal = tone(500, { sampleRate: to, hz: 1000 }).samples
    expect(sampleRate).toBe(to)
    expect(samples.length).toBe(ideal.length)
    const edge = to / 50 // where the filter reaches beyond the audio
    const error = samples.map((sample, n) => sample - (ideal[n] ?? 0)).subarray(edge, -edge)
    expect(rmsDb(error)).toBeLessThan(-70)
  })

  test('takes away what the lower rate cannot hold, instead of folding it down', () => {
    const { samples } = resample(tone(500, { sampleRate: 48_000, hz: 15_000 }), 22_050)
    expect(rmsDb(samples.subarray(500, -500))).toBeLessThan(-70)
  })

  test('leaves audio of that rate alone', () => {
    const pcm = tone(10)
    expect(resample(pcm, 22_050).samples).toBe(pcm.samples)
  })
})
