/**
 * An engine behind HTTP as one that keeps lengths exactly. Speed goes by the engine's own parameter as far as that
 * reaches, which sounds best; what it leaves, and what it does wrong, is stretched. Melody and pitch have no parameter in
 * the protocol: the words that ask for them go along as instructions.
 */
import { createEngineApi } from './engineApi.ts'
import { EngineFailure } from './engineApi.ts'
import type { EngineSettings } from '../../lib/http/engineSettings.ts'
import { createPieceQueue } from '../speech/pieceQueue.ts'
import type { PieceOwner } from '../speech/pieceQueue.ts'
import type { ShapeJob, SpeechLength, SpokenPiece } from '../speech/shapeSpeech.ts'

export interface RemoteJob {
  /** Name of the engine. */
  readonly remote: string
  readonly voice: string
  readonly text: string
  readonly instructions: string
  /** The voice's own pace in this style: 1 is as it comes. */
  readonly pace: number
  readonly gain: number
  /** The rate that the speech gets, in Hz. */
  readonly sampleRate: number
  readonly length: SpeechLength
}

/** What is known of an engine's voices at a time. */
export interface EngineVoices {
  /** `open`: the server has no list, and none was typed, so any name may be one. */
  readonly state: 'listed' | 'typed' | 'open' | 'absent'
  readonly voices: readonly string[]
  /** Why the engine is absent; '' when it is not. */
  readonly message: string
}

export interface RemoteEngine {
  readonly settings: EngineSettings
  /** Speaks in turn among the pieces of all conversions. Rejects with `EngineFailure`. */
  speak(job: RemoteJob, owner: PieceOwner): Promise<SpokenPiece>
  /** Asks the server for its voices, unless it was asked within `maxAgeMs`. Never rejects. */
  findVoices(maxAgeMs: number): Promise<EngineVoices>
  /** Has the server asked anew next time. */
  forgetVoices(): void
  close(): void
}

export interface RemoteEngineOptions {
  readonly settings: EngineSettings
  /** Brings what was spoken into shape, in a worker. */
  readonly shape: (job: ShapeJob, owner: PieceOwner) => Promise<SpokenPiece>
  readonly now: () => number
}

/** The engine's own range of speed. */
const SLOWEST = 0.25
const FASTEST = 4
/** Requests at a time: enough to keep an engine busy while the last answer is shaped. */
const MOST_AT_ONCE = 2

/** Prepares an engine; nothing is asked of it yet. */
export function createRemoteEngine({ settings, shape, now }: RemoteEngineOptions): RemoteEngine {
  const stop = new AbortController()
  const api = createEngineApi(settings, stop.signal)
  const inTurn = limitParallel(MOST_AT_ONCE)
  let known: { readonly askedAtMs: number; readonly voices: Promise<EngineVoices> } | null = null

  async function speakAt(
    speed: number,
    job: RemoteJob,
    length: ShapeJob['length'],
    owner: PieceOwner,
  ): Promise<SpokenPiece> {
    const { text, voice, instructions, gain, sampleRate } = job
    const within = Math.min(FASTEST, Math.max(SLOWEST, speed))
    const request = { text, voice, instructions, speed: round(within) }
    const audio = await inTurn(() => api.speak(request, owner.signal), owner).catch((error: unknown) => {
      // What it listed before it went away says nothing any more.
      if (error instanceof EngineFailure && error.isAbsent) known = null
      throw error
    })
    return shape({ audio, gain, sampleRate, length }, owner)
  }

  async function speak(job: RemoteJob, owner: PieceOwner): Promise<SpokenPiece> {
    const { length, pace } = job
    switch (length.kind) {
      case 'natural':
      case 'measured':
        return speakAt(pace, job, length, owner)
      case 'divided': {
        // Servers keep to a speed more or less, and some not at all: only the natural length tells what it should be.
        const { naturalSamples } = await speak({ ...job, length: { kind: 'measured' } }, owner)
        const samples = Math.round(naturalSamples / length.by)
        return speak({ ...job, length: { kind: 'exact', samples, naturalSamples } }, owner)
      }
      case 'exact': {
        if (length.samples === 0) return { samples: new Int16Array(0), naturalSamples: length.naturalSamples }
        return speakAt((pace * length.naturalSamples) / length.samples, job, length, owner)
      }
    }
  }

  async function askForVoices(): Promise<EngineVoices> {
    const typed = settings.voices
    try {
      const listed = await api.listVoices()
      if (listed !== null)
        return { state: 'listed', voices: [...new Set([...listed, ...typed])], message: '' }
      return { state: typed.length > 0 ? 'typed' : 'open', voices: typed, message: '' }
    } catch (error) {
      if (!(error instanceof EngineFailure)) throw error
      return { state: 'absent', voices: typed, message: error.message }
    }
  }

  return {
    settings,
    speak,
    findVoices(maxAgeMs) {
      if (known === null || now() - known.askedAtMs > maxAgeMs) {
        known = { askedAtMs: now(), voices: askForVoices() }
      }
      return known.voices
    },
    forgetVoices() {
      known = null
    },
    close: () => stop.abort(),
  }
}

/** Three decimals are more than an engine can tell apart. */
function round(speed: number): number {
  return Math.round(speed * 1000) / 1000
}

/** Runs work in turn, so many at a time. Work of an owner that is aborted before its turn never begins. */
function limitParallel(most: number): <T>(work: () => Promise<T>, owner: PieceOwner) => Promise<T> {
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
