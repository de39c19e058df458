/** Unpacks an archive in a thread of its own, which can be ended at any moment. */
import { Worker } from 'node:worker_threads'
import { threadOptions } from '../threadOptions.ts'
import { ArchiveFault } from './unpackArchive.ts'

export interface UnpackJob {
  readonly path: string
  readonly folder: string
}

export type UnpackAnswer =
  | { readonly kind: 'done'; readonly bytes: number }
  | { readonly kind: 'refused'; readonly fault: ArchiveFault['kind']; readonly entry: string }
  /** `code` is the file system's; empty for a bug. */
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }

/** Where the thread's code lies, where it runs as it is. */
export const UNPACK_SOURCE = new URL('./unpackWorker.ts', import.meta.url)

/** Unpacks the archive `path` into the empty `folder` and gives the bytes written. Throws as `unpackArchive` does. */
export async function unpackInThread(job: UnpackJob, workerUrl: URL, signal: AbortSignal): Promise<number> {
  signal.throwIfAborted()
  const worker = new Worker(workerUrl, { workerData: job, ...threadOptions() })
  let stop = () => {}
  try {
    return await new Promise<number>((resolve, reject) => {
      stop = () => reject(new Error('aborted'))
      signal.addEventListener('abort', stop)
      worker.once('message', (answer: UnpackAnswer) => {
        if (answer.kind === 'done') resolve(answer.bytes)
        else if (answer.kind === 'refused') reject(new ArchiveFault(answer.fault, answer.entry))
        else reject(Object.assign(new Error(answer.message), answer.code !== '' && { code: answer.code }))
      })
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('The thread that unpacks ended without an answer')))
    })
  } catch (error) {
    signal.throwIfAborted()
    throw error
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}
