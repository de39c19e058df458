/**
 * Speech of exactly the length asked for, from an engine that has a parameter for speed and keeps to it more or less. Speed goes by
 * that parameter as far as it reaches, which sounds best; what it leaves, and what it does wrong, is stretched.
 */
import { msToSamples } from '../../lib/audio/pcm.ts'
import { createPieceQueue, type PieceOwner } from '../speech/pieceQueue.ts'
import type { ShapeJob, SpeechLength, SpokenPiece } from '../speech/shapeSpeech.ts'

/** Brings what was spoken into shape, in a worker. */
export type Shape<Audio extends ShapeJob['audio'] = ShapeJob['audio']> = (
  job: ShapeJob & { readonly audio: Audio },
  owner: PieceOwner,
) => Promise<SpokenPiece>

export interface PacedJob {
  /** The voice's own pace in this style: 1 is as it comes. */
  readonly pace: number
  readonly gain: number
  /** The rate that the speech gets, in Hz. */
  readonly sampleRate: number
  readonly length: SpeechLength
}

/** The range of speed that engines have. */
const SLOWEST = 0.25
const FASTEST = 4

/** Speaks a piece; `speakAt` takes a speed from 0.25 to 4. Rejects with what `speakAt` and `shape` reject with. */
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
      // Engines keep to a speed more or less, and some not at all: only the natural length tells what it should be.
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

/** How long a line is that has no words, such as “…”. */
const BEAT_MS = 400

/** A beat of silence in place of speech, of the length asked for. */
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

/** Three decimals are more than an engine can tell apart. */
function round(speed: number): number {
  return Math.round(speed * 1000) / 1000
}

/** Runs work in turn, so many at a time. Work of an owner that is aborted before its turn never begins. */
export function limitParallel(most: number): <T>(work: () => Promise<T>, owner: PieceOwner) => Promise<T> {
  const waiting = createPieceQueue<{ owner: PieceOwner; begin: () => void }>()
  let running = 0
  return async (work, owner) => {
    if (running === most) await new Promise<void>((begin) => waiting.add({ owner, begin }))
    else running += 1
    try {
      return await work()
    } finally {
      // Work that waits takes over the place.
      const next = waiting.take()
      if (next === undefined) running -= 1
      else next.begin()
    }
  }
}
