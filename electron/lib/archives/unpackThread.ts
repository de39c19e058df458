/** Unpacks an archive in a thread of its own, which can be ended at any moment. */
import { runThread } from '../runThread.ts'
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

/** Unpacks the archive `path` into the empty `folder` and returns the bytes written. Throws as `unpackArchive` does. */
export function unpackInThread(job: UnpackJob, workerUrl: URL, signal: AbortSignal): Promise<number> {
  return runThread<UnpackAnswer, number>({
    workerUrl,
    job,
    signal,
    onMessage(answer) {
      if (answer.kind === 'done') return answer.bytes
      if (answer.kind === 'refused') throw new ArchiveFault(answer.fault, answer.entry)
      throw Object.assign(new Error(answer.message), answer.code !== '' && { code: answer.code })
    },
  })
}
