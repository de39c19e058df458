import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkWholeAudio, decodeAudio, probeAudio } from '../../../../electron/lib/audio/decode.ts'
import { encodeMp3 } from '../../../../electron/lib/audio/mp3.ts'
import { frameEnds, parseFrameHeader } from '../../../../electron/lib/audio/mp3Frame.ts'
import { findMp3Start, locateFrame } from '../../../../electron/lib/audio/mp3Stream.ts'
import { bytesSource } from '../../../../electron/lib/audio/audioSource.ts'
import { readInfoTag } from '../../../../electron/lib/audio/mp3InfoTag.ts'
import {
  buffersOf,
  createSegmentedMp3File,
  encodeSegment,
  type Mp3Segment,
} from '../../../../electron/lib/audio/mp3Segments.ts'
import { concatSamples, fadeEdges } from '../../../../electron/lib/audio/pcm.ts'
import { chirp, RATE, signalToNoiseDb, sine } from './signals.ts'
import { long } from '../../../support/tags.ts'

const FORMAT = { sampleRate: 48_000, kbps: 64 }

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-mp3-'))
})
afterEach(() => rm(folder, { recursive: true }))

const tone = (seconds: number, { sampleRate }: { sampleRate: number } = FORMAT) =>
  new Int16Array(chirp(200, 1500, Math.round(seconds * sampleRate), 8000, sampleRate))
const silence = (ms: number, { sampleRate }: { sampleRate: number } = FORMAT) =>
  new Int16Array((ms * sampleRate) / 1000)

