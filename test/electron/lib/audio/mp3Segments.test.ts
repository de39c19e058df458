import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkWholeAudio, decodeAudio, probeAudio } from '../../../../electron/lib/audio/decode.ts'
import { encodeMp3 } from '../../../../electron/lib/audio/mp3.ts'
import { createSegmentedMp3File, encodeSegment } from '../../../../electron/lib/audio/mp3Segments.ts'
import type { Mp3Segment } from '../../../../electron/lib/audio/mp3Segments.ts'
import { concatSamples } from '../../../../electron/lib/audio/pcm.ts'
import { chirp, signalToNoiseDb } from './signals.ts'

const FORMAT = { sampleRate: 48_000, kbps: 64 }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-mp3-'))
})
afterEach(() => rm(folder, { recursive: true }))

const tone = (seconds: number) =>
  chirp(200, 1500, Math.round(seconds * FORMAT.sampleRate), 8000, FORMAT.sampleRate)
const silence = (ms: number) => new Int16Array((ms * FORMAT.sampleRate) / 1000)

/** Writes the pieces, and gives the file beside what one encoder makes of them, and the segments. */
async function write(pieces: readonly Int16Array[], format = FORMAT) {
  const segments: Mp3Segment[] = []
  const path = join(folder, 'a.mp3')
  const file = await createSegmentedMp3File(path, format, (segment) => {
    segments.push(segment)
    return encodeSegment(segment)
  })
  for (const piece of pieces) await file.write(piece)
  const { durationMs } = await file.finish()
  const bytes = new Uint8Array(await readFile(path))
  const samples = concatSamples(pieces)
  return {
    bytes,
    durationMs,
    segments,
    samples,
    whole: await encodeMp3({ sampleRate: format.sampleRate, samples }, format),
  }
}

describe('an MP3 file that is encoded in segments', () => {
  it.each([
    ['at 48 kHz and 64 kbit/s', FORMAT],
    ['at 48 kHz and 128 kbit/s', { sampleRate: 48_000, kbps: 128 }],
  ])('is as long and as true as that of one encoder, also where segments meet: %s', async (_name, format) => {
    const pieces = [
      tone(21),
      silence(80),
      tone(21.0123),
      silence(307),
      tone(3),
      silence(1),
      tone(20),
      silence(500),
      tone(0.5),
    ]
    const { bytes, whole, samples, durationMs, segments } = await write(pieces, format)
    expect(segments.map(({ isLast }) => isLast)).toEqual([false, false, false, true])
    expect(await checkWholeAudio(bytes)).toBe('whole')
    expect(bytes.length).toBe(whole.length)
    expect(durationMs).toBe((samples.length * 1000) / format.sampleRate)
    const decoded = await decodeAudio(bytes)
    const reference = await decodeAudio(whole)
    expect(decoded.samples.length).toBe(samples.length)
    expect(signalToNoiseDb(samples, decoded.samples)).toBeGreaterThan(
      signalToNoiseDb(samples, reference.samples) - 0.5,
    )
    // Around each place where two segments meet, nothing is worse than what one encoder makes.
    let border = 0
    for (const segment of segments.slice(0, -1)) {
      border += segment.samples.length
      const [from, to] = [border - 4800, border + 4800]
      const [wanted, got, single] = [samples, decoded.samples, reference.samples].map((all) =>
        all.subarray(from, to),
      )
      if (!wanted || !got || !single) throw new Error('three were cut')
      const worst = (heard: Int16Array) =>
        heard.reduce((most, sample, at) => Math.max(most, Math.abs(sample - (wanted[at] ?? 0))), 0)
      expect(worst(got)).toBeLessThan(worst(single) * 1.5 + 10)
    }
  })

  it('has its sounds where they were, to the sample', async () => {
    const click = silence(100)
    click[2400] = 30_000
    const { bytes, segments } = await write([tone(20.001), silence(200), click, silence(100)])
    expect(segments).toHaveLength(2)
    const { samples } = await decodeAudio(bytes)
    const from = Math.round(20.15 * FORMAT.sampleRate)
    const tail = samples.subarray(from)
    const loudest = tail.reduce(
      (best, sample, at) => (Math.abs(sample) > Math.abs(tail[best] ?? 0) ? at : best),
      0,
    )
    expect(from + loudest).toBe(960_048 + 9600 + 2400)
  })

  it('meets in a silence that lies within what is written at once', async () => {
    const { segments, bytes, samples } = await write([
      concatSamples([tone(12), silence(300), tone(9), silence(300), tone(20.5), silence(60), tone(1)]),
    ])
    expect(segments).toHaveLength(2)
    expect(signalToNoiseDb(samples, (await decodeAudio(bytes)).samples)).toBeGreaterThan(25)
  })

  it('does not part sound without silence, and keeps little of it in memory', async () => {
    const pieces = [
      ...Array.from({ length: 30 }, () => tone(5)),
      silence(200),
      tone(20),
      silence(200),
      tone(1),
    ]
    const { bytes, segments, samples } = await write(pieces)
    expect(segments.map((segment) => Math.round(segment.samples.length / FORMAT.sampleRate))).toEqual([20, 1])
    expect((await probeAudio(bytes)).sampleCount).toBe(samples.length)
    expect(signalToNoiseDb(samples, (await decodeAudio(bytes)).samples)).toBeGreaterThan(25)
  })

  it('may be empty, or nothing but silence', async () => {
    expect((await decodeAudio((await write([])).bytes)).samples).toHaveLength(0)
    const { bytes } = await write([silence(130_000), silence(5)])
    expect((await decodeAudio(bytes)).samples).toHaveLength(130_005 * 48)
  })

  it('leaves nothing where a segment fails', async () => {
    const file = await createSegmentedMp3File(join(folder, 'a.mp3'), FORMAT, () =>
      Promise.reject(new Error('no worker')),
    )
    await file.write(tone(21))
    await file.write(silence(200))
    await file.write(tone(1))
    await expect(file.finish()).rejects.toThrow('no worker')
    await file.abort()
    expect(await readdir(folder)).toEqual([])
  })
})
