import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkWholeAudio, decodeAudio, openAudio, probeAudio } from '../../../../electron/lib/audio/decode.ts'
import { createWavFile, encodeWav, wavHeader, readWavLayout } from '../../../../electron/lib/audio/wav.ts'
import { areEqual, pcm, RATE, sine } from './signals.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-wav-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** A WAV file with a given format chunk and data. */
function wavOf(
  format: { tag: number; channels: number; sampleRate: number; bits: number },
  data: Buffer,
  sizes: { riff?: number; data?: number; chunks?: Buffer; magic?: string } = {},
): Buffer {
  const fmt = Buffer.alloc(24)
  fmt.write('fmt ', 'latin1')
  fmt.writeUInt32LE(16, 4)
  fmt.writeUInt16LE(format.tag, 8)
  fmt.writeUInt16LE(format.channels, 10)
  fmt.writeUInt32LE(format.sampleRate, 12)
  // A wrong rate or channel count may overflow the field for bytes per second.
  const frameBytes = (format.channels * format.bits) / 8
  fmt.writeUInt32LE((format.sampleRate * frameBytes) % 2 ** 32, 16)
  fmt.writeUInt16LE(frameBytes % 2 ** 16, 20)
  fmt.writeUInt16LE(format.bits, 22)
  const dataHead = Buffer.alloc(8)
  dataHead.write('data', 'latin1')
  dataHead.writeUInt32LE(sizes.data ?? data.length, 4)
  const body = Buffer.concat([sizes.chunks ?? Buffer.alloc(0), fmt, dataHead, data])
  const riff = Buffer.alloc(12)
  riff.write(sizes.magic ?? 'RIFF', 'latin1')
  riff.writeUInt32LE(sizes.riff ?? body.length + 4, 4)
  riff.write('WAVE', 8, 'latin1')
  return Buffer.concat([riff, body])
}

const mono16 = { tag: 1, channels: 1, sampleRate: RATE, bits: 16 }

describe('encodeWav', () => {
  it('keeps every sample, whatever the length', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.int16Array({ maxLength: 5000 }),
        fc.constantFrom(8000, 22050, 48000),
        async (samples, sampleRate) => {
          expect(await decodeAudio(encodeWav({ sampleRate, samples }))).toEqual({ sampleRate, samples })
        },
      ),
    )
  })

  it('writes the sizes that other programs verify', () => {
    const file = Buffer.from(encodeWav(pcm(sine(440, 1001))))
    expect(file.length).toBe(44 + 2002)
    expect(file.readUInt32LE(4)).toBe(file.length - 8)
    expect(file.readUInt32LE(40)).toBe(2002)
    expect(file.readUInt32LE(28)).toBe(RATE * 2)
  })

  it('encodes a part of a larger buffer', async () => {
    const all = sine(440, 100)
    expect((await decodeAudio(encodeWav(pcm(all.subarray(10, 20))))).samples).toEqual(all.slice(10, 20))
  })
})

describe('a WAV file of another program', () => {
  it('is mixed down from stereo to the mean of both channels', async () => {
    const data = Buffer.from(Int16Array.of(1000, 3000, -2000, 2000, 32767, 32767).buffer)
    expect((await decodeAudio(wavOf({ ...mono16, channels: 2 }, data))).samples).toEqual(
      Int16Array.of(2000, 0, 32767),
    )
  })

  it.each([
    ['8-bit', { tag: 1, bits: 8 }, Buffer.from([128, 192, 0])],
    ['24-bit', { tag: 1, bits: 24 }, Buffer.from([0, 0, 0, 0, 0, 0x40, 0, 0, 0x80])],
    ['32-bit', { tag: 1, bits: 32 }, Buffer.from(Int32Array.of(0, 2 ** 30, -(2 ** 31)).buffer)],
    ['32-bit float', { tag: 3, bits: 32 }, Buffer.from(Float32Array.of(0, 0.5, -1).buffer)],
    ['64-bit float', { tag: 3, bits: 64 }, Buffer.from(Float64Array.of(0, 0.5, -1).buffer)],
  ])('is read with %s samples', async (_, { tag, bits }, data) => {
    expect((await decodeAudio(wavOf({ ...mono16, tag, bits }, data))).samples).toEqual(
      Int16Array.of(0, 16384, -32768),
    )
  })

  it('may contain unknown chunks, including odd-sized ones', async () => {
    const chunks = Buffer.from('LIST\x03\0\0\0abc\0', 'latin1')
    const data = Buffer.from(Int16Array.of(1, 2, 3).buffer)
    expect((await decodeAudio(wavOf(mono16, data, { chunks }))).samples).toEqual(Int16Array.of(1, 2, 3))
  })

  it('that cannot be read is refused with the reason', async () => {
    await expect(decodeAudio(Buffer.from('<html>'))).rejects.toThrow(/^audio-not-known/)
    await expect(decodeAudio(wavOf({ ...mono16, tag: 2, bits: 4 }, Buffer.alloc(8)))).rejects.toThrow(
      /^audio-encoding-unknown/,
    )
    await expect(decodeAudio(encodeWav(pcm(sine(440, 10))).subarray(0, 20))).rejects.toThrow(
      /^audio-cut-short/,
    )
  })
})

describe('the sample rate in a WAV header', () => {
  const data = Buffer.from(sine(440, 500).buffer)

  it.each([1, 3_999, 384_001, 4_000_000_000, 0xffffffff])('is refused if it is %i Hz', async (sampleRate) => {
    const file = wavOf({ ...mono16, sampleRate }, data)
    await expect(openAudio(file)).rejects.toThrow(/^audio-encoding-unknown/)
    expect(await checkWholeAudio(file)).toBe('not-audio')
  })

  it.each([4_000, 384_000])('may be %i Hz', async (sampleRate) => {
    expect((await openAudio(wavOf({ ...mono16, sampleRate }, data))).sampleRate).toBe(sampleRate)
  })
})

