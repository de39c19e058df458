/**
 * A small pool of speech workers. The first starts at once, so that it is ready when the first text arrives; the others start as soon as
 * there is more work than workers. If a worker crashes or hangs, only its own job fails.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { createPieceQueue, type PieceOwner } from './pieceQueue.ts'
import { buffersOf, type Mp3Segment } from '../../lib/audio/mp3Segments.ts'
import type { ShapeJob, SpokenPiece } from './shapeSpeech.ts'
import type { SpeakJob } from './speakPiece.ts'
import type { WorkerAnswer, WorkerJob } from './speakWorker.ts'

export interface WorkerPoolOptions {
  /** Entry of the worker thread: source or bundle. */
  readonly workerUrl: URL
  readonly size?: number
  /** The longest time without a message from a busy worker. A piece of about 400 characters takes a fraction of a second. */
  readonly jobTimeoutMs?: number
}

interface Task {
  readonly job: WorkerJob
  readonly owner: PieceOwner
  /** Receives the worker's answer to the job. */
  receive(answer: WorkerAnswer): void
  reject(error: Error): void
}

interface PoolWorker {
  readonly worker: Worker
  isReady: boolean
  /** The job that runs, and one that the worker has in advance, so that it does not wait for the main thread between two. */
  tasks: Task[]
  timer: NodeJS.Timeout | null
}

/** The young generation of a worker, kept small because sample buffers are freed only when the objects that hold them are collected. */
const YOUNG_MB = 4

export type WorkerPool = ReturnType<typeof startWorkerPool>

/** Starts the pool with one worker. */
export function startWorkerPool(options: WorkerPoolOptions) {
  const { workerUrl, size = Math.min(2, availableParallelism()), jobTimeoutMs = 60_000 } = options
  const queue = createPieceQueue<Task>()
  const workers = new Set<PoolWorker>()
  let isClosed = false

  function startWorker(): void {
    const entry: PoolWorker = {
      worker: new Worker(workerUrl, { resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB } }),
      isReady: false,
      tasks: [],
      timer: null,
    }
    workers.add(entry)
    entry.worker.on('message', (answer: WorkerAnswer) => receive(entry, answer))
    entry.worker.on('error', (error) =>
      endWorker(entry, error instanceof Error ? error : new Error(String(error))),
    )
    entry.worker.on('exit', () => endWorker(entry, new Error('The speech engine stopped')))
  }

  function receive(entry: PoolWorker, answer: WorkerAnswer): void {
    if (answer.kind === 'working') {
      watch(entry)
      return
    }
    if (answer.kind === 'ready') {
      entry.isReady = true
    } else {
      const task = release(entry)
      if (answer.kind === 'failed') task?.reject(new Error(answer.message))
      else task?.receive(answer)
    }
    assign()
  }

  /** Ends a failed worker. If it failed before it was ready, another one would fail too, so the waiting jobs are rejected. */
  function endWorker(entry: PoolWorker, error: Error): void {
    if (!workers.delete(entry)) return
    void entry.worker.terminate()
    release(entry)?.reject(error)
    for (const task of entry.tasks) queue.add(task)
    if (!entry.isReady && ![...workers].some(({ isReady }) => isReady)) failWaiting(error)
    assign()
  }

  function failWaiting(error: Error): void {
    for (let task = queue.take(); task !== undefined; task = queue.take()) task.reject(error)
  }

  /** Restarts the timeout of the worker's job. */
  function watch(entry: PoolWorker): void {
    if (entry.timer !== null) clearTimeout(entry.timer)
    entry.timer =
      entry.tasks.length === 0
        ? null
        : setTimeout(() => endWorker(entry, new Error('The speech engine took too long')), jobTimeoutMs)
  }

  /** Removes and returns the job that runs; the next one starts. */
  function release(entry: PoolWorker): Task | undefined {
    const task = entry.tasks.shift()
    watch(entry)
    return task
  }

  function give(entry: PoolWorker, task: Task): void {
    entry.tasks.push(task)
    if (entry.tasks.length === 1) watch(entry)
    entry.worker.postMessage(task.job, 'format' in task.job ? buffersOf(task.job) : [])
  }

  function assign(): void {
    for (const entry of workers) {
      if (!entry.isReady || entry.tasks.length > 0) continue
      const task = queue.take()
      if (task === undefined) return
      give(entry, task)
    }
    const starting = [...workers].filter((entry) => !entry.isReady).length
    if (queue.length() > starting && workers.size < size && !isClosed) startWorker()
    else if (starting === 0) giveInAdvance()
  }

  /** Gives each busy worker a piece of text in advance. A piece takes a twentieth of a second, so that a listener hardly waits for it. */
  function giveInAdvance(): void {
    for (const entry of workers) {
      const task = entry.tasks.length === 1 ? queue.take(({ job }) => 'text' in job) : undefined
      if (task !== undefined) give(entry, task)
    }
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

  startWorker()
  return {
    /** The number of pieces that can be spoken at the same time. */
    size,
    /**
     * Queues a piece with those of all conversions, and speaks or shapes it in a free worker. Rejects if the engine fails or
     * hangs, or if the pool is closed. If the owner is aborted before the piece's turn, the promise never settles.
     */
    speak: (job: SpeakJob | ShapeJob, owner: PieceOwner): Promise<SpokenPiece> =>
      enqueue(job, owner, (answer) => (answer.kind === 'spoken' ? answer.piece : null)),
    /** Queues and encodes a segment of a file, like `speak`. The memory of its samples is transferred to the worker. */
    encode: (segment: Mp3Segment, owner: PieceOwner): Promise<Uint8Array> =>
      enqueue(segment, owner, (answer) => (answer.kind === 'encoded' ? answer.frames : null)),
    async close(): Promise<void> {
      isClosed = true
      failWaiting(new Error('The speech engine is closed'))
      await Promise.all([...workers].map((entry) => entry.worker.terminate()))
    },
  }
}
