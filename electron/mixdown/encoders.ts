/** Threads that encode MP3 segments, as many as the machine has cores to spare for; they are started when the first segment comes. */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Mp3Segment } from '../lib/audio/mp3Segments.ts'
import { threadOptions } from '../lib/threadOptions.ts'
import type { EncodeAnswer, EncodeJob } from './encodeWorker.ts'

export interface Encoders {
  encode(segment: Mp3Segment): Promise<Uint8Array>
  close(): Promise<void>
}

const MOST = 3

export function createEncoders(workerUrl: URL): Encoders {
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
    encode(segment) {
      if (workers.length < size) workers.push(start())
      const job: EncodeJob = { number: number++, segment }
      return new Promise((resolve, reject) => {
        waiting.set(job.number, { resolve, reject })
        workers[job.number % workers.length]?.postMessage(job)
      })
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
