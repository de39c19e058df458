/** Trims, stretches and levels an engine’s audio for the timeline, at the requested sample rate. */
import type { WordTime } from '../../../shared/story/wordTimes.ts'
import { withFileSource } from '../../lib/audio/audioSource.ts'
import { concatSamples, fadeEdges, type Pcm } from '../../lib/audio/pcm.ts'
import { createResampler, resamplePieces, type Resampler, roundSamples } from '../../lib/audio/resample.ts'
import { type ReadableAudio, stretchPieces } from '../../lib/audio/stretch.ts'
import { type EngineFile, openEngineAudio } from '../engines/engineAudio.ts'
import { collectSamples, collectSamplesIn, type SamplesSink, type SpokenSamples } from './spokenSamples.ts'

/** The requested length of the speech, in samples at the requested rate; `natural` is its length at the voice's own pace. */
export type SpeechLength =
  | { readonly kind: 'natural' }
  | { readonly kind: 'divided'; readonly by: number }
  | { readonly kind: 'exact'; readonly samples: number; readonly naturalSamples: number }
  /** Only the natural length is returned, without audio. */
  | { readonly kind: 'measured' }

export interface SpokenPiece {
  /** From the first sound to the last, at the requested rate; empty if the text has nothing that can be spoken. */
  readonly samples: SpokenSamples
  /** Its length at the voice's own pace, in samples. */
  readonly naturalSamples: number
  /** The time of each word in the samples, and its place in the text; absent if the engine does not report them. */
  readonly words?: readonly WordTime[]
}

/** Speech of another engine, for a worker to shape. */
export interface ShapeJob {
  /** In memory, or in a file, if it can be hours long. */
  readonly audio: Pcm | EngineFile
  readonly gain: number
  /** The sample rate of the resulting speech, in Hz. */
  readonly sampleRate: number
  readonly length: Exclude<SpeechLength, { kind: 'divided' }>
}

const EDGE_FADE_MS = 2

/** The path for the shaped speech of an engine's file. */
export function shapedPath({ path }: EngineFile): string {
  return `${path}.speech`
}

/**
 * Shapes speech of any rate. Speech from a file is written to `shapedPath`, in constant memory. Expensive for long pieces, so run it in
 * a worker thread. `onProgress` is called from time to time.
 */
export async function shapeSpeech(job: ShapeJob, onProgress: () => void = () => {}): Promise<SpokenPiece> {
  const { audio } = job
  if ('samples' in audio) {
    const { samples, sampleRate } = audio
    const read = (from: number, to: number) => [samples.subarray(from, to)]
    return shape({ sampleRate, sampleCount: samples.length, read }, job, collectSamples)
  }
  return withFileSource(audio.path, async (source) => {
    const opened = await openEngineAudio(source, audio.pcm)
    if (opened === null) throw new Error('The audio of the engine cannot be read')
    async function* read(from: number, to: number) {
      for await (const piece of opened?.decode(from, to) ?? []) {
        onProgress()
        yield piece
      }
    }
    return shape({ ...opened, read }, job, () => collectSamplesIn(shapedPath(audio)))
  })
}

/**
 * Shapes speech of natural length while its sentences arrive. `onSamples` receives the same samples that `shapeSpeech` returns for all
 * sentences, as soon as they are final: silence is held back until a sound follows, since it may be the end.
 */
export function shapeSentences(
  { gain, sampleRate }: Pick<ShapeJob, 'gain' | 'sampleRate'>,
  onSamples: (samples: Int16Array) => void,
): (sentence: Pcm) => void {
  let resampler: Resampler | null = null
  let given = 0
  let held: Int16Array | null = null
  return ({ samples, sampleRate: ownRate }) => {
    const sound = trimSilence(samples, gain)
    if (sound.length === 0) {
      if (held !== null) held = concatSamples([held, samples])
      return
    }
    const start = (sound.byteOffset - samples.byteOffset) / samples.BYTES_PER_ELEMENT
    const end = start + sound.length
    const certain = concatSamples(held === null ? [sound] : [held, samples.subarray(0, end)])
    held = samples.subarray(end)
    const shaped =
      ownRate === sampleRate
        ? certain
        : roundSamples((resampler ??= createResampler(ownRate, sampleRate)).push(new Float32Array(certain)))
    levelSpeech(shaped, { gain, sampleRate }, { offset: given, length: Infinity })
    given += shaped.length
    onSamples(shaped)
  }
}

type Sink = (length: number) => SamplesSink | Promise<SamplesSink>

interface Speech extends Omit<ReadableAudio, 'read'> {
  read(from: number, to: number): ReturnType<ReadableAudio['read']>
}

