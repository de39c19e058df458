/** Reading, sending and storing a document. Its password is never stored. */
import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { basename } from 'node:path'
import * as z from 'zod'
import { hasExtensionFor, listExtensions } from '../../../shared/files/fileTypes.ts'
import type { TextEncoding } from '../../../shared/files/textEncodings.ts'
import { textEncodingSchema } from '../../../shared/ipc/views.ts'
import type { PayloadOf } from '../../../shared/jobs/payload.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { MAX_DOCUMENT_BYTES, MAX_SPEED, MIN_SPEED } from '../../../shared/speech-api/limits.ts'
import { TEXT_MODELS, type TextModel } from '../../../shared/speech-api/models.ts'
import { type Redact, createRedactPassword, withhold } from '../../lib/http/redact.ts'
import type { JobRecord } from '../../project/project.ts'
import type { SubmissionRequest } from '../submissions.ts'

const PIECE_BYTES = 64 * 1024

export interface MeasuredDocument {
  readonly path: string
  readonly name: string
  readonly byteLength: number
  readonly sha256: string
  /** The bytes from the start. Throws `document-changed` if they changed since the document was opened. */
  read(): AsyncIterable<Uint8Array>
}

/**
 * Opens a document, and measures and hashes it. Throws `document-format-unknown`, `document-too-large`, `document-empty`, `file-not-found` or
 * `file-not-readable`.
 */
export async function openDocument(path: string, maxBytes = MAX_DOCUMENT_BYTES): Promise<MeasuredDocument> {
  const name = basename(path)
  if (!hasExtensionFor('document', name))
    throw new UserFacingError('document-format-unknown', { name, known: listExtensions('document') })
  const hash = createHash('sha256')
  let byteLength = 0
  for await (const piece of readPieces(path, name)) {
    byteLength += piece.length
    if (byteLength > maxBytes) {
      throw new UserFacingError('document-too-large', { name, limitMb: Math.floor(maxBytes / 1024 ** 2) })
    }
    hash.update(piece)
  }
  if (byteLength === 0) throw new UserFacingError('document-empty')
  const sha256 = hash.digest('hex')
  return { path, name, byteLength, sha256, read: () => readAgain({ path, name, byteLength, sha256 }) }
}

/**
 * A text converted to UTF-8, because that is the only encoding that services are sure to accept. It counts as the same document: its
 * hash is that of the file. Throws like `openDocument`.
 */
export async function inUtf8(file: MeasuredDocument, encoding: TextEncoding): Promise<MeasuredDocument> {
  async function* read(): AsyncGenerator<Uint8Array> {
    const decoder = new TextDecoder(encoding)
    for await (const piece of file.read()) yield Buffer.from(decoder.decode(piece, { stream: true }))
    yield Buffer.from(decoder.decode())
  }
  let byteLength = 0
  for await (const piece of read()) byteLength += piece.length
  return { ...file, byteLength, read }
}

/** Holds the last piece back until the whole is verified, so that a changed file is never sent completely. */
async function* readAgain(file: Omit<MeasuredDocument, 'read'>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let last: Uint8Array | undefined
  for await (const piece of readPieces(file.path, file.name)) {
    if (last !== undefined) yield last
    hash.update(piece)
    last = piece
  }
  if (last === undefined || hash.digest('hex') !== file.sha256) {
    throw new UserFacingError('document-changed', { name: file.name })
  }
  yield last
}

async function* readPieces(path: string, name: string): AsyncGenerator<Uint8Array> {
  const file = await openToRead(path, name)
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(new Uint8Array(PIECE_BYTES), 0, PIECE_BYTES)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } catch (cause) {
    throw new UserFacingError('file-not-readable', { name }, { cause })
  } finally {
    await file.close()
  }
}

async function openToRead(path: string, name: string): Promise<FileHandle> {
  try {
    const file = await open(path, 'r')
    if ((await file.stat()).isFile()) return file
    await file.close()
  } catch (cause) {
    const isGone = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
    throw new UserFacingError(isGone ? 'file-not-found' : 'file-not-readable', { name }, { cause })
  }
  throw new UserFacingError('file-not-readable', { name })
}

/** Stored in place of the request, whose body is the document itself. */
const requestSchema = z.strictObject({
  fileName: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  model: z.enum(TEXT_MODELS),
  voiceId: z.string(),
  speed: z.number().min(MIN_SPEED).max(MAX_SPEED),
  /** The original encoding of a text that was sent in UTF-8. */
  encoding: textEncodingSchema.optional(),
})
export type DocumentRequest = z.infer<typeof requestSchema>

/** The settings for speaking a document. */
export interface DocumentSpeech {
  readonly voiceId: string
  readonly model: TextModel
  readonly speed: number
  /** Sent but not stored; null for none. */
  readonly password: string | null
  /** The encoding of a text, which is then sent in UTF-8; undefined to send the document as it is. */
  readonly encoding?: TextEncoding | undefined
}

/** A document's job with the facts about the document. */
export interface SentDocument<J = JobRecord> {
  readonly job: J
  readonly request: DocumentRequest
  readonly payload: PayloadOf<'document'>
}

/** Reads a document's job; null for a job of another kind, or from an unknown version. */
export function readSentDocument<J extends Pick<JobRecord, 'payload' | 'requestBody'>>(
  job: J,
): SentDocument<J> | null {
  const { payload } = job
  if (payload?.kind !== 'document') return null
  try {
    return { job, request: requestSchema.parse(JSON.parse(job.requestBody)), payload }
  } catch {
    return null
  }
}

/** Identifies equal requests: the name of the document does not matter. */
export function identityOf({ sha256, model, voiceId, speed, encoding }: DocumentRequest): string {
  return JSON.stringify([sha256, model, voiceId, speed, ...(encoding === undefined ? [] : [encoding])])
}

export function documentRequestOf(
  file: MeasuredDocument,
  { model, voiceId, speed, encoding }: DocumentSpeech,
): DocumentRequest {
  const { name: fileName, byteLength: sizeBytes, sha256 } = file
  return { fileName, sizeBytes, sha256, model, voiceId, speed, ...(encoding !== undefined && { encoding }) }
}

/** The request that uploads a document. `onSent` is called with the number of bytes sent. */
export function documentUpload(
  file: MeasuredDocument,
  speech: DocumentSpeech,
  onSent: (sentBytes: number) => void,
): SubmissionRequest {
  const { model, voiceId, speed, password } = speech
  const request = documentRequestOf(file, speech)
  return {
    endpoint: 'document',
    body: JSON.stringify(requestSchema.parse(request)),
    identity: identityOf(request),
    payload: { kind: 'document', path: file.path, isProtected: password !== null },
    isStoppable: true,
    send: (client, signal) =>
      client.submitDocument({ model, voiceId, speed, password, file, onProgress: onSent }, signal),
  }
}

export type DocumentPasswords = ReturnType<typeof createDocumentPasswords>

/** Masks passwords that were sent since the app started. They are kept in memory only. */
export function createDocumentPasswords() {
  const masks = new Map<string, Redact>()
  return {
    add: (jobId: string, password: string | null): void =>
      void masks.set(jobId, createRedactPassword(password)),
    /** Masks a document's password in a text; masks the whole text if the password or the job is no longer known. */
    redactFor(job: Pick<JobRecord, 'id' | 'payload'> | undefined): Redact {
      if (job === undefined) return withhold
      const isProtected = job.payload?.kind === 'document' && job.payload.isProtected
      return masks.get(job.id) ?? (isProtected ? withhold : (text) => text)
    },
  }
}