/** Writes the pieces, and returns the file, the output of a single encoder, and the segments. */
async function write(pieces: readonly Int16Array<ArrayBuffer>[], format = FORMAT) {
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

function greatestDifference(a: Int16Array, b: Int16Array): number {
  return a.reduce((most, sample, at) => Math.max(most, Math.abs(sample - (b[at] ?? NaN))), 0)
}

/** The frames that its tag counts. */
function frameCountOf(file: Uint8Array): number {
  const header = parseFrameHeader(file, 0)
  return (header && readInfoTag(file.subarray(0, header.byteLength), header)?.frameCount) ?? NaN
}

/** Whether each tenth frame is found by the bit rate alone, without reading those before it. */
async function areFramesFound(file: Uint8Array): Promise<boolean> {
  const source = bytesSource(file)
  const start = await findMp3Start(source)
  if (typeof start === 'string') throw new Error(start)
  const ends = frameEnds(file.subarray(start.audioOffset)).map((end) => start.audioOffset + end)
  for (let index = 10; index < ends.length; index += 10)
    if ((await locateFrame(source, start, index)) !== ends[index - 1]) return false
  return true
}

describe('an MP3 file that is encoded in segments', () => {
  it.each([
    ['at 48 kHz and 64 kbit/s', FORMAT],
    ['at 48 kHz and 128 kbit/s', { sampleRate: 48_000, kbps: 128 }],
    ['at 22.05 kHz and 64 kbit/s', { sampleRate: 22_050, kbps: 64 }],
    ['at 24 kHz and 64 kbit/s', { sampleRate: 24_000, kbps: 64 }],
    ['at 24 kHz and 128 kbit/s', { sampleRate: 24_000, kbps: 128 }],
  ])(
    'is as long and as accurate as from one encoder, even where segments meet: %s',
    long,
    async (_name, format) => {
      const first = tone(21, format)
      // It begins softly, as speech does, so that the omitted frame would have contributed little to the first two milliseconds.
      fadeEdges(first, format.sampleRate, 2)
      const pieces = [
        first,
        silence(100, format),
        tone(21.0125, format),
        silence(307, format),
        tone(3, format),
        silence(1, format),
        tone(20, format),
        silence(500, format),
        tone(0.5, format),
      ]
      const { bytes, whole, samples, durationMs, segments } = await write(pieces, format)
      expect(segments.map(({ isLast }) => isLast)).toEqual([false, false, false, true])
      expect(await checkWholeAudio(bytes)).toBe('whole')
      expect(frameCountOf(bytes)).toBeLessThanOrEqual(
        frameCountOf(whole) - (format.sampleRate < 48_000 ? 1 : 0),
      )
      expect(durationMs).toBeCloseTo((samples.length * 1000) / format.sampleRate)
      const decoded = await decodeAudio(bytes)
      const reference = await decodeAudio(whole)
      expect(decoded.samples.length).toBe(samples.length)
      expect(signalToNoiseDb(samples, decoded.samples)).toBeGreaterThan(
        Math.min(55, signalToNoiseDb(samples, reference.samples) - 0.5),
      )
      // Around each join of two segments, nothing is worse than the output of a single encoder.
      let border = 0
      for (const segment of segments.slice(0, -1)) {
        border += concatSamples(segment.parts).length
        const [from, to] = [border - format.sampleRate / 10, border + format.sampleRate / 10]
        const [wanted, got, single] = [samples, decoded.samples, reference.samples].map((all) =>
          all.subarray(from, to),
        )
        if (!wanted || !got || !single) throw new Error('three were cut')
        expect(greatestDifference(got, wanted)).toBeLessThan(greatestDifference(single, wanted) * 1.5 + 10)
      }
    },
  )

  it('has each frame at the position given by the bit rate, however many segments there are', async () => {
    const format = { sampleRate: 11_025, kbps: 32 }
    const path = join(folder, 'a.mp3')
    const file = await createSegmentedMp3File(path, format, encodeSegment)
    for (let segment = 0; segment < 10; segment++) {
      await file.write(tone(20.3, format)) // nearly a byte less than the bit rate promises
      await file.write(new Int16Array(3_000))
    }
    await file.finish()
    expect(await areFramesFound(new Uint8Array(await readFile(path)))).toBe(true)
  })

  it('gives the memory of samples away with their segment, not before', async () => {
    // One piece with silences inside of it, another that begins where the first segment may end.
    const pieces = [
      concatSamples([tone(21), silence(500), tone(21), silence(500), tone(2)]),
      silence(700),
      tone(21),
    ]
    const expected = await write(pieces)
    const path = join(folder, 'b.mp3')
    const file = await createSegmentedMp3File(path, FORMAT, (segment) =>
      encodeSegment(structuredClone(segment, { transfer: buffersOf(segment) })),
    )
    for (const piece of pieces) await file.write(piece.slice())
    await file.finish()
    expect(expected.segments.length).toBeGreaterThan(2)
    expect(await readFile(path)).toEqual(Buffer.from(expected.bytes))
  })

  // With the delay of a decoder, 47 and 623 samples fill their frames.
  it.each([0, 1, 20, 47, 48, 575, 576, 623, 624, 1151, 1152, 1153, 57_647, 57_648])(
    'at 22.05 kHz has exactly %i samples, and at most 50 ms more for programs that count its frames',
    async (count) => {
      const { bytes, samples } = await write([new Int16Array(sine(440, count))], {
        sampleRate: RATE,
        kbps: 64,
      })
      const decoded = await decodeAudio(bytes)
      expect(decoded.samples.length).toBe(samples.length)
      expect(await checkWholeAudio(bytes)).toBe('whole')
      expect(Math.round(((frameCountOf(bytes) * 576 - samples.length) * 1000) / RATE)).toBeLessThanOrEqual(50)
      // The end is complete.
      const reference = await decodeAudio(await encodeMp3({ sampleRate: RATE, samples }, { kbps: 64 }))
      expect(greatestDifference(decoded.samples.slice(1200), reference.samples.slice(1200))).toBeLessThan(2)
    },
  )

  it.each([8, 64, 128])(
    'at 24 kHz and %i kbit/s sounds from its first millisecond, and decodes the same from any position',
    async (kbps) => {
      const format = { sampleRate: 24_000, kbps }
      const { bytes, samples } = await write([tone(3, format)], format)
      const decoded = await decodeAudio(bytes)
      const reference = await decodeAudio(await encodeMp3({ sampleRate: 24_000, samples }, format))
      const noiseDb = (audio: Int16Array, from: number, to: number) =>
        signalToNoiseDb(samples.subarray(from, to), audio.subarray(from, to))
      expect(noiseDb(decoded.samples, 48, 4800)).toBeGreaterThan(kbps < 16 ? 12 : 40)
      expect(greatestDifference(decoded.samples.slice(1200), reference.samples.slice(1200))).toBeLessThan(2)
      const slice = await decodeAudio(bytes, { startMs: 1500, endMs: 2000 })
      expect(greatestDifference(slice.samples, decoded.samples.slice(36_000, 48_000))).toBeLessThan(2)
    },
  )

  it('has its sounds in place, to the sample', async () => {
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

  it('joins segments at a silence within the piece being written', long, async () => {
    const { segments, bytes, samples } = await write([
      concatSamples([tone(12), silence(300), tone(9), silence(300), tone(20.5), silence(60), tone(1)]),
    ])
    expect(segments).toHaveLength(2)
    expect(signalToNoiseDb(samples, (await decodeAudio(bytes)).samples)).toBeGreaterThan(25)
  })

  it('does not split sound without silence, and keeps little of it in memory', long, async () => {
    // Lengths are in seconds: half the samples suffice.
    const format = { sampleRate: 24_000, kbps: 64 }
    const piece = tone(5, format)
    const pieces = [
      ...Array.from({ length: 26 }, () => piece), // more than two minutes
      silence(200, format),
      tone(20, format),
      silence(200, format),
      tone(1, format),
    ]
    const { bytes, segments, samples } = await write(pieces, format)
    expect(
      segments.map((segment) => Math.round(concatSamples(segment.parts).length / format.sampleRate)),
    ).toEqual([20, 1])
    expect((await probeAudio(bytes)).sampleCount).toBe(samples.length)
    expect(signalToNoiseDb(samples, (await decodeAudio(bytes)).samples)).toBeGreaterThan(25)
  })

  it('may be empty or silent', long, async () => {
    expect((await decodeAudio((await write([])).bytes)).samples).toHaveLength(0)
    const { bytes } = await write([silence(130_000), silence(5)])
    expect((await decodeAudio(bytes)).samples).toHaveLength(130_005 * 48)
  })

  it('leaves nothing if a segment fails', async () => {
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
