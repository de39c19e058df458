/** Entry of a thread that unpacks one archive and ends, because unpacking a bzip2 model takes seconds. */
import { parentPort, workerData } from 'node:worker_threads'
import { ArchiveFault, unpackArchive } from './unpackArchive.ts'
import type { UnpackAnswer, UnpackJob } from './unpackThread.ts'

const port = parentPort
if (port === null) throw new Error('unpackWorker runs in a worker thread')
// The thread that started this one passed it a job.
const job = workerData as UnpackJob

function answer(message: UnpackAnswer): void {
  port?.postMessage(message)
}

try {
  answer({ kind: 'done', bytes: await unpackArchive(job.path, job.folder) })
} catch (error) {
  if (error instanceof ArchiveFault) answer({ kind: 'refused', fault: error.kind, entry: error.entry })
  else {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    answer({ kind: 'failed', code, message: error instanceof Error ? error.message : String(error) })
  }
}
