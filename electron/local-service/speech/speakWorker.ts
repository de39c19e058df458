/** Entry of a speech worker thread, which runs one job at a time: it speaks with its own engine, shapes speech, or encodes it. */
import { parentPort } from 'node:worker_threads'
import { encodeSegment, type Mp3Segment } from '../../lib/audio/mp3Segments.ts'
import { createEngine } from '../engines/engine.ts'
import { speakPiece, type SpeakJob } from './speakPiece.ts'
import { shapeSpeech, type ShapeJob, type SpokenPiece } from './shapeSpeech.ts'

export type WorkerJob = SpeakJob | ShapeJob | Mp3Segment

/** The messages of the thread: `ready` once, then one answer to each job. */
export type WorkerAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'spoken'; readonly piece: SpokenPiece }
  /** A long job makes progress. */
  | { readonly kind: 'working' }
  | { readonly kind: 'encoded'; readonly frames: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'failed'; readonly message: string }

const port = parentPort
if (port === null) throw new Error('speakWorker runs in a worker thread')

const engine = await createEngine()
// The first words take five times as long as later ones, until the engine's code is compiled; the user should not wait for that.
engine.speak('Ready to speak.', { identifier: 'gmw/en-US', pitch: 50, range: 50, wordsPerMinute: 175 })

const answer = (message: WorkerAnswer, buffer?: ArrayBuffer) =>
  port.postMessage(message, buffer === undefined ? [] : [buffer])

async function run(job: WorkerJob): Promise<void> {
  try {
    if ('format' in job) {
      const frames = await encodeSegment(job)
      answer({ kind: 'encoded', frames }, frames.buffer)
      return
    }
    const piece = await ('audio' in job
      ? shapeSpeech(job, createProgressReporter())
      : speakPiece(engine, job))
    answer({ kind: 'spoken', piece }, 'buffer' in piece.samples ? piece.samples.buffer : undefined)
  } catch (error) {
    answer({ kind: 'failed', message: String(error) })
  }
}

// A job may arrive while another one waits for its encoder: the pool expects the answers in the order of the jobs.
let last = Promise.resolve()
port.on('message', (job: WorkerJob) => {
  last = last.then(() => run(job))
})

const TELL_MS = 1_000

/** Returns a function that reports to the pool, at most once a second, that the job makes progress. */
function createProgressReporter(): () => void {
  let toldMs = performance.now()
  return () => {
    if (performance.now() - toldMs < TELL_MS) return
    toldMs = performance.now()
    port?.postMessage({ kind: 'working' } satisfies WorkerAnswer)
  }
}

port.postMessage({ kind: 'ready' } satisfies WorkerAnswer)
