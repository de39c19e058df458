/**
 * Entry of a thread that reads one document and ends. What a document can do to its reader (loop, grow, spoil what all
 * code shares) ends with the thread.
 */
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import type { TextEncoding } from '../../../shared/files/textEncodings.ts'
import type { ErrorCode } from '../../../shared/messages/errors.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { MessageParams } from '../../../shared/lib/userFacingError.ts'
import { MAX_LABEL } from '../../../shared/story/limits.ts'
import { divideDocument } from './documentSections.ts'
import type { DocumentSection } from './documentSections.ts'
import { MAX_TOLD_TITLES } from '../../../shared/import/reading.ts'
import type { ImportReading, ReadingProgress } from '../../../shared/ipc/importContract.ts'
import type { OnPortion } from './formats/documentText.ts'
import type { ImportFile } from './import/readImport.ts'
import type { EncodingSample } from './textEncoding.ts'

/** How often it is told how far a document is, in ms. */
const PROGRESS_MS = 100

export interface DocumentFile {
  readonly path: string
  /** The document's own name; `path` is where it lies for now. */
  readonly name: string
  readonly password: string | null
  /** Of a text, where it is known; undefined for the most likely one. */
  readonly encoding?: TextEncoding | undefined
}

/** What a thread can be asked for, and what it gives. */
export interface DocumentTasks {
  readonly sections: { readonly source: DocumentFile; readonly value: readonly DocumentSection[] }
  readonly import: { readonly source: ImportFile; readonly value: ImportReading }
  /** What each encoding makes of the text file at a path. */
  readonly encodings: { readonly source: string; readonly value: readonly EncodingSample[] }
}

type JobOf<Kind extends keyof DocumentTasks> = {
  readonly kind: Kind
  readonly source: DocumentTasks[Kind]['source']
}
export type DocumentTask = { [Kind in keyof DocumentTasks]: JobOf<Kind> }[keyof DocumentTasks]

export type DocumentAnswer =
  | { readonly kind: 'read'; readonly value: DocumentTasks[keyof DocumentTasks]['value'] }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly params: MessageParams }

/** What a thread says: how far it is, and at the end its answer. */
export type DocumentMessage =
  DocumentAnswer | { readonly kind: 'progress'; readonly progress: ReadingProgress }

// The thread that started this one gave it a job.
const job = workerData as DocumentTask

async function answer(): Promise<DocumentAnswer> {
  try {
    return { kind: 'read', value: await read(job) }
  } catch (error) {
    if (error instanceof UserFacingError) return { kind: 'refused', code: error.code, params: error.params }
    throw error
  }
}

/** Each kind of job loads the readers that it needs. */
async function read(asked: DocumentTask) {
  if (asked.kind === 'sections') return readSections(asked.source)
  const { readEncodingSamples, readImport } = await import('./import/readImport.ts')
  if (asked.kind === 'encodings') return readEncodingSamples(asked.source)
  const reading = await readImport(asked.source, tellProgress())
  if (asked.source.suggestsSpeakers !== true) return reading
  const { suggestSpeakers } = await import('../../../shared/import/speakers/suggestSpeakers.ts')
  const { lines, names, genders = new Map() } = suggestSpeakers(reading.source, { readsQuotations: true })
  return { ...reading, suggestions: { lines: [...lines], names: [...names], genders: [...genders] } }
}

/** Tells of the portions of a document at most every so often, with all headings up to there. */
function tellProgress(): OnPortion {
  const titles: string[] = []
  let toldMs = -PROGRESS_MS
  return (done, total, parts = []) => {
    for (const { kind, text } of parts)
      if (kind === 'heading' && titles.length < MAX_TOLD_TITLES) titles.push(text.slice(0, MAX_LABEL))
    if (performance.now() - toldMs < PROGRESS_MS) return
    toldMs = performance.now()
    parentPort?.postMessage({ kind: 'progress', progress: { done, total, titles } } satisfies DocumentMessage)
  }
}

async function readSections({ path, ...source }: DocumentFile): Promise<DocumentSection[]> {
  const { readDocument } = await import('./formats/readDocument.ts')
  const { parts } = await readDocument({ ...source, bytes: readFileSync(path) })
  return divideDocument(parts)
}

parentPort?.postMessage(await answer())