it('a WAV file with very many channels is read in small pieces', async () => {
  const channels = 65_535
  const file = wavOf({ tag: 3, channels, sampleRate: RATE, bits: 64 }, Buffer.alloc(channels * 8 * 20))
  let most = 0
  const audio = await openAudio({
    byteLength: file.length,
    read(offset, length) {
      most = Math.max(most, length)
      return file.subarray(offset, offset + length)
    },
  })
  expect((await Array.fromAsync(audio.decode())).reduce((sum, { length }) => sum + length, 0)).toBe(20)
  expect(most).toBeLessThanOrEqual(1 << 20)
})

describe('sizes in a WAV header', () => {
  const data = Buffer.from(sine(440, 500).buffer)

  it.each([
    ['all ones', { riff: 0xffffffff, data: 0xffffffff }],
    ['zero', { riff: 0, data: 0 }],
    ['the largest number with a sign', { riff: 0x7fffffff, data: 0x7fffffff }],
    ['a little below that', { riff: 0x7fffffff, data: 0x7fffffff - 36 }],
    ['a little below all ones', { riff: 0xffffffff, data: 0xffffffff - 44 }],
    ['two billion', { riff: 2_000_000_036, data: 2_000_000_000 }],
  ])('are ignored if they are %s', async (_, sizes) => {
    const file = wavOf(mono16, data, sizes)
    expect(await checkWholeAudio(file)).toBe('whole')
    expect((await decodeAudio(file)).samples.length).toBe(500)
  })

  it('are taken from the long-size chunk of an RF64 file', async () => {
    const ds64 = Buffer.alloc(36)
    ds64.write('ds64', 'latin1')
    ds64.writeUInt32LE(28, 4)
    ds64.writeBigUInt64LE(BigInt(data.length), 16)
    const rf64 = { magic: 'RF64', riff: 0xffffffff, data: 0xffffffff, chunks: ds64 }
    const file = wavOf(mono16, data, rf64)
    expect(await checkWholeAudio(file)).toBe('whole')
    expect(await checkWholeAudio(file.subarray(0, -2))).toBe('truncated')
  })

  it('reveal that the end is missing', async () => {
    const file = encodeWav(pcm(sine(440, 500)))
    expect(await checkWholeAudio(file)).toBe('whole')
    for (const length of [4, 11, 30, 43, 44, 500, file.length - 1]) {
      expect(await checkWholeAudio(file.subarray(0, length))).toBe('truncated')
    }
  })

  it('report a file without samples as complete', async () => {
    const file = encodeWav(pcm(new Int16Array(0)))
    expect(await checkWholeAudio(file)).toBe('whole')
    expect(await probeAudio(file)).toEqual({
      container: 'wav',
      sampleRate: RATE,
      sampleCount: 0,
      durationMs: 0,
    })
  })
})

describe('createWavFile', () => {
  it('writes a file in pieces that reads back complete', async () => {
    const samples = sine(300, 10_001)
    const path = join(folder, 'story.wav')
    const floats = Float32Array.from(samples, (sample) => sample / 32768)
    const file = await createWavFile(path, { sampleRate: RATE, channels: 1, bits: 16 })
    for (let at = 0; at < floats.length; at += 777) await file.write([floats.subarray(at, at + 777)])
    await file.finish()
    expect(areEqual((await decodeAudio(await readFile(path))).samples, samples)).toBe(true)
    expect(await readdir(folder)).toEqual(['story.wav'])
  })

  it('keeps an older file until it is finished, and after an abort', async () => {
    const path = join(folder, 'story.wav')
    await writeFile(path, 'older')
    const file = await createWavFile(path, { sampleRate: RATE, channels: 1, bits: 16 })
    await file.write([new Float32Array(1000)])
    expect(await readFile(path, 'utf8')).toBe('older')
    await file.abort()
    await file.abort()
    expect(await readFile(path, 'utf8')).toBe('older')
    expect(await readdir(folder)).toEqual(['story.wav'])
  })

  it('preserves left, right and 24 bits', async () => {
    const path = join(folder, 'story.wav')
    const [left, right] = [0.1234567, -0.7654321].map((level) => new Float32Array(500).fill(level))
    if (left === undefined || right === undefined) throw new Error('Two channels')
    const file = await createWavFile(path, { sampleRate: 44_100, channels: 2, bits: 24 })
    await file.write([left, right])
    await file.finish()
    const audio = await openAudio(await readFile(path))
    expect(audio.channels).toBe(2)
    const [planes] = await Array.fromAsync(audio.decodeChannels())
    expect(planes?.map((plane) => plane.length)).toEqual([500, 500])
    expect(planes?.[0][499]).toBeCloseTo(0.1234567, 6)
    expect(planes?.[1]?.[0]).toBeCloseTo(-0.7654321, 6)
  })

  it('becomes RF64 if sizes exceed 4 GB', () => {
    const dataBytes = 6_000_000_000
    const header = wavHeader({ sampleRate: 48_000, channels: 2, bits: 24 }, dataBytes, 80)
    expect(new TextDecoder().decode(header.subarray(0, 4))).toBe('RF64')
    const layout = readWavLayout(header, header.length + dataBytes)
    expect(layout).toMatchObject({ dataBytes, declaredDataBytes: dataBytes, dataOffset: 80, channels: 2 })
  })
})
