import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  concatSamples,
  fadeEdges,
  msToSamples,
  samplesToMs,
  toInt16,
} from '../../../../electron/lib/audio/pcm.ts'
import { noise, RATE } from './signals.ts'

describe('lengths', () => {
  it('are converted between samples and milliseconds without loss', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.constantFrom(8000, 22050, 24000, 44100, 48000), (count, rate) => {
        expect(msToSamples(samplesToMs(count, rate), rate)).toBe(count)
      }),
    )
  })

  it('are rounded from milliseconds to the nearest sample', () => {
    expect(msToSamples(10, RATE)).toBe(221)
    expect(msToSamples(1000, RATE)).toBe(22050)
  })
})

describe('fadeEdges', () => {
  it('brings both ends to zero and leaves the middle unchanged', () => {
    const samples = noise(RATE, 20000)
    const before = samples.slice()
    fadeEdges(samples, RATE, 5)
    const faded = msToSamples(5, RATE)
    expect(samples[0]).toBe(0)
    expect(samples.at(-1)).toBe(0)
    expect(samples.slice(faded, -faded)).toEqual(before.slice(faded, -faded))
  })

  it('turns a step into a slope without a jump', () => {
    const samples = new Int16Array(2000).fill(20000)
    fadeEdges(samples, RATE, 5)
    let largestJump = 0
    for (let i = 1; i < samples.length; i++) {
      largestJump = Math.max(largestJump, Math.abs((samples[i] ?? 0) - (samples[i - 1] ?? 0)))
    }
    expect(largestJump).toBeLessThan(20000 * 0.02)
  })

  it('never makes a sample louder, whatever the length', () => {
    fc.assert(
      fc.property(fc.int16Array({ maxLength: 300 }), fc.nat(20), (samples, ms) => {
        const before = samples.slice()
        fadeEdges(samples, RATE, ms)
        for (const [i, value] of samples.entries())
          expect(Math.abs(value)).toBeLessThanOrEqual(Math.abs(before[i] ?? 0))
      }),
    )
  })
})

describe('samples', () => {
  it('are clipped, not wrapped around, if too loud for 16 bits', () => {
    expect([toInt16(1), toInt16(2), toInt16(-1), toInt16(-2), toInt16(0)]).toEqual([
      32767, 32767, -32768, -32768, 0,
    ])
  })

  it('are joined in order', () => {
    expect(concatSamples([Int16Array.of(1), Int16Array.of(), Int16Array.of(2, 3)])).toEqual(
      Int16Array.of(1, 2, 3),
    )
  })
})
