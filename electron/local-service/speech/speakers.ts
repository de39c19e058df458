/**
 * A small pool of speech workers. The first starts at once, so that it is warm when the first text comes; more start when
 * there is work for them. A worker that dies or hangs takes only its own job with it.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { createPieceQueue } from './pieceQueue.ts'
import type { PieceOwner } from './pieceQueue.ts'
import type { Mp3Segment } from '../../lib/audio/mp3Segments.ts'
import type { ShapeJob, SpokenPiece } from './shapeSpeech.ts'
import type { SpeakJob } from './speakPiece.ts'
import type { WorkerAnswer, WorkerJob } from './speakWorker.ts'

export interface Speakers {
  /** How many pieces can be spoken at the same time. */
  readonly size: number
  /**
   * Speaks or shapes a piece in a free worker, in its turn among the pieces of all conversions. Rejects when the engine fails,
   * hangs, or the pool is closed; where the owner is aborted before its turn, nothing comes of it.
   */
  speak(job: SpeakJob | ShapeJob, owner: PieceOwner): Promise<SpokenPiece>
  /** Encodes a segment of a file in its turn, as `speak`. The samples are given away. */
  encode(segment: Mp3Segment, owner: PieceOwner): Promise<Uint8Array>
  close(): Promise<void>
}

export interface SpeakersOptions {
  /** Entry of the worker thread: source or bundle. */
  readonly workerUrl: URL
  readonly size?: number
  /** A piece of some 400 characters takes a fraction of a second; longer than this is a hang. */
  readonly jobTimeoutMs?: number
}

interface Task {
  readonly job: WorkerJob
  readonly owner: PieceOwner
  /** Takes what a worker answers to such a job. */
  receive(answer: WorkerAnswer): void
  reject(error: Error): void
}

interface Speaker {
  readonly worker: Worker
  isReady: boolean
  task: Task | null
  timer: NodeJS.Timeout | null
}

/** Starts the pool with one worker on its way. */
export function startSpeakers(options: SpeakersOptions): Speakers {
  const { workerUrl, size = Math.min(2, availableParallelism()), jobTimeoutMs = 60_000 } = options
  const queue = createPieceQueue<Task>()
  const speakers = new Set<Speaker>()
  let isClosed = false

  function hire(): void {
    const speaker: Speaker = { worker: new Worker(workerUrl), isReady: false, task: null, timer: null }
    speakers.add(speaker)
    speaker.worker.on('message', (answer: WorkerAnswer) => receive(speaker, answer))
    speaker.worker.on('error', (error) =>
      dismiss(speaker, error instanceof Error ? error : new Error(String(error))),
    )
    speaker.worker.on('exit', () => dismiss(speaker, new Error('The speech engine stopped')))
  }

  function receive(speaker: Speaker, answer: WorkerAnswer): void {
    if (answer.kind === 'ready') {
      speaker.isReady = true
    } else {
      const task = release(speaker)
      if (answer.kind === 'failed') task?.reject(new Error(answer.message))
      else task?.receive(answer)
    }
    assign()
  }

  /** Lets a dead worker go. Where it died before it ever spoke, another would fare no better: the waiting jobs fail. */
  function dismiss(speaker: Speaker, error: Error): void {
    if (!speakers.delete(speaker)) return
    void speaker.worker.terminate()
    release(speaker)?.reject(error)
    if (!speaker.isReady && speakers.size === 0) {
      failWaiting(error)
    }
    assign()
  }

  function failWaiting(error: Error): void {
    for (let task = queue.take(); task !== undefined; task = queue.take()) task.reject(error)
  }

  function release(speaker: Speaker): Task | null {
    const { task, timer } = speaker
    if (timer !== null) clearTimeout(timer)
    speaker.task = null
    speaker.timer = null
    return task
  }

  function assign(): void {
    for (const speaker of speakers) {
      if (!speaker.isReady || speaker.task !== null) continue
      const task = queue.take()
      if (task === undefined) return
      speaker.task = task
      speaker.timer = setTimeout(
        () => dismiss(speaker, new Error('The speech engine took too long')),
        jobTimeoutMs,
      )
      speaker.worker.postMessage(task.job, 'format' in task.job ? [task.job.samples.buffer] : [])
    }
    const isEveryoneReady = [...speakers].every((speaker) => speaker.isReady)
    if (!queue.isEmpty() && speakers.size < size && isEveryoneReady && !isClosed) hire()
  }

  function enqueue<Result>(
    job: WorkerJob,
    owner: PieceOwner,
    read: (answer: WorkerAnswer) => Result | null,
  ): Promise<Result> {
    if (isClosed) return Promise.reject(new Error('The speech engine is closed'))
    return new Promise((resolve, reject) => {
      const receive = (answer: WorkerAnswer) => {
        const result = read(answer)
        if (result === null) reject(new Error('The speech engine answered to something else'))
        else resolve(result)
      }
      queue.add({ job, owner, receive, reject })
      assign()
    })
  }

  hire()
  return {
    size,
    speak: (job, owner) => enqueue(job, owner, (answer) => (answer.kind === 'spoken' ? answer.piece : null)),
    encode: (segment, owner) =>
      enqueue(segment, owner, (answer) => (answer.kind === 'encoded' ? answer.frames : null)),
    async close() {
      isClosed = true
      failWaiting(new Error('The speech engine is closed'))
      await Promise.all([...speakers].map((speaker) => speaker.worker.terminate()))
    },
  }
}
