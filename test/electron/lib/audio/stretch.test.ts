import { describe, expect, it, vi } from 'vitest'
import { findSpeech, medianPitchHz, rmsDb } from '../../../support/measure.ts'
import { concatSamples, msToSamples } from '../../../../electron/lib/audio/pcm.ts'
import { stretchToLength } from '../../../../electron/lib/audio/stretch.ts'
import { loudestAt, noise, pcm, RATE, silence, sine } from './signals.ts'
import { long } from '../../../support/tags.ts'

describe('stretchToLength', () => {
  it.each([
    [0, 0],
    [0, 1000],
    [1, 1000],
    [1000, 0],
    [1000, 1],
    [440, 441],
    [441, 440],
    [7001, 7000],
    [22_050, 15_001],
    [22_050, 33_333],
    [22_050, 200_001],
    [200_001, 22_050],
  ])('stretches %i samples to exactly %i', async (from, to) => {
    expect((await stretchToLength(pcm(sine(220, from)), to)).samples.length).toBe(to)
  })

  it.each([0.3, 0.5, 0.9, 1.1, 2, 6])(
    'keeps the pitch and the level at %f times the length',
    long,
    async (ratio) => {
      const tone = pcm(sine(180, RATE * 2))
      const stretched = await stretchToLength(tone, Math.round(RATE * 2 * ratio))
      expect(Math.abs((medianPitchHz(stretched) ?? NaN) - 180)).toBeLessThan(180 * 0.015)
      expect(Math.abs(rmsDb(stretched.samples) - rmsDb(tone.samples))).toBeLessThan(1)
    },
  )

  it.each([0.4, 0.75, 0.98, 1.3, 2.5])('keeps the last sound at %f times the length', async (ratio) => {
    const bang = noise(msToSamples(15, RATE), 20_000)
    const audio = concatSamples([sine(200, RATE, 3000), silence(RATE), bang, silence(30)])
    const target = Math.round(audio.length * ratio)
    const { samples } = await stretchToLength(pcm(audio), target)
    const expectedAt = (audio.length - 30 - bang.length / 2) * ratio
    expect(Math.abs(loudestAt(samples) - expectedAt)).toBeLessThan(msToSamples(15, RATE) * Math.max(1, ratio))
    expect(Math.abs(samples[loudestAt(samples)] ?? 0)).toBeGreaterThan(8000)
  })

  it('keeps pauses in their places', async () => {
    const audio = pcm(concatSamples([sine(200, RATE), silence(RATE), sine(300, RATE)]))
    const stretched = await stretchToLength(audio, Math.round(RATE * 3 * 1.5))
    const [first, second] = findSpeech(stretched, { thresholdDb: -30, minSilenceMs: 200 })
    expect(Math.abs((first?.endMs ?? NaN) - 1500)).toBeLessThan(40)
    expect(Math.abs((second?.startMs ?? NaN) - 3000)).toBeLessThan(40)
  })

  it('returns audio that already has the right length unchanged', async () => {
    const audio = pcm(noise(5000))
    expect(await stretchToLength(audio, 5000)).toBe(audio)
  })

  it('lets other work run in between, and other audio be stretched at the same time', long, async () => {
    let turns = 0
    const count = setInterval(() => (turns += 1), 0)
    const stretch = (hz: number) => stretchToLength(pcm(sine(hz, RATE * 5)), RATE * 6)
    const [low, high] = await Promise.all([stretch(180), stretch(250)])
    clearInterval(count)
    expect(turns).toBeGreaterThan(100)
    expect(Math.abs((medianPitchHz(low) ?? NaN) - 180)).toBeLessThan(3)
    expect(Math.abs((medianPitchHz(high) ?? NaN) - 250)).toBeLessThan(4)
  })

  it('prints nothing: standard output belongs to the caller', long, async () => {
    const log = vi.spyOn(console, 'log')
    await stretchToLength(pcm(noise(RATE)), 500)
    await stretchToLength(pcm(noise(RATE)), RATE * 20)
    expect(log).not.toHaveBeenCalled()
    log.mockRestore()
  })
})
