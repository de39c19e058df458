import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  checkWholeAudio,
  decodeAudio,
  openAudio,
  probeAudio,
  type AudioSource,
} from '../../../../electron/lib/audio/decode.ts'
import { encodeMp3 } from '../../../../electron/lib/audio/mp3.ts'
import { parseFrameHeader } from '../../../../electron/lib/audio/mp3Frame.ts'
import { concatSamples, msToSamples } from '../../../../electron/lib/audio/pcm.ts'
import { encodeWav } from '../../../../electron/lib/audio/wav.ts'
import { areEqual, chirp, pcm, RATE } from './signals.ts'

const COUNT = RATE * 30 + 17
const samples = chirp(100, 3000, COUNT)
let mp3: Uint8Array
let decoded: Int16Array
beforeAll(async () => {
  mp3 = await encodeMp3(pcm(samples), { kbps: 64 })
  decoded = (await decodeAudio(mp3)).samples
})

/** A source that counts the bytes read from it. */
function countingSource(bytes: Uint8Array): AudioSource & { bytesRead(): number; longestRead(): number } {
  let total = 0
  let longest = 0
  return {
    byteLength: bytes.length,
    read(offset, length) {
      const piece = bytes.slice(offset, offset + length)
      total += piece.length
      longest = Math.max(longest, piece.length)
      return Promise.resolve(piece)
    },
    bytesRead: () => total,
    longestRead: () => longest,
  }
}

/** The frames of an MP3 file, its tag frame among them. */
function framesOf(file: Uint8Array): Uint8Array[] {
  const frames: Uint8Array[] = []
  for (let at = 0; at < file.length;) {
    const length = parseFrameHeader(file, at)?.byteLength ?? Infinity
    frames.push(file.subarray(at, at + length))
    at += length
  }
  return frames
}

const withoutTag = () => Buffer.concat(framesOf(mp3).slice(1))
const largestDifference = (a: Int16Array, b: Int16Array) =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - (b[i] ?? 0))), 0)

describe('decodeAudio', () => {
  it('recognizes MP3 and WAV by their content', async () => {
    expect((await probeAudio(mp3)).container).toBe('mp3')
    expect((await probeAudio(encodeWav(pcm(samples)))).container).toBe('wav')
  })

  it('throws a reason for input that is not audio', async () => {
    await expect(decodeAudio(Buffer.from('<!doctype html><title>Bad gateway</title>'))).rejects.toThrow(
      /^audio-not-known/,
    )
    await expect(decodeAudio(new Uint8Array(0))).rejects.toMatchObject({
      code: 'audio-not-known',
      params: { known: '.mp3 .wav' },
    })
    await expect(decodeAudio(mp3.subarray(0, 100))).rejects.toThrow(/^audio-cut-short/)
  })

  it('skips tags before and after the frames', async () => {
    const id3v2 = Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\x02\x0a', 'latin1'), Buffer.alloc(266, 0xff)])
    const id3v1 = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125, 0x20)])
    const tagged = Buffer.concat([id3v2, mp3, id3v1])
    expect(areEqual((await decodeAudio(tagged)).samples, decoded)).toBe(true)
    expect(await checkWholeAudio(tagged)).toBe('whole')
  })

  it('decodes all frames if there is no tag, with the silence that the encoder added around the audio', async () => {
    const bare = await decodeAudio(withoutTag())
    expect(bare.samples.length).toBe((framesOf(mp3).length - 1) * 576)
    expect(areEqual(bare.samples.slice(1105, 1105 + COUNT), decoded)).toBe(true)
  })

  it('decodes files that were concatenated', async () => {
    const glued = await decodeAudio(Buffer.concat([mp3, mp3]))
    expect(glued.samples.length).toBe((framesOf(mp3).length * 2 - 1) * 576 - 1105)
    expect(largestDifference(glued.samples.slice(0, COUNT), decoded)).toBeLessThanOrEqual(1)
    expect(await checkWholeAudio(Buffer.concat([mp3, mp3]))).toBe('whole')
  })
})

