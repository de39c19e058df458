/**
 * Stopped downloads of packs, which can be resumed. A running download belongs to one process: it is in the process's own hidden folder,
 * and gets its own name only when it is stopped.
 */
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { NOTHING_YET, type DownloadProgress } from '../../lib/http/resumableDownload.ts'

const ARCHIVE = 'archive'
const STATE = 'download.json'

const stateSchema = z.object({
  url: z.string(),
  bytes: z.int().min(0),
  totalBytes: z.int().min(0).nullable(),
  validator: z.string().nullable(),
})

export function archiveIn(work: string): string {
  return join(work, ARCHIVE)
}

function stoppedPath(voices: string, packId: string): string {
  return join(voices, `.get-${packId}`)
}

/** The number of bytes of a stopped download. */
export function stoppedBytes(voices: string, packId: string): number {
  try {
    return statSync(archiveIn(stoppedPath(voices, packId))).size
  } catch {
    return 0
  }
}

/** Moves a stopped download of the address into the folder `work`, and returns its progress. */
export function takeStopped(voices: string, packId: string, work: string, url: string): DownloadProgress {
  const stopped = stoppedPath(voices, packId)
  try {
    const taken = join(work, 'stopped')
    // Two processes may try this: a rename succeeds for only one of them.
    renameSync(stopped, taken)
    const { url: ofUrl, ...state } = stateSchema.parse(JSON.parse(readFileSync(join(taken, STATE), 'utf8')))
    const bytes = Math.min(state.bytes, statSync(archiveIn(taken)).size)
    if (ofUrl !== url || bytes === 0) return NOTHING_YET
    renameSync(archiveIn(taken), archiveIn(work))
    return { ...state, bytes }
  } catch {
    return NOTHING_YET
  }
}

/** Keeps the download in `work` for later. Does nothing if there is nothing to resume. */
export function keepStopped(
  voices: string,
  packId: string,
  work: string,
  url: string,
  state: DownloadProgress,
): void {
  if (state.bytes === 0 || state.validator === null || !existsSync(archiveIn(work))) return
  const stopped = stoppedPath(voices, packId)
  try {
    writeFileSync(join(work, STATE), JSON.stringify({ url, ...state }))
    rmSync(stopped, { recursive: true, force: true })
    renameSync(work, stopped)
  } catch {
    // The disk cannot be written to: the download starts again.
  }
}