async function shape(speech: Speech, job: ShapeJob, sink: Sink): Promise<SpokenPiece> {
  const { length, gain } = job
  const { sampleRate } = speech
  const [start, end] = await findSound(speech.read(0, speech.sampleCount), gain)
  const sound = { sampleRate, sampleCount: end - start, read: () => speech.read(start, end) }
  const ownSamples = Math.round((sound.sampleCount * job.sampleRate) / sampleRate)
  if (length.kind === 'measured') return { samples: new Int16Array(0), naturalSamples: ownSamples }
  if (length.kind === 'natural' || sound.sampleCount === 0)
    return finishSpeech(sound, job, { naturalSamples: ownSamples, length: ownSamples }, sink)
  const target = Math.round((length.samples * sampleRate) / job.sampleRate)
  const fitted = { sampleRate, sampleCount: target, read: () => stretchPieces(sound, target) }
  return finishSpeech(fitted, job, { naturalSamples: length.naturalSamples, length: length.samples }, sink)
}

/** Applies the gain to speech and fades its edges, in place. `part` states which part of longer speech the samples are. */
export function levelSpeech(
  samples: Int16Array,
  { gain, sampleRate }: Pick<ShapeJob, 'gain' | 'sampleRate'>,
  part?: { readonly offset: number; readonly length: number },
): void {
  applyGain(samples, gain)
  fadeEdges(samples, sampleRate, EDGE_FADE_MS, part)
}

/** Converts speech to the requested rate and to exactly `length` samples; rounding between the rates is a sample or two. */
export async function finishSpeech(
  speech: ReadableAudio,
  { gain, sampleRate }: { readonly gain: number; readonly sampleRate: number },
  { naturalSamples, length }: { readonly naturalSamples: number; readonly length: number },
  sink: Sink = collectSamples,
): Promise<SpokenPiece> {
  if (speech.sampleCount === 0) return { samples: new Int16Array(0), naturalSamples }
  const output = await sink(length)
  let offset = 0
  async function write(samples: Int16Array): Promise<void> {
    levelSpeech(samples, { gain, sampleRate }, { offset, length })
    await output.write(samples)
    offset += samples.length
  }
  try {
    for await (const piece of resamplePieces(speech.read(), speech.sampleRate, sampleRate)) {
      const fitting = piece.subarray(0, length - offset)
      if (fitting.length > 0) await write(fitting)
    }
    if (offset < length) await write(new Int16Array(length - offset))
    return { samples: await output.finish(), naturalSamples }
  } catch (error) {
    await output.abort()
    throw error
  }
}

// Levels of speech: its first and last sound, and its highest level.

/** Samples below this level (−50 dBFS after gain) count as the engine's own silence. */
const SILENCE_LEVEL = 100

/** Peaks are rounded off from the knee (−5 dBFS), and stay below the ceiling (−2 dBFS, because MP3 raises peaks a little). */
const KNEE = 0.55 * 32768
const CEILING = 0.8 * 32768

/** The part between the first and the last sound; empty if all is silence. `gain` is what will be applied later. */
export function trimSilence<Buffer extends ArrayBufferLike>(
  samples: Int16Array<Buffer>,
  gain: number,
): Int16Array<Buffer> {
  const level = SILENCE_LEVEL / gain
  let start = 0
  let end = samples.length
  while (start < end && Math.abs(samples[start] ?? 0) < level) start++
  while (end > start && Math.abs(samples[end - 1] ?? 0) < level) end--
  return samples.subarray(start, end)
}

/** The start of the first sound of audio and the end of the last one, in samples; both are 0 if all is silence. */
async function findSound(
  pieces: AsyncIterable<Int16Array> | Iterable<Int16Array>,
  gain: number,
): Promise<readonly [start: number, end: number]> {
  let [start, end, position] = [-1, 0, 0]
  for await (const piece of pieces) {
    const heard = trimSilence(piece, gain)
    if (heard.length > 0) {
      const from = position + (heard.byteOffset - piece.byteOffset) / piece.BYTES_PER_ELEMENT
      if (start < 0) start = from
      end = from + heard.length
    }
    position += piece.length
  }
  return start < 0 ? [0, 0] : [start, end]
}

/** Multiplies in place; peaks are rounded off below the ceiling instead of being clipped. */
export function applyGain(samples: Int16Array, gain: number): void {
  const curve = curveOf(gain)
  const places = new Uint16Array(samples.buffer, samples.byteOffset, samples.length)
  for (let index = 0; index < samples.length; index++)
    samples[index] = curve[places[index] as number] as number
}

let lastCurve = { gain: 0, values: new Int16Array(0) }

/** The result for each of the 65,536 sample values, indexed by its unsigned bits. Kept for one gain, because a voice has only one. */
function curveOf(gain: number): Int16Array {
  if (lastCurve.gain === gain) return lastCurve.values
  const values = Int16Array.from({ length: 1 << 16 }, (_, place) => bend(((place << 16) >> 16) * gain))
  lastCurve = { gain, values }
  return values
}

function bend(value: number): number {
  const excess = Math.abs(value) - KNEE
  return Math.round(
    excess <= 0 ? value : Math.sign(value) * (KNEE + (CEILING - KNEE) * Math.tanh(excess / (CEILING - KNEE))),
  )
}
