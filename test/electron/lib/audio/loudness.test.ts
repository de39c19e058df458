/** The synthetic signals of EBU Tech 3341 (https://tech.ebu.ch/docs/tech/tech3341.pdf), in stereo at 48 kHz, and the limiter on such signals. */
import { describe, expect, test } from 'vitest'
import { createLimiter } from '../../../../electron/lib/audio/limiter.ts'
import {
  createLoudnessMeter,
  dbOf,
  factorOf,
  integratedLoudness,
  type Loudness,
} from '../../../../electron/lib/audio/loudness.ts'

const RATE = 48_000

/** A tone whose level (dB of full scale) changes: `[level, seconds]`. */
function steps(...parts: readonly (readonly [db: number, seconds: number])[]): Float32Array {
  const length = parts.reduce((sum, [, seconds]) => sum + seconds * RATE, 0)
  const samples = new Float32Array(Math.round(length))
  let at = 0
  for (const [db, seconds] of parts) {
    const amplitude = factorOf(db)
    for (const end = at + Math.round(seconds * RATE); at < end; at++)
      samples[at] = amplitude * Math.sin((2 * Math.PI * 1000 * at) / RATE)
  }
  return samples
}

/** Measures a tone on both sides, in pieces of an odd length. */
function measure(samples: Float32Array, rate = RATE): Loudness {
  const meter = createLoudnessMeter(rate, 2)
  for (let at = 0; at < samples.length; at += 7777) {
    const piece = samples.subarray(at, at + 7777)
    meter.push([piece, piece])
  }
  return meter.finish()
}

describe('the integrated loudness', () => {
  test.each([
    [1, -23, [[-23, 20]]],
    [2, -33, [[-33, 20]]],
    [
      3,
      -23,
      [
        [-36, 10],
        [-23, 60],
        [-36, 10],
      ],
    ],
    [
      4,
      -23,
      [
        [-72, 10],
        [-36, 10],
        [-23, 60],
        [-36, 10],
        [-72, 10],
      ],
    ],
    [
      5,
      -23,
      [
        [-26, 20],
        [-20, 20.1],
        [-26, 20],
      ],
    ],
  ] as const)('of signal %i of Tech 3341 is %d LUFS', (_, lufs, parts) => {
    expect(Math.abs(integratedLoudness(measure(steps(...parts)).energies) - lufs)).toBeLessThanOrEqual(0.1)
  })

  test.each([22_050, 24_000, 44_100])('is the same at %i Hz', (rate) => {
    const tone = Float32Array.from(
      { length: rate * 5 },
      (_, n) => 0.1 * Math.sin((2 * Math.PI * 1000 * n) / rate),
    )
    expect(integratedLoudness(measure(tone, rate).energies)).toBeCloseTo(-20, 1)
  })

  test('of silence does not exist, and that of a fifth of a second does', () => {
    expect(integratedLoudness(measure(new Float32Array(RATE)).energies)).toBe(-Infinity)
    expect(integratedLoudness(measure(steps([-23, 0.2])).energies)).toBeCloseTo(-23, 0)
  })
})

/** Tone of a part of the sample rate, so that its highest point lies between samples. It fades in, since a sudden start would be another peak. */
const betweenSamples = (part: number, phase: number, amplitude: number) =>
  Float32Array.from({ length: RATE }, (_, n) => {
    const value = Math.sin(2 * Math.PI * (n / part) + (phase * Math.PI) / 180)
    return amplitude * value * Math.min(1, n / 1000, (RATE - n) / 1000)
  })

describe('the true peak', () => {
  test.each([
    [15, 4, 0],
    [16, 4, 45],
    [17, 6, 60],
    [18, 8, 67.5],
  ])('of signal %i of Tech 3341 is -6 dB', (_, part, phase) => {
    const peakDb = dbOf(measure(betweenSamples(part, phase, 0.5)).truePeak)
    expect(peakDb).toBeGreaterThanOrEqual(-6.4)
    expect(peakDb).toBeLessThanOrEqual(-5.8)
  })
})

describe('the limiter', () => {
  function limit(samples: Float32Array, ceiling: number): Float32Array {
    const limiter = createLimiter(ceiling, RATE, 1)
    const pieces: Float32Array[] = []
    for (let at = 0; at < samples.length; at += 3001)
      pieces.push(limiter.push([samples.subarray(at, at + 3001)])[0])
    pieces.push(limiter.finish()[0])
    return Float32Array.from(pieces.flatMap((piece) => [...piece]))
  }

  test('returns as many samples as it got, and leaves quiet audio unchanged', () => {
    const quiet = steps([-20, 0.5])
    expect(limit(quiet, 0.5)).toEqual(quiet)
  })

  test('keeps peaks below the ceiling, including those between samples, without shifting them', () => {
    const loud = betweenSamples(4, 45, 0.9)
    const ceiling = factorOf(-3)
    const limited = limit(loud, ceiling)
    expect(limited.length).toBe(loud.length)
    expect(dbOf(measure(limited).truePeak)).toBeLessThanOrEqual(-2.9)
    // Nearly as loud as allowed, and in time with the input.
    expect(limited[20_001]).toBeCloseTo((loud[20_001] ?? 0) * (ceiling / 0.9), 1)
  })

  test('reduces only the neighborhood of a peak, without a jump', () => {
    const tone = steps([-12, 2])
    const length = RATE / 100
    for (let i = 0; i < length; i++) tone[RATE + i] = (tone[RATE + i] ?? 0) * 3.5
    const limited = limit(tone, factorOf(-3))
    expect(measure(limited).truePeak).toBeLessThanOrEqual(factorOf(-2.9))
    expect(limited.subarray(0, RATE - 1000)).toEqual(tone.subarray(0, RATE - 1000))
    expect(limited[2 * RATE - 100]).toBeCloseTo(tone[2 * RATE - 100] ?? 0, 3)
  })
})
