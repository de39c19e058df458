import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkWholeAudio, decodeAudio, probeAudio } from '../../../../electron/lib/audio/decode.ts'
import { createMp3File, encodeMp3 } from '../../../../electron/lib/audio/mp3.ts'
import { parseFrameHeader } from '../../../../electron/lib/audio/mp3Frame.ts'
import { crc16, readInfoTag } from '../../../../electron/lib/audio/mp3InfoTag.ts'
import { areEqual, chirp, loudestAt, pcm, RATE, signalToNoiseDb, sine } from './signals.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-mp3-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** The first frame of a file and the content of its tag. */
function tagOf(file: Uint8Array) {
  const header = parseFrameHeader(file, 0)
  if (header === undefined) throw new Error('The file does not start with a frame')
  const frame = file.subarray(0, header.byteLength)
  return { header, frame, tag: readInfoTag(frame, header), audio: file.subarray(header.byteLength) }
}

describe('encodeMp3', () => {
  it.each([0, 1, 2, 47, 575, 576, 577, 1151, 1152, 1153, 22050, 65536, 65537, 100_003])(
    'preserves exactly %i samples after decoding',
    async (count) => {
      const file = await encodeMp3(pcm(sine(440, count)), { kbps: 64 })
      expect((await decodeAudio(file)).samples.length).toBe(count)
      expect((await probeAudio(file)).sampleCount).toBe(count)
      expect(await checkWholeAudio(file)).toBe('whole')
    },
  )

  it.each([
    [8000, 8],
    [11025, 32],
    [16000, 32],
    [22050, 64],
    [24000, 8],
    [24000, 64],
    [44100, 128],
    [48000, 320],
  ])('preserves the length and the sound at %i Hz and %i kbit/s', async (sampleRate, kbps) => {
    const samples = chirp(200, 900, Math.round(sampleRate * 1.37), 8000, sampleRate)
    const decoded = await decodeAudio(await encodeMp3({ sampleRate, samples }, { kbps }))
    expect(decoded.sampleRate).toBe(sampleRate)
    expect(decoded.samples.length).toBe(samples.length)
    expect(signalToNoiseDb(samples, decoded.samples)).toBeGreaterThan(kbps < 16 ? 12 : 25)
  })

  it('keeps a click in its place, to the sample', async () => {
    const samples = new Int16Array(RATE)
    samples[12_345] = 30_000
    const decoded = await decodeAudio(await encodeMp3(pcm(samples), { kbps: 64 }))
    expect(loudestAt(decoded.samples)).toBe(12_345)
  })

  it('refuses a sample rate or bit rate that MP3 does not support', async () => {
    await expect(encodeMp3(pcm(sine(440, 10), 23000), { kbps: 64 })).rejects.toThrow(RangeError)
    await expect(encodeMp3(pcm(sine(440, 10)), { kbps: 65 })).rejects.toThrow(RangeError)
  })
})

describe('the tag of an MP3 file', () => {
  it('is ignored if it claims more frames than the file has room for', async () => {
    const file = await encodeMp3(pcm(sine(440, 50_000)), { kbps: 64 })
    const { header } = tagOf(file)
    new DataView(file.buffer, file.byteOffset).setUint32(header.tagOffset + 8, 0xffffffff)
    expect((await probeAudio(file)).durationMs).toBeLessThan(3_000)
    expect(await checkWholeAudio(file)).toBe('truncated')
  })

  it('states the frames and bytes of the file, and the samples that are padding', async () => {
    const count = 50_000
    const file = await encodeMp3(pcm(sine(440, count)), { kbps: 64 })
    const { tag, audio } = tagOf(file)
    let frames = 0
    for (let at = 0; at < audio.length; frames++) {
      const header = parseFrameHeader(audio, at)
      expect(header?.kbps).toBe(64)
      at += header?.byteLength ?? Infinity
    }
    expect(tag).toMatchObject({ frameCount: frames, byteCount: file.length, isConstantRate: true })
    const delay = tag?.delay ?? { before: NaN, after: NaN }
    expect(delay.before).toBe(576)
    expect(delay.before + count + delay.after).toBe(frames * 576)
  })

  it('has checksums of the audio and of itself', async () => {
    const { header, frame, audio } = tagOf(await encodeMp3(pcm(sine(440, 9000)), { kbps: 64 }))
    const view = new DataView(frame.buffer, frame.byteOffset)
    const lame = header.tagOffset + 120
    expect(view.getUint16(lame + 32)).toBe(crc16(audio))
    expect(view.getUint16(lame + 34)).toBe(crc16(frame.subarray(0, lame + 34)))
    // The check value that catalogues give for this CRC (CRC-16/ARC).
    expect(crc16(Buffer.from('123456789'))).toBe(0xbb3d)
  })

  it('has a table of contents with the right positions', async () => {
    const file = await encodeMp3(pcm(sine(440, RATE * 20)), { kbps: 64 })
    const { header, frame } = tagOf(file)
    const toc = frame.subarray(header.tagOffset + 16, header.tagOffset + 116)
    for (const [percent, entry] of toc.entries()) {
      expect(Math.abs(entry / 256 - percent / 100)).toBeLessThan(0.01)
    }
  })

  it('uses a larger frame if audio frames are too small for it', async () => {
    const file = await encodeMp3(pcm(sine(440, 9000)), { kbps: 16 })
    expect(tagOf(file).header.kbps).toBe(56)
    expect((await probeAudio(file)).sampleCount).toBe(9000)
  })
})

describe('createMp3File', () => {
  it('writes the same bytes in pieces as at once, and reports the length', async () => {
    const samples = chirp(100, 2000, 70_001)
    const path = join(folder, 'story.mp3')
    const file = await createMp3File(path, { sampleRate: RATE, kbps: 64 }, new Uint8Array(0))
    const piece = new Int16Array(1234)
    for (let at = 0; at < samples.length; at += piece.length) {
      const part = samples.subarray(at, at + piece.length)
      piece.set(part)
      await file.write(piece.subarray(0, part.length)) // The same buffer is reused for every piece, as streams do.
    }
    expect((await file.finish()).durationMs).toBeCloseTo((70_001 * 1000) / RATE, 6)
    expect(areEqual(await readFile(path), await encodeMp3(pcm(samples), { kbps: 64 }))).toBe(true)
    expect(await readdir(folder)).toEqual(['story.mp3'])
  })

  it('keeps an older file after an abort', async () => {
    const path = join(folder, 'story.mp3')
    await writeFile(path, 'older')
    const file = await createMp3File(path, { sampleRate: RATE, kbps: 64 }, new Uint8Array(0))
    await file.write(sine(440, 30_000))
    await file.abort()
    expect(await readFile(path, 'utf8')).toBe('older')
    expect(await readdir(folder)).toEqual(['story.mp3'])
  })

  it('fails immediately if it cannot write', async () => {
    const path = join(folder, 'missing', 'story.mp3')
    await expect(createMp3File(path, { sampleRate: RATE, kbps: 64 }, new Uint8Array(0))).rejects.toThrow(
      /ENOENT/,
    )
  })
})
