/**
 * Speech of exact length from an engine that is reached over HTTP. The protocol has no parameters for melody and pitch, so the words
 * for them are sent as instructions.
 */
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createEngineApi } from './engineApi.ts'
import type { EngineFile } from './engineAudio.ts'
import { EngineFailure } from './engineFailure.ts'
import type { EngineSettings } from '../../lib/http/engineSettings.ts'
import { limitParallel, type PacedJob, type Shape, speakBeat, speakExactly } from './exactLength.ts'
import type { PieceOwner } from '../speech/pieceQueue.ts'
import { shapedPath, type ShapeJob, type SpokenPiece } from '../speech/shapeSpeech.ts'
import { hasNothingToSay } from '../speech/textPieces.ts'

export interface RemoteJob extends PacedJob {
  /** Name of the engine. */
  readonly remote: string
  readonly voice: string
  readonly text: string
  readonly instructions: string
}

/** The voices of an engine, when it was last asked. */
export interface EngineVoices {
  /** `open`: the server has no list, and no voices were typed, so any name may be a voice. */
  readonly state: 'listed' | 'typed' | 'open' | 'absent'
  readonly voices: readonly string[]
  /** Why the engine is absent; '' if it is not. */
  readonly message: string
}

export interface RemoteEngineOptions {
  readonly settings: EngineSettings
  readonly shape: Shape
  /** The folder of audio that is not part of a file yet. */
  readonly folder: string
  readonly now: () => number
}

/** The most requests at a time: enough to keep an engine busy while the last response is shaped. */
const MOST_AT_ONCE = 2

export type RemoteEngine = ReturnType<typeof createRemoteEngine>

/** Creates an engine; no requests are sent yet. */
export function createRemoteEngine({ settings, shape, folder, now }: RemoteEngineOptions) {
  const stop = new AbortController()
  const api = createEngineApi(settings, stop.signal)
  const inTurn = limitParallel(MOST_AT_ONCE)
  let known: { readonly askedAtMs: number; readonly voices: Promise<EngineVoices> } | null = null

  async function speakAt(speed: number, job: RemoteJob, owner: PieceOwner): Promise<EngineFile> {
    const { text, voice, instructions } = job
    const request = { text, voice, instructions, speed }
    const path = join(folder, randomUUID())
    try {
      return await inTurn(() => api.speak(request, path, owner.signal, owner.onWait), owner)
    } catch (error) {
      await remove({ path, pcm: null })
      // Its list of voices from before the failure may be outdated.
      if (error instanceof EngineFailure && error.isAbsent) known = null
      throw error
    }
  }

  /** Shapes audio and removes its file, even if the conversion is aborted. */
  async function shapeFile(job: ShapeJob & { readonly audio: EngineFile }, owner: PieceOwner) {
    const removeAll = () => void remove(job.audio, true)
    owner.signal.addEventListener('abort', removeAll, { once: true })
    try {
      const piece = await shape(job, owner)
      await remove(job.audio)
      return piece
    } catch (error) {
      await remove(job.audio, true)
      throw error
    } finally {
      owner.signal.removeEventListener('abort', removeAll)
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
    /** Queues a piece with those of all conversions, and speaks it. Rejects with `EngineFailure`. */
    async speak(job: RemoteJob, owner: PieceOwner): Promise<SpokenPiece> {
      if (hasNothingToSay(job.text)) return speakBeat(job)
      try {
        return await speakExactly(job, owner, (speed) => speakAt(speed, job, owner), shapeFile)
      } catch (error) {
        // Many servers refuse a text without words, such as “%”, or return no audio, which should not end a story.
        const isRefused = error instanceof EngineFailure && !error.isAbsent && !owner.signal.aborted
        if (isRefused && !/[\p{L}\p{N}]/u.test(job.text)) return speakBeat(job)
        throw error
      }
    },
    /** Asks the server for its voices, unless it was asked within `maxAgeMs`. Never rejects. */
    findVoices(maxAgeMs: number): Promise<EngineVoices> {
      if (known === null || now() - known.askedAtMs > maxAgeMs) {
        known = { askedAtMs: now(), voices: askForVoices() }
      }
      return known.voices
    },
    /** Discards the list, so that the server is asked again next time. */
    forgetVoices(): void {
      known = null
    },
    close: (): void => stop.abort(),
  }
}

/** Removes audio and, if `isShaped`, the speech shaped from it. Files that cannot be removed now are removed at the next start. */
async function remove(file: EngineFile, isShaped = false): Promise<void> {
  const paths = [file.path, ...(isShaped ? [shapedPath(file)] : [])]
  await Promise.all(paths.map((path) => rm(path, { force: true }))).catch(() => undefined)
}