describe('decoding a part', () => {
  it.each(['with a tag', 'without a tag', 'as WAV'])(
    'gives the same samples as decoding all of it, %s',
    async (kind) => {
      const file = kind === 'with a tag' ? mp3 : kind === 'as WAV' ? encodeWav(pcm(samples)) : withoutTag()
      const whole = (await decodeAudio(file)).samples
      const audio = await openAudio(file)
      await fc.assert(
        fc.asyncProperty(fc.nat(whole.length), fc.nat(40_000), async (from, length) => {
          const pieces: Int16Array[] = []
          for await (const piece of audio.decode(from, from + length)) pieces.push(piece)
          const expected = whole.subarray(from, from + length)
          const slice = concatSamples(pieces)
          expect(slice.length).toBe(expected.length)
          // The decoder's arithmetic is in floats: after a lead-in instead of everything before, a rounding may differ.
          expect(largestDifference(slice, expected)).toBeLessThanOrEqual(1)
        }),
        { numRuns: 25 },
      )
    },
  )

  it('takes milliseconds, and ends at the end of the audio', async () => {
    const range = { startMs: 29_000, endMs: 99_000 }
    const { samples: part } = await decodeAudio(mp3, range)
    expect(part.length).toBe(COUNT - msToSamples(29_000, RATE))
    expect((await decodeAudio(mp3, { startMs: 40_000 })).samples.length).toBe(0)
    expect((await decodeAudio(mp3, { startMs: 500, endMs: 400 })).samples.length).toBe(0)
  })

  it('reads little more than the part from a long file', async () => {
    const source = countingSource(mp3)
    const { samples: part } = await decodeAudio(source, { startMs: 20_000, endMs: 20_500 })
    expect(part.length).toBe(msToSamples(500, RATE))
    expect(source.bytesRead()).toBeLessThan(mp3.length / 5)
  })

  it('works for frames with different bit rates', async () => {
    const frames = [64, 32, 96].map(async (kbps) =>
      framesOf(await encodeMp3(pcm(samples.slice(0, RATE)), { kbps })).slice(1),
    )
    const mixed = Buffer.concat((await Promise.all(frames)).flat())
    const whole = (await decodeAudio(mixed)).samples
    const { samples: part } = await decodeAudio(mixed, { startMs: 1500, endMs: 2500 })
    const from = msToSamples(1500, RATE)
    expect(largestDifference(part, whole.slice(from, from + part.length))).toBeLessThanOrEqual(1)
  })
})

describe('decoding piece by piece', () => {
  it('gives the same samples as decoding at once, without reading much at a time', async () => {
    const source = countingSource(mp3)
    const pieces: Int16Array[] = []
    for await (const piece of (await openAudio(source)).decode()) pieces.push(piece)
    expect(areEqual(concatSamples(pieces), decoded)).toBe(true)
    expect(pieces.length).toBeGreaterThan(10)
    expect(source.longestRead()).toBeLessThanOrEqual(1 << 14)
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(RATE * 5)
  })

  it('lets other work run in between', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 0)
    for await (const piece of (await openAudio(mp3)).decode()) expect(piece.length).toBeGreaterThan(0)
    clearInterval(timer)
    expect(turns).toBeGreaterThan(3)
  })
})

describe('checkWholeAudio', () => {
  it('detects every position where a tagged MP3 file may have been cut', async () => {
    const short = await encodeMp3(pcm(samples.slice(0, 3000)), { kbps: 64 })
    expect(await checkWholeAudio(short)).toBe('whole')
    for (let length = 0; length < short.length; length++) {
      const kind = await checkWholeAudio(short.subarray(0, length))
      // The first bytes alone do not identify the format.
      expect(kind, `after ${length} bytes`).toBe(length > 0 && length < 4 ? 'not-audio' : 'truncated')
    }
  })

  it('detects a cut within a frame of a file without a tag', async () => {
    const bare = withoutTag()
    expect(await checkWholeAudio(bare)).toBe('whole')
    expect(await checkWholeAudio(bare.subarray(0, -1))).toBe('truncated')
    expect(await checkWholeAudio(bare.subarray(0, 50_001))).toBe('truncated')
  })

  it('reports a file that continues with an error page as cut', async () => {
    expect(
      await checkWholeAudio(Buffer.concat([mp3.subarray(0, 50_000), Buffer.from('<html>504</html>')])),
    ).toBe('truncated')
  })

  it.each([
    ['a web page', Buffer.from(`<!doctype html>${'<p>text</p>'.repeat(2000)}`)],
    ['JSON', Buffer.from('{"success": false}')],
    ['UTF-16 text', Buffer.from(`\ufeff${'text '.repeat(3000)}`, 'utf16le')],
    ['a picture', Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(9000, 7)])],
    ['zeros', Buffer.alloc(9000)],
  ])('recognizes that %s is not audio', async (_, bytes) => {
    expect(await checkWholeAudio(bytes)).toBe('not-audio')
  })

  it('terminates on damaged files, and so does decoding', async () => {
    const short = await encodeMp3(pcm(samples.slice(0, 20_000)), { kbps: 64 })
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(short.length - 1), fc.nat(255)), { maxLength: 40 }),
        async (damage) => {
          const damaged = short.slice()
          for (const [at, value] of damage) damaged[at] = value
          expect(['whole', 'truncated', 'not-audio']).toContain(await checkWholeAudio(damaged))
          const length = await decodeAudio(damaged).then(
            (audio) => audio.samples.length,
            () => 0,
          )
          expect(length).toBeLessThan(RATE * 2)
        },
      ),
      { numRuns: 60 },
    )
  })
})
