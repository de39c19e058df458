import { listExtensions } from '../../../shared/files/fileTypes.ts'
import type { AudioFormat } from '../../../shared/files/fileTypes.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { AudioSource } from './audioSource.ts'
import { bytesSource } from './audioSource.ts'
import { decodeMp3 } from './mp3Decode.ts'
import { constantKbps, countFrames, findMp3Start, measureMp3 } from './mp3Stream.ts'
import type { Pcm, Planes } from './pcm.ts'
import { concatSamples, msToSamples, planesToMono, samplesToMs } from './pcm.ts'
import type { WavLayout } from './wavFormat.ts'
import { readWavLayout, WAV_HEAD_BYTES, WAV_SIGN_BYTES, wavDataToMono, wavDataToPlanes } from './wavFormat.ts'

export type { AudioSource } from './audioSource.ts'
export { bytesSource } from './audioSource.ts'

/** What a piece of encoded audio is, told from its content. */
export interface AudioProbe {
  readonly container: AudioFormat
  readonly sampleRate: number
  /** Exact, and the same as what decoding gives. */
  readonly sampleCount: number
  readonly durationMs: number
}

/** Encoded audio, ready to be decoded. */
export interface OpenAudio extends AudioProbe {
  /** Two for left and right; audio with more channels is decoded as mono. */
  readonly channels: 1 | 2
  /** The samples `[from, to)` as mono piece by piece, in constant memory. Bounds outside the audio are moved inside. */
  decode(from?: number, to?: number): AsyncIterable<Int16Array>
  /** As `decode`, with its channels. */
  decodeChannels(from?: number, to?: number): AsyncIterable<Planes>
}

/** A part of some audio; an end beyond the audio means its end. */
export interface AudioRange {
  readonly startMs?: number
  readonly endMs?: number
}

/**
 * Finds out what the audio is and how long. Throws `audio-not-known`, `audio-cut-short` (it ends before any sound) or
 * `audio-encoding-unknown`. What is cut later is decoded as far as it goes: ask `checkWholeAudio` first.
 */
export async function openAudio(input: Uint8Array | AudioSource): Promise<OpenAudio> {
  const source = input instanceof Uint8Array ? bytesSource(input) : input
  const layout = await wavLayout(source)
  if (layout === 'cut') throw new UserFacingError('audio-cut-short')
  if (layout === 'unsupported') throw new UserFacingError('audio-encoding-unknown')
  if (layout !== 'not-wav') return openWav(source, layout)
  const start = await findMp3Start(source)
  if (start === 'not-mp3') throw new UserFacingError('audio-not-known', { known: listExtensions('audio') })
  if (start === 'cut') throw new UserFacingError('audio-cut-short')
  const extent = await measureMp3(source, start)
  const decodeChannels = (from: number, to: number) => decodeMp3(source, start, extent, from, to)
  return describe('mp3', start.firstHeader, extent.sampleCount, {
    decodeChannels,
    async *decode(from, to) {
      for await (const planes of decodeChannels(from, to)) yield planesToMono(planes)
    },
  })
}

/** Samples that lie in a source as a WAV file has them. */
export function openWav(source: AudioSource, layout: WavLayout): OpenAudio {
  const sampleCount = layout.dataBytes / (layout.channels * layout.sampleBytes)
  const channels = layout.channels === 2 ? 2 : 1
  return describe('wav', { ...layout, channels }, sampleCount, {
    decodeChannels: (from, to) => decodeWav(source, layout, wavDataToPlanes, from, to),
    decode: (from, to) => decodeWav(source, layout, wavDataToMono, from, to),
  })
}

/** What `openAudio` finds, without a way to decode it. */
export async function probeAudio(input: Uint8Array | AudioSource): Promise<AudioProbe> {
  const { container, sampleRate, sampleCount, durationMs } = await openAudio(input)
  return { container, sampleRate, sampleCount, durationMs }
}

/** Decodes audio, or a part of it, into memory as mono. Errors as `openAudio`. */
export async function decodeAudio(
  input: Uint8Array | AudioSource,
  { startMs = 0, endMs }: AudioRange = {},
): Promise<Pcm> {
  const audio = await openAudio(input)
  const { sampleRate } = audio
  const end = endMs === undefined ? audio.sampleCount : msToSamples(endMs, sampleRate)
  const pieces: Int16Array[] = []
  for await (const piece of audio.decode(msToSamples(startMs, sampleRate), end)) pieces.push(piece)
  return { sampleRate, samples: concatSamples(pieces) }
}

