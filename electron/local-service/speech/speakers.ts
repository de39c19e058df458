/**
 * A small pool of speech workers. The first starts at once, so that it is warm when the first text comes; more start when
 * there is work for them. A worker that dies or hangs takes only its own job with it.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { SpokenPiece } from './shapeSpeech.ts'
import type { WorkerAnswer, WorkerJob } from './speakWorker.ts'

export interface Speakers {
  /** How many pieces can be spoken at the same time. */
  readonly size: number
  /** Speaks or shapes a piece in the next free worker. Rejects when the engine fails, hangs, or the pool is closed. */
  speak(job: WorkerJob): Promise<SpokenPiece>
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
  resolve(piece: SpokenPiece): void
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
  const queue: Task[] = []
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
      if (answer.kind === 'spoken') task?.resolve(answer.piece)
      else task?.reject(new Error(answer.message))
    }
    assign()
  }

  /** Lets a dead worker go. Where it died before it ever spoke, another would fare no better: the waiting jobs fail. */
  function dismiss(speaker: Speaker, error: Error): void {
    if (!speakers.delete(speaker)) return
    void speaker.worker.terminate()
    release(speaker)?.reject(error)
    if (!speaker.isReady && speakers.size === 0) {
      for (const task of queue.splice(0)) task.reject(error)
    }
    assign()
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
      const task = queue.shift()
      if (task === undefined) return
      speaker.task = task
      speaker.timer = setTimeout(
        () => dismiss(speaker, new Error('The speech engine took too long')),
        jobTimeoutMs,
      )
      speaker.worker.postMessage(task.job)
    }
    const isEveryoneReady = [...speakers].every((speaker) => speaker.isReady)
    if (queue.length > 0 && speakers.size < size && isEveryoneReady && !isClosed) hire()
  }

  hire()
  return {
    size,
    speak(job) {
      if (isClosed) return Promise.reject(new Error('The speech engine is closed'))
      return new Promise((resolve, reject) => {
        queue.push({ job, resolve, reject })
        assign()
      })
    },
    async close() {
      isClosed = true
      for (const task of queue.splice(0)) task.reject(new Error('The speech engine is closed'))
      await Promise.all([...speakers].map((speaker) => speaker.worker.terminate()))
    },
  }
}
