import { readFileSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { bytesSource } from '../../../../electron/lib/audio/audioSource.ts'
import { convertToWav, foreignFormatOf } from '../../../../electron/lib/audio/foreignAudio.ts'
import type { Planes } from '../../../../electron/lib/audio/pcm.ts'
import { decodeAudio } from '../../../../electron/lib/audio/decode.ts'
import { encodeWav, readWavLayout } from '../../../../electron/lib/audio/wav.ts'
import type { FileTags } from '../../../../electron/mixdown/formats/audioSink.ts'
import { createFlacFile } from '../../../../electron/mixdown/formats/createSink.ts'
import { createOpusFile } from '../../../../electron/mixdown/formats/opusFile.ts'
import { medianPitchHz } from '../../../support/measure.ts'
import { tempFolder } from '../../project/support.ts'
import { pcm, RATE, sine } from './signals.ts'

const FIXTURES = join(import.meta.dirname, '../../../fixtures/audio')
const NO_TAGS: FileTags = {
  ...{ title: '', artist: '', album: '', year: '', narrator: '' },
  genre: 'Speech',
  albumArtist: '',
  language: '',
  series: null,
  description: '',
  ...{ track: null, cover: null, chapters: [] },
}
const SECONDS = 1.3
/** Offsets in the first page of an Ogg file, whose only packet is short. */
const PAGE_HEAD_BYTES = 28

/** Puts the checksum into the first page of an Ogg file (RFC 3533 §6). */
function signFirstPage(ogg: Buffer): void {
  ogg.writeUInt32LE(0, 22)
  let crc = 0
  for (const byte of ogg.subarray(0, PAGE_HEAD_BYTES + (ogg[PAGE_HEAD_BYTES - 1] ?? 0))) {
    crc ^= byte << 24
    for (let bit = 0; bit < 8; bit++) crc = crc < 0 ? (crc << 1) ^ 0x04c11db7 : crc << 1
  }
  ogg.writeUInt32LE(crc >>> 0, 22)
}

function tone(sampleRate: number, hz: readonly number[]): Planes {
  const [first = new Float32Array(), ...rest] = hz.map((each) =>
    Float32Array.from(sine(each, SECONDS * sampleRate, 8000, sampleRate), (value) => value / 32768),
  )
  return [first, ...rest]
}

async function flacFile(): Promise<Uint8Array> {
  const path = join(tempFolder(), 'tone.flac')
  const file = await createFlacFile(path, { sampleRate: 44_100, channels: 2 }, NO_TAGS)
  await file.write(tone(44_100, [330, 330]))
  await file.finish()
  return readFileSync(path)
}

async function opusFile(): Promise<Uint8Array> {
  const path = join(tempFolder(), 'tone.opus')
  const file = await createOpusFile(path, { channels: 1 }, 96, NO_TAGS)
  await file.write(tone(48_000, [330]))
  await file.finish()
  return readFileSync(path)
}

/** The outcome for some audio, and the WAV file if there is one. */
async function convert(bytes: Uint8Array, mostMs = 60_000) {
  const source = bytesSource(bytes)
  const format = await foreignFormatOf(source)
  if (format === null) return { outcome: 'not-known' as const, wav: null }
  const path = join(tempFolder(), 'made.wav')
  const signal = new AbortController().signal
  const outcome = await convertToWav(source, format, path, { mostMs, signal })
  const wav = await readFile(path).catch(() => null)
  return { outcome, wav: wav === null ? null : new Uint8Array(wav) }
}

describe('audio in a format that is not stored unchanged', () => {
  it.each([
    ['FLAC', flacFile, 44_100, 2, SECONDS],
    ['Ogg Opus', opusFile, 48_000, 1, SECONDS],
    ['Ogg Vorbis', () => readFile(join(FIXTURES, 'tone.ogg')), 22_050, 1, 0.7],
    ['FLAC in Ogg', () => readFile(join(FIXTURES, 'tone.oga')), 22_050, 1, 0.7],
  ])(
    'from %s becomes a WAV file with the same length, sound and channels',
    async (_, make, sampleRate, channels, seconds) => {
      const { outcome, wav } = await convert(await make())
      expect(outcome).toBe('whole')
      const layout = wav === null ? 'not-wav' : readWavLayout(wav, wav.length)
      expect(layout).toMatchObject({ sampleRate, channels, sampleBytes: 2 })
      const sound = await decodeAudio(wav ?? new Uint8Array())
      expect(sound.samples).toHaveLength(Math.round(seconds * sampleRate))
      expect(Math.abs((medianPitchHz(sound) ?? NaN) - 330)).toBeLessThan(3)
    },
  )

  it.each([
    ['FLAC', flacFile],
    ['Ogg Opus', opusFile],
    ['Ogg Vorbis', () => readFile(join(FIXTURES, 'tone.ogg'))],
  ])('from %s that ends too early leaves no file', async (_, make) => {
    const whole = await make()
    for (const share of [0.6, 0.97]) {
      const { outcome, wav } = await convert(whole.subarray(0, Math.floor(whole.length * share)))
      expect([outcome, wav]).toEqual(['cut', null])
    }
  })

  it('leaves no file if it is longer than allowed', async () => {
    expect(await convert(await flacFile(), 500)).toEqual({ outcome: 'too-long', wav: null })
  })

  it('is recognized by its first bytes, whatever the file’s name', async () => {
    const wav = encodeWav(pcm(sine(180, RATE)))
    const others = [wav, Buffer.from('OggS, and no sound'), new Uint8Array(), Buffer.from('ID3 of an MP3')]
    for (const bytes of others) expect(await foreignFormatOf(bytesSource(bytes))).toBeNull()
  })

  it.each([
    ['Ogg Opus', opusFile, 18, 255],
    ['Ogg Opus', opusFile, 27, 18],
    ['Ogg Opus', opusFile, 36, 0],
    ['Ogg Vorbis', () => readFile(join(FIXTURES, 'tone.ogg')), 35, 255],
    ['Ogg Vorbis', () => readFile(join(FIXTURES, 'tone.ogg')), 57, 0],
  ])(
    'from %s with a wrong byte in its header is reported as damaged, not as a fault of Fabula',
    async (_, make, at, value) => {
      const bytes = Uint8Array.from(await make())
      bytes[at] = value
      expect(await convert(bytes)).toEqual({ outcome: 'cut', wav: null })
    },
  )

  it('is refused if it has more channels than its format has speakers for', async () => {
    const [opus, vorbis] = [
      Uint8Array.from(await opusFile()),
      Uint8Array.from(await readFile(join(FIXTURES, 'tone.ogg'))),
    ]
    opus[PAGE_HEAD_BYTES + 9] = 9
    vorbis[PAGE_HEAD_BYTES + 11] = 255
    for (const bytes of [opus, vorbis]) expect(await foreignFormatOf(bytesSource(bytes))).toBeNull()
  })

  it('leaves no file if its sample rate is invalid', async () => {
    for (const sampleRate of [3_999, 384_001, 2_000_000_000]) {
      const vorbis = Buffer.from(await readFile(join(FIXTURES, 'tone.ogg')))
      vorbis.writeUInt32LE(sampleRate, PAGE_HEAD_BYTES + 12)
      signFirstPage(vorbis)
      expect(await convert(vorbis)).toEqual({ outcome: 'unsupported', wav: null })
    }
  })

  it('in FLAC is read even if large pictures precede it', async () => {
    const flac = await flacFile()
    const picture = Buffer.alloc(4 + 16_000_000)
    picture.writeUInt32BE(0x06_000000 + 16_000_000)
    const head = Buffer.from(flac.subarray(0, 42))
    const isOnlyBlock = ((head[4] ?? 0) & 0x80) !== 0
    head[4] = (head[4] ?? 0) & 0x7f
    if (isOnlyBlock) picture[0] = 0x86
    const startedAt = process.cpuUsage()
    expect((await convert(Buffer.concat([head, picture, flac.subarray(42)]))).outcome).toBe('whole')
    expect(process.cpuUsage(startedAt).user).toBeLessThan(4e6)
  })

  it('without any sound is soon refused', async () => {
    const bytes = Buffer.concat([(await flacFile()).subarray(0, 9_000), Buffer.alloc(80_000_000, 0x55)])
    const startedAt = process.cpuUsage()
    expect((await convert(bytes)).outcome).toBe('cut')
    expect(process.cpuUsage(startedAt).user).toBeLessThan(6e6)
  })

  it('leaves nothing if it is damaged', async () => {
    const bytes = Uint8Array.from(await flacFile())
    bytes.fill(0x55, 3000, 9000)
    const path = join(tempFolder(), 'damaged.flac')
    writeFileSync(path, bytes)
    expect(await convert(bytes)).toEqual({ outcome: 'cut', wav: null })
  })
})
