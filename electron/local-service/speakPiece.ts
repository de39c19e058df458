/** One piece of text to exact speech: engine, trimming, stretching and loudness. Runs in a worker thread. */
import { fadeEdges } from '../audio/pcm.ts'
import { resample } from '../audio/resample.ts'
import { stretchToLength } from '../audio/stretch.ts'
import { ENGINE_SAMPLE_RATE } from './engine.ts'
import type { Engine } from './engine.ts'
import { applyGain, trimSilence } from './loudness.ts'
import { rateForLength } from './pace.ts'
import { SPEECH_SAMPLE_RATE } from './sampleRate.ts'

/** How long the speech has to become, in samples at the service's rate; `natural` is its length at the voice's own rate. */
export type SpeechLength =
  | { readonly kind: 'natural' }
  | { readonly kind: 'divided'; readonly by: number }
  | { readonly kind: 'exact'; readonly samples: number; readonly naturalSamples: number }
  /** Nothing is kept; the answer tells only the natural length. */
  | { readonly kind: 'measured' }

export interface SpeakJob {
  readonly text: string
  readonly identifier: string
  readonly pitch: number
  readonly range: number
  readonly gain: number
  /** The voice's own rate, in words a minute. */
  readonly wordsPerMinute: number
  readonly length: SpeechLength
}

export interface SpokenPiece {
  /** From the first sound to the last, at the service's rate; empty where the text has nothing that can be spoken. */
  readonly samples: Int16Array<ArrayBuffer>
  /** Its length at the voice's own rate, in samples. */
  readonly naturalSamples: number
}

const EDGE_FADE_MS = 2

/** Speaks a piece to exactly the length asked for. */
export async function speakPiece(engine: Engine, job: SpeakJob): Promise<SpokenPiece> {
  const speakAt = (wordsPerMinute: number) =>
    trimSilence(engine.speak(job.text, { ...job, wordsPerMinute }), job.gain)

  const { length } = job
  if (length.kind === 'exact') {
    const speech = await fit(speakAt, job, toEngine(length.naturalSamples), toEngine(length.samples))
    return finish(job, speech, length.naturalSamples, length.samples)
  }
  const natural = speakAt(job.wordsPerMinute)
  const naturalSamples = fromEngine(natural.length)
  if (length.kind === 'measured') return { samples: new Int16Array(0), naturalSamples }
  if (length.kind === 'natural' || length.by === 1)
    return finish(job, natural, naturalSamples, naturalSamples)
  const target = Math.round(natural.length / length.by)
  return finish(job, await fit(speakAt, job, natural.length, target), naturalSamples, fromEngine(target))
}

/** By the engine's rate as far as that goes, which sounds best, and by stretching for the rest. Lengths at the engine's rate. */
async function fit(
  speakAt: (wordsPerMinute: number) => Int16Array,
  job: SpeakJob,
  naturalSamples: number,
  targetSamples: number,
): Promise<Int16Array> {
  if (naturalSamples === 0) return new Int16Array(0)
  const samples = speakAt(rateForLength(job.wordsPerMinute, targetSamples / naturalSamples))
  return (await stretchToLength({ sampleRate: ENGINE_SAMPLE_RATE, samples }, targetSamples)).samples
}

/** Brings speech to the service's rate and to `length` samples: rounding between the rates is a sample or two. */
function finish(job: SpeakJob, speech: Int16Array, naturalSamples: number, length: number): SpokenPiece {
  if (speech.length === 0) return { samples: new Int16Array(0), naturalSamples }
  const { samples: resampled } = resample(
    { sampleRate: ENGINE_SAMPLE_RATE, samples: speech },
    SPEECH_SAMPLE_RATE,
  )
  const samples = new Int16Array(length)
  samples.set(resampled.subarray(0, length))
  applyGain(samples, job.gain)
  fadeEdges(samples, SPEECH_SAMPLE_RATE, EDGE_FADE_MS)
  return { samples, naturalSamples }
}

function fromEngine(samples: number): number {
  return Math.round((samples * SPEECH_SAMPLE_RATE) / ENGINE_SAMPLE_RATE)
}

function toEngine(samples: number): number {
  return Math.round((samples * ENGINE_SAMPLE_RATE) / SPEECH_SAMPLE_RATE)
}
