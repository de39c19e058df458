/** Speaks one piece of text to an exact length: engine, trimming, stretching and loudness. Runs in a worker thread. */
import { moveWords } from '../../../shared/story/wordTimes.ts'
import { samplesToMs } from '../../lib/audio/pcm.ts'
import { stretchToLength } from '../../lib/audio/stretch.ts'
import { type Engine, ENGINE_SAMPLE_RATE, type EngineSpeech } from '../engines/engine.ts'
import { finishSpeech, levelSpeech, type SpeechLength, type SpokenPiece, trimSilence } from './shapeSpeech.ts'
import { rateForLength } from './pace.ts'

export interface SpeakJob {
  readonly text: string
  readonly identifier: string
  readonly pitch: number
  readonly range: number
  readonly gain: number
  /** The voice's own rate, in words per minute. */
  readonly wordsPerMinute: number
  /** The sample rate of the resulting speech, in Hz. */
  readonly sampleRate: number
  readonly length: SpeechLength
}

/** Speaks a piece to exactly the requested length. */
export async function speakPiece(engine: Engine, job: SpeakJob): Promise<SpokenPiece> {
  const speakAt = (wordsPerMinute: number) =>
    trimmed(engine.speak(job.text, { ...job, wordsPerMinute }), job.gain)

  async function finish({ samples, words }: EngineSpeech, naturalSamples: number, finished: number) {
    if (job.sampleRate === ENGINE_SAMPLE_RATE && samples.length === finished) {
      levelSpeech(samples, job)
      return { samples, naturalSamples, words }
    }
    const speech = { sampleRate: ENGINE_SAMPLE_RATE, sampleCount: samples.length, read: () => [samples] }
    return { ...(await finishSpeech(speech, job, { naturalSamples, length: finished })), words }
  }

  const { length } = job
  const fromEngine = (samples: number) => Math.round((samples * job.sampleRate) / ENGINE_SAMPLE_RATE)
  const toEngine = (samples: number) => Math.round((samples * ENGINE_SAMPLE_RATE) / job.sampleRate)
  if (length.kind === 'exact') {
    const speech = await fit(speakAt, job, toEngine(length.naturalSamples), toEngine(length.samples))
    return finish(speech, length.naturalSamples, length.samples)
  }
  const natural = speakAt(job.wordsPerMinute)
  const naturalSamples = fromEngine(natural.samples.length)
  if (length.kind === 'measured') return { samples: new Int16Array(0), naturalSamples }
  if (length.kind === 'natural' || length.by === 1) return finish(natural, naturalSamples, naturalSamples)
  const target = Math.round(natural.samples.length / length.by)
  return finish(await fit(speakAt, job, natural.samples.length, target), naturalSamples, fromEngine(target))
}

/** Uses the engine's rate within its range, which sounds best, then stretching. Lengths are at the engine's sample rate. */
async function fit(
  speakAt: (wordsPerMinute: number) => EngineSpeech,
  job: SpeakJob,
  naturalSamples: number,
  targetSamples: number,
): Promise<EngineSpeech> {
  if (naturalSamples === 0) return { samples: new Int16Array(0), words: [] }
  const { samples, words } = speakAt(rateForLength(job.wordsPerMinute, targetSamples / naturalSamples))
  const stretched = await stretchToLength({ sampleRate: ENGINE_SAMPLE_RATE, samples }, targetSamples)
  const factor = targetSamples / Math.max(1, samples.length)
  return { samples: new Int16Array(stretched.samples), words: moveWords(words, 0, factor) }
}

/** Speech from the first sound to the last. */
function trimmed({ samples, words }: EngineSpeech, gain: number): EngineSpeech {
  const heard = trimSilence(samples, gain)
  const cut = (heard.byteOffset - samples.byteOffset) / samples.BYTES_PER_ELEMENT
  return { samples: heard, words: moveWords(words, -samplesToMs(cut, ENGINE_SAMPLE_RATE)) }
}
