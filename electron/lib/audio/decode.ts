import { setImmediate } from 'node:timers/promises'
import { listExtensions, type AudioFormat } from '../../../shared/files/fileTypes.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { bytesSource, type AudioSource } from './audioSource.ts'
import { createFrameReader, type FrameRun } from './mp3Frame.ts'
import {
  countFrames,
  findMp3Start,
  measureMp3,
  locateFrame,
  type Mp3Extent,
  type Mp3Start,
} from './mp3Stream.ts'
import { concatSamples, msToSamples, planesToMono, samplesToMs, type Pcm, type Planes } from './pcm.ts'
import {
  readWavLayout,
  WAV_HEAD_BYTES,
  WAV_SIGN_BYTES,
  wavDataToMono,
  wavDataToPlanes,
  type WavLayout,
} from './wav.ts'

export type { AudioSource } from './audioSource.ts'
export { bytesSource } from './audioSource.ts'

/** The properties of encoded audio, read from its content. */
export interface AudioProbe {
  readonly container: AudioFormat
  readonly sampleRate: number
  /** Exact, and equal to the number of decoded samples. */
  readonly sampleCount: number
  readonly durationMs: number
}

/** Encoded audio, ready to be decoded. */
export interface OpenAudio extends AudioProbe {
  /** Two for left and right; audio with more channels is decoded as mono. */
  readonly channels: 1 | 2
  /** The samples `[from, to)` as mono, piece by piece, in constant memory. Bounds outside the audio are clamped. */
  decode(from?: number, to?: number): AsyncIterable<Int16Array>
  /** Like `decode`, with all channels. */
  decodeChannels(from?: number, to?: number): AsyncIterable<Planes>
}

/** A part of some audio; an end beyond the audio means its end. */
export interface AudioRange {
  readonly startMs?: number
  readonly endMs?: number
}

/**
 * Detects the format and the length of audio. Throws `audio-not-known`, `audio-cut-short` (it ends before any sound) or
 * `audio-encoding-unknown`. Audio that is cut short later is decoded as far as it goes: call `checkWholeAudio` first.
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

/** Opens samples that a source contains in a WAV layout. */
export function openWav(source: AudioSource, layout: WavLayout): OpenAudio {
  const sampleCount = layout.dataBytes / (layout.channels * layout.sampleBytes)
  const channels = layout.channels === 2 ? 2 : 1
  return describe('wav', { ...layout, channels }, sampleCount, {
    decodeChannels: (from, to) => decodeWav(source, layout, wavDataToPlanes, from, to),
    decode: (from, to) => decodeWav(source, layout, wavDataToMono, from, to),
  })
}

/** Like `openAudio`, but without decoding. */
export async function probeAudio(input: Uint8Array | AudioSource): Promise<AudioProbe> {
  const { container, sampleRate, sampleCount, durationMs } = await openAudio(input)
  return { container, sampleRate, sampleCount, durationMs }
}

/** Decodes audio, or a part of it, into memory as mono. Throws like `openAudio`. */
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

/** What reading all of some audio shows. */
export interface AudioSurvey {
  readonly verdict: 'whole' | 'truncated' | 'not-audio'
  /** The constant bit rate of MP3 audio in kbit/s; null if it varies, and for other audio. */
  readonly kbps: number | null
}

/** Whether these bytes are complete audio (`surveyAudio`). */
export async function checkWholeAudio(input: Uint8Array | AudioSource): Promise<AudioSurvey['verdict']> {
  return (await surveyAudio(input instanceof Uint8Array ? bytesSource(input) : input)).verdict
}

/**
 * Reads all audio of a source. An MP3 file is compared with its tag, and its frames must reach the end; a WAV file is compared with the
 * sizes in its header, if it has any.
 */
