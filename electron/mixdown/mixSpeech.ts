/** Mixes the speech of a file, piece by piece, in constant memory: speech at its places, silence between, and room tone at the ends. */
import type { OpenAudio } from '../lib/audio/decode.ts'
import { msToSamples, withChannels, type Planes } from '../lib/audio/pcm.ts'
import { createResampler } from '../lib/audio/resample.ts'
import type { SinkFormat } from './formats/audioSink.ts'
import { DamagedAudio, type MixFile, type MixPiece } from './mixJob.ts'

/** Audio cut out of other audio may begin in the middle of a wave, which clicks. */
const FADE_MS = 3
/** Rounding to whole milliseconds and to another sample rate. A larger gap means that audio is missing. */
const TOLERANCE_MS = 20
/** The most samples yielded at a time, so that a long silence does not take memory. */
const CHUNK = 1 << 15
const SILENCE = new Float32Array(CHUNK)
/** Room tone is quiet enough for every shop (-60 dB), but not digital silence. */
const ROOM_TONE = 10 ** (-75 / 20)

export interface MixSpeechOptions {
  readonly open: (audioId: string) => Promise<OpenAudio>
  readonly sound: SinkFormat
  /** The gain of each piece. */
  readonly gains: readonly number[]
}

/** Places are counted from the start, so that rounding errors do not add up. Throws `DamagedAudio` if audio is missing. */
export async function* mixSpeech(
  { speech, durationMs, headMs, tailMs }: MixFile,
  { open, sound, gains }: MixSpeechOptions,
): AsyncGenerator<Planes> {
  const { sampleRate, channels } = sound
  const end = msToSamples(durationMs, sampleRate)
  const [headEnd, tailStart] = [msToSamples(headMs, sampleRate), end - msToSamples(tailMs, sampleRate)]
  const tone = createRoomTone()
  let position = 0

  function* quietUntil(place: number): Generator<Planes> {
    while (position < place) {
      const border = position < headEnd ? headEnd : position < tailStart ? tailStart : end
      const length = Math.min(CHUNK, place - position, Math.max(1, border - position))
      const isTone = position < headEnd || position >= tailStart
      const plane = isTone ? tone(length) : SILENCE.subarray(0, length)
      position += length
      yield channels === 1 ? [plane] : [plane, plane]
    }
  }

  for (const [index, piece] of speech.entries()) {
    yield* quietUntil(msToSamples(piece.startMs, sampleRate))
    const length = msToSamples(piece.endMs, sampleRate) - position
    for await (const planes of fittedPiece(await open(piece.audioId), piece, sound, length)) {
      const gain = gains[index] ?? 1
      if (gain !== 1) for (const plane of new Set(planes)) scale(plane, gain)
      position += planes[0].length
      yield planes
    }
  }
  yield* quietUntil(end)
}

/** A piece as exactly `length` samples of the file's rate and channels, faded at both ends. */
async function* fittedPiece(
  audio: OpenAudio,
  { audioId, from: { startMs, endMs } }: MixPiece,
  { sampleRate, channels }: SinkFormat,
  length: number,
): AsyncGenerator<Planes> {
  const fade = Math.min(msToSamples(FADE_MS, sampleRate), length >> 1)
  let given = 0
  for await (const planes of sliceOf(audio, { startMs, endMs, sampleRate, channels })) {
    const count = Math.min(planes[0].length, length - given)
    if (count <= 0) continue
    const fitted = mapPlanes(planes, (plane) => (count === plane.length ? plane : plane.slice(0, count)))
    for (const plane of new Set(fitted)) fadeEnds(plane, given, length, fade)
    given += count
    yield fitted
  }
  if (length - given > msToSamples(TOLERANCE_MS, sampleRate)) throw new DamagedAudio(audioId)
  if (given < length) {
    const rest = new Float32Array(length - given)
    yield channels === 1 ? [rest] : [rest, rest]
  }
}

interface Slice extends SinkFormat {
  readonly startMs: number
  readonly endMs: number
}

/** A slice of stored audio, converted to another rate and number of channels. */
export async function* sliceOf(
  audio: OpenAudio,
  { startMs, endMs, sampleRate, channels }: Slice,
): AsyncGenerator<Planes> {
  const [from, to] = [msToSamples(startMs, audio.sampleRate), msToSamples(endMs, audio.sampleRate)]
  const resamplers =
    audio.sampleRate === sampleRate
      ? null
      : Array.from({ length: Math.min(audio.channels, channels) }, () =>
          createResampler(audio.sampleRate, sampleRate),
        )
  const own = channels === 1 ? 1 : audio.channels
  for await (const planes of audio.decodeChannels(from, to)) {
    const mixed = withChannels(planes, own)
    const resampled = mapPlanes(mixed, (plane, channel) => resamplers?.[channel]?.push(plane) ?? plane)
    yield withChannels(resampled, channels)
  }
  const [first, second] = resamplers ?? []
  if (first === undefined) return
  const rest: Planes = second === undefined ? [first.finish()] : [first.finish(), second.finish()]
  yield withChannels(rest, channels)
}

function mapPlanes(planes: Planes, change: (plane: Float32Array, channel: number) => Float32Array): Planes {
  const [first, second] = planes
  const changed = change(first, 0)
  if (second === undefined) return [changed]
  return [changed, second === first ? changed : change(second, 1)]
}

function scale(plane: Float32Array, gain: number): void {
  for (let i = 0; i < plane.length; i++) plane[i] = (plane[i] as number) * gain // within the list
}

/** Fades the samples that are among the first or last `fade` of a piece of `length`; the plane begins at sample `offset` of it. */
function fadeEnds(plane: Float32Array, offset: number, length: number, fade: number): void {
  // A raised cosine has no corner at either end; a straight line would have two.
  const gainAt = (distance: number) => (1 - Math.cos((Math.PI * distance) / fade)) / 2
  for (let i = 0; i < plane.length && offset + i < fade; i++)
    plane[i] = (plane[i] as number) * gainAt(offset + i)
  for (let i = plane.length - 1; i >= 0 && length - 1 - offset - i < fade; i--)
    plane[i] = (plane[i] as number) * gainAt(length - 1 - offset - i)
}

/** Uniform noise, the same every time. */
function createRoomTone(): (length: number) => Float32Array {
  let state = 1
  return (length) =>
    Float32Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0 // the generator of “Numerical Recipes”
      return (state / 0x80000000) * ROOM_TONE
    })
}
