import { describe, expect, it } from 'vitest'
import { findSpeech, medianPitchHz, rmsDb } from '../../../support/measure.ts'
import { concatSamples } from '../../../../electron/lib/audio/pcm.ts'
import { noise, pcm, RATE, silence, sine } from './signals.ts'

describe('rmsDb', () => {
  it('measures a sine of full scale as −3 dB', () => {
    expect(rmsDb(sine(441, RATE, 32767))).toBeCloseTo(-3.01, 1)
    expect(rmsDb(sine(441, RATE, 3276.7))).toBeCloseTo(-23.01, 1)
  })

  it('measures silence and empty audio as −Infinity', () => {
    expect(rmsDb(silence(100))).toBe(-Infinity)
    expect(rmsDb(silence(0))).toBe(-Infinity)
  })
})

describe('findSpeech', () => {
  const options = { thresholdDb: -40, minSilenceMs: 100 }
  const square = (count: number) => new Int16Array(count).fill(10_000)

  it('finds the start and end of sound, to the sample', () => {
    const audio = pcm(concatSamples([silence(2205), square(4410), silence(4410), square(2205), silence(1)]))
    expect(findSpeech(audio, options)).toEqual([
      { startMs: 100, endMs: 300 },
      { startMs: 500, endMs: 600 },
    ])
  })

  it('counts short silences as part of the sound', () => {
    const audio = pcm(concatSamples([square(2205), silence(1000), square(2205)]))
    expect(findSpeech(audio, options).length).toBe(1)
  })

  it('finds nothing in silence', () => {
    expect(findSpeech(pcm(silence(RATE)), options)).toEqual([])
  })
})

describe('medianPitchHz', () => {
  it.each([80, 102, 181, 251, 330])('detects a tone of %i Hz', (hz) => {
    expect(medianPitchHz(pcm(sine(hz, RATE)))).toBeCloseTo(hz, -1)
  })

  it('is not misled by strong overtones', () => {
    const voice = sine(120, RATE, 4000).map(
      (value, i) => value + 6000 * Math.sin((2 * Math.PI * 240 * i) / RATE),
    )
    expect(medianPitchHz(pcm(voice))).toBeCloseTo(120, -1)
  })

  it('finds no pitch in noise or silence', () => {
    expect(medianPitchHz(pcm(noise(RATE)))).toBeUndefined()
    expect(medianPitchHz(pcm(silence(RATE)))).toBeUndefined()
  })
})