/** The bit rate in kbit/s of MP3 audio whose frames all have the same; null for any other audio. Reads all of it. */
export async function constantKbpsOf(source: AudioSource): Promise<number | null> {
  if ((await wavLayout(source)) !== 'not-wav') return null
  const start = await findMp3Start(source)
  return typeof start === 'string' ? null : constantKbps(source, start)
}

/**
 * Whether these bytes are complete audio. An MP3 file is measured against its tag, and its frames must reach the end; a
 * WAV file against the sizes in its header, if it has any.
 */
export async function checkWholeAudio(
  input: Uint8Array | AudioSource,
): Promise<'whole' | 'truncated' | 'not-audio'> {
  const source = input instanceof Uint8Array ? bytesSource(input) : input
  if (source.byteLength === 0) return 'truncated'
  const layout = await wavLayout(source)
  if (layout === 'cut') return 'truncated'
  if (layout === 'unsupported') return 'not-audio'
  if (layout !== 'not-wav') {
    return (layout.declaredDataBytes ?? 0) > source.byteLength - layout.dataOffset ? 'truncated' : 'whole'
  }
  const start = await findMp3Start(source)
  if (start === 'not-mp3') return 'not-audio'
  if (start === 'cut') return 'truncated'
  const { frameCount, endOffset, ending } = await countFrames(source, start)
  if (frameCount === 0 || frameCount < (start.tag?.frameCount ?? 0)) return 'truncated'
  if (endOffset < start.firstOffset + (start.tag?.byteCount ?? 0)) return 'truncated'
  return ending === 'clean' ? 'whole' : 'truncated'
}

function describe(
  container: AudioProbe['container'],
  { sampleRate, channels }: Pick<OpenAudio, 'sampleRate' | 'channels'>,
  sampleCount: number,
  decoders: {
    readonly decodeChannels: (from: number, to: number) => AsyncIterable<Planes>
    readonly decode: (from: number, to: number) => AsyncIterable<Int16Array>
  },
): OpenAudio {
  const clamp = (sample: number) => Math.min(sampleCount, Math.max(0, sample))
  const within =
    <Piece>(decode: (from: number, to: number) => AsyncIterable<Piece>) =>
    (from = 0, to = sampleCount) =>
      decode(clamp(from), Math.max(clamp(from), clamp(to)))
  return {
    container,
    sampleRate,
    channels,
    sampleCount,
    durationMs: samplesToMs(sampleCount, sampleRate),
    decode: within(decoders.decode),
    decodeChannels: within(decoders.decodeChannels),
  }
}

async function wavLayout(source: AudioSource): Promise<ReturnType<typeof readWavLayout>> {
  // Of other files no more is read than it takes to see that they are none.
  const head = await source.read(0, WAV_SIGN_BYTES)
  const layout = readWavLayout(head, head.length)
  return layout === 'not-wav'
    ? layout
    : readWavLayout(await source.read(0, WAV_HEAD_BYTES), source.byteLength)
}

/** WAV data read at a time: fewer sample frames if they have many channels. */
const WAV_CHUNK = 1 << 14
const WAV_CHUNK_BYTES = 1 << 18

async function* decodeWav<Piece>(
  source: AudioSource,
  layout: WavLayout,
  read: (data: Uint8Array, layout: WavLayout) => Piece,
  from: number,
  to: number,
): AsyncGenerator<Piece> {
  const frameBytes = layout.channels * layout.sampleBytes
  const most = Math.max(1, Math.min(WAV_CHUNK, Math.floor(WAV_CHUNK_BYTES / frameBytes)))
  const buffer = new Uint8Array(Math.min(most, Math.max(0, to - from)) * frameBytes)
  for (let at = from; at < to; at += most) {
    const count = Math.min(most, to - at)
    const offset = layout.dataOffset + at * frameBytes
    yield read(await source.read(offset, count * frameBytes, buffer), layout)
  }
}
