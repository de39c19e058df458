/**
 * Entry of a thread that reads one document or story and ends. What a document can do to its reader (loop, grow, spoil what all
 * code shares) ends with the thread.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { TextEncoding } from '../../../shared/files/textEncodings.ts'
import type { ErrorCode } from '../../../shared/messages/errors.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { MessageParams } from '../../../shared/lib/userFacingError.ts'
import { divideDocument } from './documentSections.ts'
import type { DocumentSection } from './documentSections.ts'
import type { NamedBytes, StoryFile } from './readStoryFile.ts'
import type { EncodingSample } from './textEncoding.ts'

export interface DocumentFile {
  readonly path: string
  /** The document's own name; `path` is where it lies for now. */
  readonly name: string
  readonly password: string | null
  /** Of a text, where it is known; undefined for the most likely one. */
  readonly encoding?: TextEncoding | undefined
}

/** A file, or bytes with a name. */
export interface StorySource {
  readonly file: string | NamedBytes
  /** Undefined for the most likely one. */
  readonly encoding?: TextEncoding | undefined
  /** The name of a narrator; English by default. */
  readonly narrator?: string | undefined
}

/** What a thread can be asked for, and what it gives. */
export interface DocumentJobs {
  readonly sections: { readonly source: DocumentFile; readonly value: readonly DocumentSection[] }
  readonly story: { readonly source: StorySource; readonly value: StoryFile }
  /** What each encoding makes of the text file at a path. */
  readonly encodings: { readonly source: string; readonly value: readonly EncodingSample[] }
}

type JobOf<Kind extends keyof DocumentJobs> = {
  readonly kind: Kind
  readonly source: DocumentJobs[Kind]['source']
}
export type DocumentJob = { [Kind in keyof DocumentJobs]: JobOf<Kind> }[keyof DocumentJobs]

export type DocumentAnswer =
  | { readonly kind: 'read'; readonly value: DocumentJobs[keyof DocumentJobs]['value'] }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly params: MessageParams }

// The thread that started this one gave it a job.
const job = workerData as DocumentJob

async function answer(): Promise<DocumentAnswer> {
  try {
    return { kind: 'read', value: await read(job) }
  } catch (error) {
    if (error instanceof UserFacingError) return { kind: 'refused', code: error.code, params: error.params }
    throw error
  }
}

/** Each kind of job loads the readers that it needs. */
async function read(asked: DocumentJob) {
  if (asked.kind === 'sections') return readSections(asked.source)
  const { readEncodingSamples, readStoryFile } = await import('./readStoryFile.ts')
  if (asked.kind === 'encodings') return readEncodingSamples(asked.source)
  const { file, ...options } = asked.source
  return readStoryFile(file, { newId: randomUUID, ...options })
}

async function readSections({ path, ...source }: DocumentFile): Promise<DocumentSection[]> {
  const { readDocument } = await import('./formats/readDocument.ts')
  const { parts } = await readDocument({ ...source, bytes: readFileSync(path) })
  return divideDocument(parts)
}

parentPort?.postMessage(await answer())
