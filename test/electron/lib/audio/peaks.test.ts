import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createPeaksBuilder } from '../../../../electron/project/audioPeaks.ts'
import { PEAKS_PER_SECOND, slicePeaks } from '../../../../shared/story/peaks.ts'
import { concatSamples } from '../../../../electron/lib/audio/pcm.ts'
import { noise, RATE, silence } from './signals.ts'

function peaksOf(samples: Int16Array, pieceLength = samples.length || 1): Int8Array {
  const builder = createPeaksBuilder(RATE)
  for (let at = 0; at < samples.length; at += pieceLength)
    builder.push(samples.subarray(at, at + pieceLength))
  return builder.finish()
}

describe('createPeaksBuilder', () => {
  it('yields a pair for every hundredth of a second, even if that is not a whole number of samples', () => {
    expect(peaksOf(silence(RATE * 60)).length).toBe(60 * PEAKS_PER_SECOND * 2)
    expect(peaksOf(silence(RATE * 60 + 1)).length).toBe(60 * PEAKS_PER_SECOND * 2 + 2)
    expect(peaksOf(silence(0)).length).toBe(0)
    expect(peaksOf(silence(1)).length).toBe(2)
  })

  it('keeps the lowest and the highest sample, rounded away from zero', () => {
    const samples = silence(RATE)
    samples[100] = 32767
    samples[130] = -32768
    samples[RATE - 1] = 1
    const peaks = peaksOf(samples)
    expect([...peaks.slice(0, 4)]).toEqual([-128, 127, 0, 0])
    expect([...peaks.slice(-2)]).toEqual([0, 1])
  })

  it('does not depend on how the audio is divided into pieces', () => {
    const samples = noise(RATE + 321, 30_000)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (pieceLength) => {
        expect(peaksOf(samples, pieceLength)).toEqual(peaksOf(samples))
      }),
    )
  })
})

describe('slicePeaks', () => {
  const peaks = peaksOf(concatSamples([noise(RATE, 32_000), silence(RATE), noise(RATE, 8000)]))

  it('shows loud, quiet and silent parts in their places', () => {
    const drawn = slicePeaks(peaks, 0, 3000, 30)
    expect(drawn.length).toBe(30)
    for (const value of drawn.slice(0, 10)) expect(value).toBeGreaterThan(0.9)
    for (const value of drawn.slice(11, 20)) expect(value).toBe(0)
    for (const value of drawn.slice(21)) expect(value).toBeCloseTo(0.25, 1)
  })

  it('is silent beyond the end', () => {
    expect(slicePeaks(peaks, 3000, 4000, 4)).toEqual([0, 0, 0, 0])
  })

  it('returns as many values as requested, within 0…1, for any part at any zoom', () => {
    fc.assert(
      fc.property(
        fc.nat(4000),
        fc.integer({ min: 1, max: 4000 }),
        fc.integer({ min: 1, max: 500 }),
        (start, length, buckets) => {
          const drawn = slicePeaks(peaks, start, start + length, buckets)
          expect(drawn.length).toBe(buckets)
          expect(drawn.every((value) => value >= 0 && value <= 1)).toBe(true)
        },
      ),
    )
  })

  it('loses no peak at any zoom', () => {
    const samples = silence(RATE * 100)
    samples[RATE * 61 + 5] = -30_000
    const drawn = slicePeaks(peaksOf(samples), 0, 100_000, 7)
    expect(drawn.filter((value) => value > 0.9).length).toBe(1)
  })
})
