/** Entry of a speech worker thread: one engine, one job at a time. */
import { parentPort } from 'node:worker_threads'
import { createEngine } from '../engines/engine.ts'
import { speakPiece } from './speakPiece.ts'
import type { SpeakJob } from './speakPiece.ts'
import { shapeSpeech } from './shapeSpeech.ts'
import type { ShapeJob, SpokenPiece } from './shapeSpeech.ts'

export type WorkerJob = SpeakJob | ShapeJob

/** What the thread answers: `ready` once, then one answer for each job. */
export type WorkerAnswer =
  | { readonly kind: 'ready' }
  | { readonly kind: 'spoken'; readonly piece: SpokenPiece }
  | { readonly kind: 'failed'; readonly message: string }

const port = parentPort
if (port === null) throw new Error('speakWorker runs in a worker thread')

const engine = await createEngine()
// The first words cost five times what later ones do, until the engine's code is compiled: not at the writer's expense.
engine.speak('Ready to speak.', { identifier: 'gmw/en-US', pitch: 50, range: 50, wordsPerMinute: 175 })

port.on('message', (job: WorkerJob) => {
  const spoken = 'audio' in job ? shapeSpeech(job) : speakPiece(engine, job)
  spoken.then(
    (piece) => port.postMessage({ kind: 'spoken', piece } satisfies WorkerAnswer, [piece.samples.buffer]),
    (error: unknown) => port.postMessage({ kind: 'failed', message: String(error) } satisfies WorkerAnswer),
  )
})
port.postMessage({ kind: 'ready' } satisfies WorkerAnswer)
