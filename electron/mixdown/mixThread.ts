/** Runs a mixdown in its own thread, and reads stored audio for it. */
import type { Worker } from 'node:worker_threads'
import { toUserFacing } from '../../shared/ipc/result.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { storedPlace } from '../../shared/story/takeCuts.ts'
import type { Loudness } from '../lib/audio/loudness.ts'
import { runThread } from '../lib/runThread.ts'
import type { ProjectAudioStore } from '../project/project.ts'
import {
  audioIdsOf,
  DamagedAudio,
  type MixAnswer,
  type MixedFile,
  type MixJob,
  type MixRequest,
} from './mixJob.ts'

/** The paths of the threads' code; a bundled app sets them. */
export interface MixThreads {
  readonly mixUrl: URL
  readonly encodeUrl: URL
}

/** The threads' source files in this folder, for running unbundled. */
export function sourceThreads(): MixThreads {
  return {
    mixUrl: new URL('./mixWorker.ts', import.meta.url),
    encodeUrl: new URL('./encodeWorker.ts', import.meta.url),
  }
}

export interface MixThreadOptions {
  readonly audio: ProjectAudioStore
  readonly threads: MixThreads
  readonly signal: AbortSignal
  readonly onProgress: (fraction: number) => void
}

/**
 * Cached measurements of takes, so that a second export is fast. Kept while the app runs, for the number of takes in a long
 * story.
 */
const measured = new Map<string, Loudness>()
const MOST_MEASURED = 20_000

/**
 * Mixes the files of a job; an unfinished file is removed. Rejects with the signal's reason, `DamagedAudio`, and
 * `export-…` for errors of the disk.
 */
export async function runMix(
  job: Omit<MixJob, 'audioBytes' | 'known' | 'encodeWorkerUrl'>,
  { audio, threads, signal, onProgress }: MixThreadOptions,
): Promise<readonly MixedFile[]> {
  signal.throwIfAborted()
  const ids = audioIdsOf(job.files)
  const audioBytes = new Map<string, number>()
  for (const name of ids) {
    const { audioId: id } = storedPlace(name, 0)
    const info = audio.find(id)
    if (info === undefined) throw new UserFacingError('audio-not-in-project')
    audioBytes.set(id, info.byteLength)
  }
  const known = new Map([...measured].filter(([key]) => ids.has(key.slice(0, key.indexOf(':')))))
  const mixJob: MixJob = { ...job, audioBytes, known, encodeWorkerUrl: threads.encodeUrl.href }
  const send = (thread: Worker, request: MixRequest) => thread.postMessage(request)
  const abort = (thread: Worker) => send(thread, { kind: 'abort' })
  /** Set if the project was closed or its file went missing during mixing: the thread cleans up before this is thrown. */
  let unreadable: Error | null = null
  return runThread<MixAnswer, readonly MixedFile[]>({
    workerUrl: threads.mixUrl,
    job: mixJob,
    signal,
    onAbort: abort,
    onMessage(answer, thread) {
      switch (answer.kind) {
        case 'read':
          try {
            const bytes = audio.read(answer.audioId, answer.offset, answer.length)
            send(thread, { kind: 'bytes', id: answer.id, bytes })
          } catch (error) {
            unreadable = toError(error)
            abort(thread)
          }
          return undefined
        case 'progress':
          onProgress(answer.fraction)
          return undefined
        case 'measured':
          if (measured.size >= MOST_MEASURED) measured.clear()
          measured.set(answer.key, answer.loudness)
          return undefined
        case 'done':
          return answer.files
        case 'damaged':
          throw new DamagedAudio(answer.audioId)
        case 'refused':
          throw toUserFacing(answer)
        case 'failed':
          throw unreadable ?? toError(answer.error)
      }
    },
  })
}

const toError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))
