/** Unpacks an archive in a separate thread, which can be ended at any time. */
import { runThread } from '../runThread.ts'
import { ArchiveFault } from './unpackArchive.ts'

export interface UnpackJob {
  readonly path: string
  readonly folder: string
}

export type UnpackAnswer =
  | { readonly kind: 'done'; readonly bytes: number }
  | { readonly kind: 'refused'; readonly fault: ArchiveFault['kind']; readonly entry: string }
  /** `code` is from the file system; empty for a bug. */
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }

/** The thread's source, for running unbundled. */
export const UNPACK_SOURCE = new URL('./unpackWorker.ts', import.meta.url)

/** Unpacks the archive `path` into the empty `folder` and returns the number of bytes written. Throws like `unpackArchive`. */
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
