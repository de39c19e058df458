import { describe, expect, it } from 'vitest'
import { openAudio } from '../../../../electron/lib/audio/decode.ts'
import { playedAudio, type Playing } from '../../../../electron/hosts/page/media.ts'
import { concatSamples, msToSamples, toInt16 } from '../../../../electron/lib/audio/pcm.ts'
import { encodeWav } from '../../../../electron/lib/audio/wav.ts'
import { medianPitchHz, rmsDb } from '../../../support/measure.ts'
import { loudestAt, noise, pcm, RATE, silence, sine } from './signals.ts'
import { long } from '../../../support/tags.ts'

const AT_48 = 48_000

/** The playback of mono samples, as one piece. */
async function played(samples: Int16Array, how: Partial<Playing>) {
  const audio = await openAudio(encodeWav(pcm(samples)))
  const pieces: Int16Array[] = []
  for await (const [first] of playedAudio(audio, { fromMs: 0, rate: 1, sampleRate: AT_48, ...how }))
    pieces.push(Int16Array.from(first, toInt16))
  return { samples: concatSamples(pieces), sampleRate: how.sampleRate ?? AT_48, pieces: pieces.length }
}

describe('playedAudio', () => {
  it.each([0.5, 0.75, 1, 1.5, 2])(
    'keeps pitch and level at %f times the speed, and has the expected length',
    long,
    async (rate) => {
      const tone = sine(180, RATE * 2)
      const heard = await played(tone, { rate })
      expect(Math.abs(heard.samples.length - (2 / rate) * AT_48)).toBeLessThanOrEqual(3)
      expect(Math.abs((medianPitchHz(heard) ?? NaN) - 180)).toBeLessThan(3)
      expect(Math.abs(rmsDb(heard.samples) - rmsDb(tone))).toBeLessThan(1)
    },
  )

  it.each([0.75, 1, 1.5])(
    'places sounds correctly at %f times the speed, from a given position',
    async (rate) => {
      const bang = noise(msToSamples(15, RATE), 20_000)
      const audio = concatSamples([sine(200, RATE, 3000), silence(RATE), bang, silence(RATE / 2)])
      const { samples } = await played(audio, { rate, fromMs: 400 })
      const expectedMs = (2007.5 - 400) / rate
      expect(Math.abs((loudestAt(samples) / AT_48) * 1000 - expectedMs)).toBeLessThan(10)
    },
  )

  it('plays both channels, each with its own sound', async () => {
    const interleaved = new Int16Array(RATE * 2)
    const [left, right] = [sine(180, RATE), sine(320, RATE)]
    for (let i = 0; i < RATE; i++) interleaved.set([left[i] ?? 0, right[i] ?? 0], 2 * i)
    const bytes = encodeWav(pcm(interleaved))
    new DataView(bytes.buffer).setUint16(22, 2, true)
    new DataView(bytes.buffer).setUint16(32, 4, true)
    const heard: [number[], number[]] = [[], []]
    for await (const [first, second] of playedAudio(await openAudio(bytes), {
      ...{ fromMs: 0, rate: 1.25, sampleRate: AT_48 },
    })) {
      for (const value of first) heard[0].push(toInt16(value))
      for (const value of second ?? []) heard[1].push(toInt16(value))
    }
    const pitches = heard.map((samples) =>
      medianPitchHz({ sampleRate: AT_48, samples: Int16Array.from(samples) }),
    )
    expect(Math.round(pitches[0] ?? 0)).toBe(180)
    expect(Math.round(pitches[1] ?? 0)).toBe(320)
  })

  it('yields its first piece long before everything is decoded', async () => {
    const audio = await openAudio(encodeWav(pcm(sine(180, RATE * 60))))
    let decoded = 0
    const counted = {
      ...audio,
      async *decodeChannels(from?: number, to?: number) {
        for await (const piece of audio.decodeChannels(from, to)) {
          decoded += piece[0].length
          yield piece
        }
      },
    }
    const pieces = playedAudio(counted, { fromMs: 0, rate: 1.5, sampleRate: AT_48 })
    await pieces.next()
    expect(decoded).toBeLessThan(RATE * 5)
    await pieces.return(undefined)
  })

  it.each([1, 1.5])('starts again after each pass, at %f times the speed', async (rate) => {
    const bang = noise(msToSamples(15, RATE), 20_000)
    const samples = concatSamples([sine(200, RATE / 2, 300), bang, silence(RATE / 10)])
    const audio = await openAudio(encodeWav(pcm(samples)))
    const heard: number[] = []
    for await (const [piece] of playedAudio(audio, {
      ...{ fromMs: 300, passMs: 700, rate, sampleRate: AT_48 },
    })) {
      for (const value of piece) heard.push(toInt16(value))
      if (heard.length > (3 / rate) * AT_48) break
    }
    // The bang is half a second after each start: 200 ms after the first sound, and 700 ms after each bang.
    for (const pass of [0, 1, 2, 3]) {
      const fromMs = (pass * 700) / rate
      const part = Int16Array.from(
        heard.slice(msToSamples(fromMs, AT_48), msToSamples(fromMs + 700 / rate, AT_48)),
      )
      expect(Math.abs((loudestAt(part) / AT_48) * 1000 - 207.5 / rate)).toBeLessThan(10)
    }
  })

  it('yields nothing beyond the end', async () => {
    expect((await played(sine(180, RATE), { fromMs: 5000, rate: 2 })).samples).toHaveLength(0)
  })
})
