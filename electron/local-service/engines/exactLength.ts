/**
 * Speech of exactly the requested length, from an engine with an approximate parameter for speed. The parameter is used within its
 * range, because that sounds best; the remaining difference is corrected by stretching.
 */
import { msToSamples } from '../../lib/audio/pcm.ts'
import { createPieceQueue, type PieceOwner } from '../speech/pieceQueue.ts'
import type { ShapeJob, SpeechLength, SpokenPiece } from '../speech/shapeSpeech.ts'

/** Shapes speech in a worker. */
export type Shape<Audio extends ShapeJob['audio'] = ShapeJob['audio']> = (
  job: ShapeJob & { readonly audio: Audio },
  owner: PieceOwner,
) => Promise<SpokenPiece>

export interface PacedJob {
  /** The voice's pace in this style; 1 is its normal pace. */
  readonly pace: number
  readonly gain: number
  /** The sample rate of the resulting speech, in Hz. */
  readonly sampleRate: number
  readonly length: SpeechLength
}

/** The range of the engines' speed parameter. */
const SLOWEST = 0.25
const FASTEST = 4

/** Speaks a piece; `speakAt` takes a speed from 0.25 to 4. Rejects with the errors of `speakAt` and `shape`. */
export async function speakExactly<Audio extends ShapeJob['audio']>(
  job: PacedJob,
  owner: PieceOwner,
  speakAt: (speed: number) => Promise<Audio>,
  shape: Shape<Audio>,
): Promise<SpokenPiece> {
  const { length, pace, gain, sampleRate } = job
  const speakAndShape = async (speed: number, shaped: ShapeJob['length']) => {
    const audio = await speakAt(round(Math.min(FASTEST, Math.max(SLOWEST, speed))))
    return shape({ audio, gain, sampleRate, length: shaped }, owner)
  }
  switch (length.kind) {
    case 'natural':
    case 'measured':
      return speakAndShape(pace, length)
    case 'divided': {
      // Engines apply a speed only approximately, and some ignore it, so the length is computed from the natural length.
      const { naturalSamples } = await speakAndShape(pace, { kind: 'measured' })
      const samples = Math.round(naturalSamples / length.by)
      const exact = { ...job, length: { kind: 'exact', samples, naturalSamples } as const }
      return speakExactly(exact, owner, speakAt, shape)
    }
    case 'exact': {
      if (length.samples === 0) return { samples: new Int16Array(0), naturalSamples: length.naturalSamples }
      return speakAndShape((pace * length.naturalSamples) / length.samples, length)
    }
  }
}

/** The length of a line without words, such as “…”. */
const BEAT_MS = 400

/** A short silence in place of speech, of the requested length. */
export function speakBeat({ length, sampleRate }: Pick<PacedJob, 'length' | 'sampleRate'>): SpokenPiece {
  const naturalSamples = msToSamples(BEAT_MS, sampleRate)
  const silence = (samples: number) => ({ samples: new Int16Array(samples), naturalSamples })
  switch (length.kind) {
    case 'measured':
      return silence(0)
    case 'natural':
      return silence(naturalSamples)
    case 'divided':
      return silence(Math.round(naturalSamples / length.by))
    case 'exact':
      return silence(length.samples)
  }
}

/** Rounds to three decimals, which is more precise than any engine. */
function round(speed: number): number {
  return Math.round(speed * 1000) / 1000
}

/** Runs queued work, at most `most` at a time, except what is awaited. Work never starts if its owner is aborted before its turn. */
export function limitParallel(most: number): <T>(work: () => Promise<T>, owner: PieceOwner) => Promise<T> {
  const waiting = createPieceQueue<{ owner: PieceOwner; begin: () => void }>()
  let running = 0
  return async (work, owner) => {
    if (running < most) running += 1
    else
      await new Promise<void>((begin) => {
        const item = { owner, begin }
        waiting.add(item)
        void owner.awaited?.then(() => {
          if (!waiting.remove(item)) return
          running += 1
          begin()
        })
      })
    try {
      return await work()
    } finally {
      // Waiting work takes over the slot.
      const next = running > most ? undefined : waiting.take()
      if (next === undefined) running -= 1
      else next.begin()
    }
  }
}
