import { describe, expect, test } from 'vitest'
import { rmsDb } from '../../../support/measure.ts'
import { createResampler, resample } from '../../../../electron/lib/audio/resample.ts'
import { tone } from '../../mixdown/storyWithAudio.ts'

describe('a change of sample rate', () => {
  test.each([
    [22_050, 24_000],
    [24_000, 22_050],
    [44_100, 48_000],
    [48_000, 22_050],
    [22_050, 44_100],
    [383_999, 44_100],
    [44_100, 383_999],
  ])('from %i to %i Hz preserves a tone, sample by sample', (from, to) => {
    const { samples, sampleRate } = resample(tone(500, { sampleRate: from, hz: 1000 }), to)
    const ideal = tone(500, { sampleRate: to, hz: 1000 }).samples
    expect(sampleRate).toBe(to)
    expect(samples.length).toBe(ideal.length)
    const edge = to / 50 // where the filter reaches beyond the audio
    const error = samples.map((sample, n) => sample - (ideal[n] ?? 0)).subarray(edge, -edge)
    expect(rmsDb(error)).toBeLessThan(-70)
  })

  test('removes frequencies too high for the lower rate instead of folding them down', () => {
    const { samples } = resample(tone(500, { sampleRate: 48_000, hz: 15_000 }), 22_050)
    expect(rmsDb(samples.subarray(500, -500))).toBeLessThan(-70)
  })

  test.each([
    [383_999, 44_100],
    [4_001, 384_000],
    [384_000, 4_001],
  ])('from %i to %i Hz uses little memory', (from, to) => {
    const before = process.memoryUsage().arrayBuffers
    createResampler(from, to)
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8e6)
  })

  test.each([
    [1, 48_000],
    [4_000_000_000, 44_100],
    [48_000, 0],
  ])('from %i to %i Hz is refused', (from, to) => {
    expect(() => createResampler(from, to)).toThrow(RangeError)
  })

  test('leaves audio at the target rate unchanged', () => {
    const pcm = tone(10)
    expect(resample(pcm, 22_050).samples).toBe(pcm.samples)
  })
})
