/** Entry of a thread that mixes the files of one export and ends. It reads stored audio through the thread that started it. */
import { availableParallelism } from 'node:os'
import { parentPort, workerData, Worker } from 'node:worker_threads'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { parseCutAudio } from '../../shared/story/takeCuts.ts'
import { openAudio, type OpenAudio } from '../lib/audio/decode.ts'
import { buffersOf, type Mp3Segment } from '../lib/audio/mp3Segments.ts'
import { spliceAudio } from '../lib/audio/spliceAudio.ts'
import { toExportError } from '../lib/files/writeExport.ts'
import { threadOptions } from '../lib/runThread.ts'
import type { EncodeAnswer, EncodeJob } from './encodeWorker.ts'
import { FileFailure, mixFiles } from './mixFiles.ts'
import { DamagedAudio, type MixAnswer, type MixJob, type MixRequest } from './mixJob.ts'

const MOST = 3

/** Threads that encode MP3 segments, one for each spare core; started when the first segment arrives. */
function createEncoders(workerUrl: URL) {
  const size = Math.min(MOST, Math.max(1, availableParallelism()))
  const workers: Worker[] = []
  const waiting = new Map<
    number,
    { readonly resolve: (frames: Uint8Array) => void; readonly reject: (error: Error) => void }
  >()
  let number = 0

  function start(): Worker {
    const worker = new Worker(workerUrl, threadOptions())
    worker.on('message', (answer: EncodeAnswer) => {
      waiting.get(answer.number)?.resolve(answer.frames)
      waiting.delete(answer.number)
    })
    worker.on('error', (error: Error) => {
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    })
    return worker
  }

  return {
    encode(segment: Mp3Segment): Promise<Uint8Array> {
      if (workers.length < size) workers.push(start())
      const job: EncodeJob = { number: number++, segment }
      return new Promise((resolve, reject) => {
        waiting.set(job.number, { resolve, reject })
        workers[job.number % workers.length]?.postMessage(job, buffersOf(segment))
      })
    },
    async close(): Promise<void> {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

const port = parentPort
if (port === null) throw new Error('mixWorker runs in a worker thread')
// The job comes from the thread that started this one.
const job = workerData as MixJob
const stopping = new AbortController()
const reads = new Map<number, PromiseWithResolvers<Uint8Array>>()
let lastRead = 0

const answer = (message: MixAnswer) => port.postMessage(message)

port.on('message', (request: MixRequest) => {
  if (request.kind === 'abort') {
    stopping.abort()
    // These reads will never be answered.
    for (const { reject } of reads.values()) reject(stopping.signal.reason)
  } else {
    reads.get(request.id)?.resolve(request.bytes)
    reads.delete(request.id)
  }
})

/** Opens audio by its name: stored audio, or cut audio. */
async function open(name: string): Promise<OpenAudio> {
  const cut = parseCutAudio(name)
  return cut === null ? openStored(name) : spliceAudio(await openStored(cut.audioId), cut.kept, cut.slice)
}

/** Each stored audio is opened once, regardless of how many takes are slices of it. */
const opened = new Map<string, Promise<OpenAudio>>()
function openStored(audioId: string): Promise<OpenAudio> {
  const known =
    opened.get(audioId) ??
    openAudio({
      byteLength: job.audioBytes.get(audioId) ?? 0,
      read(offset, length) {
        const id = lastRead++
        const bytes = Promise.withResolvers<Uint8Array>()
        reads.set(id, bytes)
        answer({ kind: 'read', id, audioId, offset, length })
        return bytes.promise
      },
    }).catch((error: unknown) => {
      throw error instanceof UserFacingError ? new DamagedAudio(audioId, error) : error
    })
  opened.set(audioId, known)
  return known
}

/** The smallest step of progress that is reported; fine enough for a progress bar. */
const TELL_EVERY = 0.002
let told = 0
function onProgress(fraction: number): void {
  if (fraction < 1 && fraction - told < TELL_EVERY) return
  told = fraction
  answer({ kind: 'progress', fraction })
}

const encoders = createEncoders(new URL(job.encodeWorkerUrl))
try {
  const files = await mixFiles(job, {
    open,
    encode: encoders.encode,
    signal: stopping.signal,
    onProgress,
    onMeasured: (key, loudness) => answer({ kind: 'measured', key, loudness }),
  })
  answer({ kind: 'done', files })
} catch (failure) {
  // Errors of the disk are translated here, because an error loses its code on the way to another thread.
  const error =
    failure instanceof FileFailure
      ? toExportError(failure.cause, job.files[failure.fileIndex]?.path ?? '')
      : failure
  if (error instanceof DamagedAudio) answer({ kind: 'damaged', audioId: error.audioId })
  else if (error instanceof UserFacingError)
    answer({ kind: 'refused', code: error.code, params: error.params })
  else answer({ kind: 'failed', error })
} finally {
  await encoders.close()
  port.close()
}
