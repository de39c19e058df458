/** A document as it is sent and as it is stored: never with its password, which nobody keeps on disk. */
import * as z from 'zod'
import type { TextEncoding } from '../../../shared/files/textEncodings.ts'
import { textEncodingSchema } from '../../../shared/ipc/views.ts'
import type { PayloadOf } from '../../../shared/jobs/payload.ts'
import { TEXT_MODELS, type TextModel } from '../../../shared/speech-api/models.ts'
import { MAX_SPEED, MIN_SPEED } from '../../../shared/speech-api/limits.ts'
import { createRedactPassword, withhold, type Redact } from '../../lib/http/redact.ts'
import type { JobRecord } from '../../project/project.ts'
import type { SubmissionRequest } from '../submissions.ts'
import type { MeasuredDocument } from './documentFile.ts'

/** Stands for the request, whose body is the document itself. */
const requestSchema = z.strictObject({
  fileName: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  model: z.enum(TEXT_MODELS),
  voiceId: z.string(),
  speed: z.number().min(MIN_SPEED).max(MAX_SPEED),
  /** The encoding of a text that was sent in UTF-8 instead. */
  encoding: textEncodingSchema.optional(),
})
export type DocumentRequest = z.infer<typeof requestSchema>

/** How a document is to be spoken. */
export interface DocumentSpeech {
  readonly voiceId: string
  readonly model: TextModel
  readonly speed: number
  /** Sent and forgotten; null for none. */
  readonly password: string | null
  /** The encoding of a text, which is then sent in UTF-8; undefined to send the document as it is. */
  readonly encoding?: TextEncoding | undefined
}

/** A document's job with all that is known of the document. */
export interface SentDocument<J = JobRecord> {
  readonly job: J
  readonly request: DocumentRequest
  readonly payload: PayloadOf<'document'>
}

/** Gives null for a job of another kind, or of a version that this one does not know. */
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

/** What makes two requests the same: a document is the same under any name. */
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

/** The request that uploads a document. `onSent` is told how many of its bytes have left. */
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

/** In memory only: what masks the passwords that were sent since the app started. */
export interface DocumentPasswords {
  add(jobId: string, password: string | null): void
  /** Masks a document's password in a text; all of the text, where the password or the job is not known any more. */
  redactFor(job: Pick<JobRecord, 'id' | 'payload'> | undefined): Redact
}

export function createDocumentPasswords(): DocumentPasswords {
  const masks = new Map<string, Redact>()
  return {
    add: (jobId, password) => void masks.set(jobId, createRedactPassword(password)),
    redactFor(job) {
      if (job === undefined) return withhold
      const isProtected = job.payload?.kind === 'document' && job.payload.isProtected
      return masks.get(job.id) ?? (isProtected ? withhold : (text) => text)
    },
  }
}
