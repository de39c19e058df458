/** From what an engine gave to what is laid down: trimmed, of exactly the length asked for, at the rate and level wanted. */
import type { WordTime } from '../../../shared/story/wordTimes.ts'
import { fadeEdges } from '../../lib/audio/pcm.ts'
import type { Pcm } from '../../lib/audio/pcm.ts'
import { resample } from '../../lib/audio/resample.ts'
import { stretchToLength } from '../../lib/audio/stretch.ts'
import { applyGain, trimSilence } from './loudness.ts'

/** How long the speech has to become, in samples at the rate wanted; `natural` is its length at the voice's own rate. */
export type SpeechLength =
  | { readonly kind: 'natural' }
  | { readonly kind: 'divided'; readonly by: number }
  | { readonly kind: 'exact'; readonly samples: number; readonly naturalSamples: number }
  /** Nothing is kept; the answer tells only the natural length. */
  | { readonly kind: 'measured' }

export interface SpokenPiece {
  /** From the first sound to the last, at the rate wanted; empty where the text has nothing that can be spoken. */
  readonly samples: Int16Array<ArrayBuffer>
  /** Its length at the voice's own rate, in samples. */
  readonly naturalSamples: number
  /** When each word is heard in the samples, and its place in the text; absent where the engine does not tell. */
  readonly words?: readonly WordTime[]
}

/** Speech that was made elsewhere, for a worker to bring into shape. */
export interface ShapeJob {
  readonly audio: Pcm
  readonly gain: number
  /** The rate that the speech gets, in Hz. */
  readonly sampleRate: number
  readonly length: Exclude<SpeechLength, { kind: 'divided' }>
}

const EDGE_FADE_MS = 2

/** Shapes speech of any rate. Heavy for long pieces: it belongs in a worker thread. */
export async function shapeSpeech(job: ShapeJob): Promise<SpokenPiece> {
  const { audio, gain, length } = job
  const speech = trimSilence(audio.samples, gain)
  const ownSamples = Math.round((speech.length * job.sampleRate) / audio.sampleRate)
  if (length.kind === 'measured') return { samples: new Int16Array(0), naturalSamples: ownSamples }
  if (length.kind === 'natural' || speech.length === 0) {
    return finishSpeech({ ...audio, samples: speech }, job, ownSamples, ownSamples)
  }
  const target = Math.round((length.samples * audio.sampleRate) / job.sampleRate)
  const fitted = await stretchToLength({ ...audio, samples: speech }, target)
  return finishSpeech(fitted, job, length.naturalSamples, length.samples)
}

/** Brings speech to the rate wanted and to `length` samples: rounding between the rates is a sample or two. */
export function finishSpeech(
  speech: Pcm,
  { gain, sampleRate }: { readonly gain: number; readonly sampleRate: number },
  naturalSamples: number,
  length: number,
): SpokenPiece {
  if (speech.samples.length === 0) return { samples: new Int16Array(0), naturalSamples }
  const { samples: resampled } = resample(speech, sampleRate)
  const samples = new Int16Array(length)
  samples.set(resampled.subarray(0, length))
  applyGain(samples, gain)
  fadeEdges(samples, sampleRate, EDGE_FADE_MS)
  return { samples, naturalSamples }
}
