/**
 * Entry of a thread that reads one document and ends. What a document can do to its reader (loop, grow, spoil what all
 * code shares) ends with the thread.
 */
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { ErrorCode } from '../../../shared/messages/errors.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { MessageParams } from '../../../shared/lib/userFacingError.ts'
import { readDocument } from './formats/readDocument.ts'
import { divideDocument } from './documentSections.ts'
import type { DocumentSection } from './documentSections.ts'

export interface DocumentJob {
  readonly path: string
  /** The document's own name; `path` is where it lies for now. */
  readonly name: string
  readonly password: string | null
}

export type DocumentAnswer =
  | { readonly kind: 'read'; readonly sections: readonly DocumentSection[] }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly params: MessageParams }

// The thread that started this one gave it a job.
const { path, name, password } = workerData as DocumentJob

async function answer(): Promise<DocumentAnswer> {
  try {
    const { parts } = await readDocument({ name, bytes: readFileSync(path), password })
    return { kind: 'read', sections: divideDocument(parts) }
  } catch (error) {
    if (error instanceof UserFacingError) return { kind: 'refused', code: error.code, params: error.params }
    throw error
  }
}

parentPort?.postMessage(await answer())