export async function surveyAudio(source: AudioSource): Promise<AudioSurvey> {
  const found = (verdict: AudioSurvey['verdict'], kbps: number | null = null) => ({ verdict, kbps })
  if (source.byteLength === 0) return found('truncated')
  const layout = await wavLayout(source)
  if (layout === 'cut') return found('truncated')
  if (layout === 'unsupported') return found('not-audio')
  if (layout !== 'not-wav') {
    const isCut = (layout.declaredDataBytes ?? 0) > source.byteLength - layout.dataOffset
    return found(isCut ? 'truncated' : 'whole')
  }
  const start = await findMp3Start(source)
  if (start === 'not-mp3') return found('not-audio')
  if (start === 'cut') return found('truncated')
  const { frameCount, endOffset, ending, kbps } = await countFrames(source, start)
  const isShort = frameCount === 0 || frameCount < (start.tag?.frameCount ?? 0)
  const isCut = isShort || endOffset < start.firstOffset + (start.tag?.byteCount ?? 0)
  return found(isCut || ending !== 'clean' ? 'truncated' : 'whole', kbps)
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
  // For other formats, this reads only as much as is needed to rule out WAV.
  const head = await source.read(0, WAV_SIGN_BYTES)
  const layout = readWavLayout(head, head.length)
  return layout === 'not-wav'
    ? layout
    : readWavLayout(await source.read(0, WAV_HEAD_BYTES), source.byteLength)
}

/** The WAV sample frames read at a time; fewer if they have many channels. */
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

/**
 * The number of frames decoded before the first wanted one. A frame's bits may begin up to 511 bytes back in the frames before it; with the
 * smallest frames (24 kHz, 8 kbit/s: 11 bytes of sound, and at most 255 back) those are 24 frames. Two more fill the memory of the
 * decoder's filters.
 */
const LEAD_IN_FRAMES = 26

/**
 * Decodes the samples `[from, to)` of an MP3 file piece by piece. If the file has one bit rate and a correct tag, only the needed frames
 * are read. The tag frame and the padding are removed here rather than by the decoder, by the same arithmetic for whole files and slices.
 */
async function* decodeMp3(
  source: AudioSource,
  start: Mp3Start,
  extent: Mp3Extent,
  from: number,
  to: number,
): AsyncGenerator<Planes> {
  if (to <= from) return
  const { samplesPerFrame } = start.firstHeader
  const firstSample = extent.skip + from
  const endSample = extent.skip + to
  const endFrame = Math.min(extent.frameCount, Math.ceil(endSample / samplesPerFrame))
  const leadFrame = Math.max(0, Math.floor(firstSample / samplesPerFrame) - LEAD_IN_FRAMES)
  const located = leadFrame > 0 ? await locateFrame(source, start, leadFrame) : undefined
  const reader = createFrameReader(source, located ?? start.audioOffset, start.firstHeader)
  let frame = located === undefined ? 0 : leadFrame

  const decoder = await (await import('@audio/decode-mp3')).decoder()
  try {
    for (let run = await reader.next(); run && frame < endFrame; run = await reader.next()) {
      const wanted = cutRun(run, Math.max(0, leadFrame - frame), endFrame - frame)
      const wantedFrame = frame + Math.max(0, leadFrame - frame)
      frame += run.frameBytes.length
      if (wanted.frameBytes.length === 0) continue
      const position = wantedFrame * samplesPerFrame
      const [left, right] = decoder.decode(wanted.bytes).channelData
      const begin = Math.max(0, firstSample - position)
      const end = Math.min(wanted.frameBytes.length * samplesPerFrame, endSample - position)
      if (end > begin) yield planesOf(left, start.firstHeader.channels === 1 ? undefined : right, begin, end)
      // A long file must not block the process.
      await setImmediate()
    }
  } finally {
    decoder.free()
  }
}

/** The frames `[first, end)` of a run. */
function cutRun(run: FrameRun, first: number, end: number): FrameRun {
  if (first === 0 && end >= run.frameBytes.length) return run
  const frameBytes = run.frameBytes.slice(first, Math.max(first, end))
  const before = sum(run.frameBytes.slice(0, first))
  const bytes = run.bytes.subarray(before, before + sum(frameBytes))
  return { offset: run.offset + before, bytes, frameBytes }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** The decoder returns mono as two equal channels: one is enough. A damaged frame without samples becomes silence. */
function planesOf(
  left: Float32Array | undefined,
  right: Float32Array | undefined,
  begin: number,
  end: number,
): Planes {
  if (left === undefined) return [new Float32Array(end - begin)]
  const planes: Planes = [left.slice(begin, end)]
  return right === undefined ? planes : [...planes, right.slice(begin, end)]
}
