/** What is written down of a document that was sent, and how it is told: never its password, which nobody keeps. */
import * as z from 'zod'
import type { DocumentState, DocumentView } from '../../../shared/ipc/documentsContract.ts'
import { wireErrorSchema } from '../../../shared/ipc/result.ts'
import type { WireError } from '../../../shared/ipc/result.ts'
import { TEXT_MODELS } from '../../../shared/speech-api/models.ts'
import { STATUS } from '../../../shared/speech-api/statuses.ts'
import { MAX_SPEED, MIN_SPEED } from '../../../shared/story/records.ts'
import type { ConversionRecord, Project } from '../../project/project.ts'

/** Stands for the request, whose body is the document itself. */
const requestSchema = z.strictObject({
  fileName: z.string(),
  sizeBytes: z.int(),
  sha256: z.string(),
  model: z.enum(TEXT_MODELS),
  voiceId: z.string(),
  speed: z.number().min(MIN_SPEED).max(MAX_SPEED),
})
export type DocumentRequest = z.infer<typeof requestSchema>

const purposeSchema = z.strictObject({
  kind: z.literal('document'),
  /** Where the document was, for reading its words into a story. */
  path: z.string(),
  isProtected: z.boolean(),
})
export type DocumentPurpose = z.infer<typeof purposeSchema>

/** A document's conversion with all that is known of it. */
export interface SentDocument {
  readonly record: ConversionRecord
  readonly request: DocumentRequest
  readonly purpose: DocumentPurpose
}

/** Gives null for a record of something else, or of a version that this one does not know. */
export function readSentDocument(record: ConversionRecord): SentDocument | null {
  if (record.kind !== 'document') return null
  try {
    return {
      record,
      request: requestSchema.parse(JSON.parse(record.requestBody)),
      purpose: purposeSchema.parse(JSON.parse(record.purpose)),
    }
  } catch {
    return null
  }
}

export function formatDocumentRequest(request: DocumentRequest): string {
  return JSON.stringify(requestSchema.parse(request))
}

/** What makes two requests the same: a document is the same under any name. */
export function identityOf({ sha256, model, voiceId, speed }: DocumentRequest): string {
  return JSON.stringify([sha256, model, voiceId, speed])
}

export function formatDocumentPurpose(purpose: Omit<DocumentPurpose, 'kind'>): string {
  return JSON.stringify({ kind: 'document', ...purpose } satisfies DocumentPurpose)
}

/** A document as the page is told of it; `now` is what goes on with it at this moment. */
export function viewOf(
  project: Project,
  sent: SentDocument,
  now: DocumentState | undefined,
  revision: number,
): DocumentView {
  const { record, request, purpose } = sent
  return {
    id: record.id,
    name: request.fileName,
    sizeBytes: request.sizeBytes,
    voiceId: request.voiceId,
    model: request.model,
    speed: request.speed,
    connectionId: record.connectionId,
    isProtected: purpose.isProtected,
    estimatedCredits: record.estimatedCredits,
    usedCredits: record.usedCredits,
    createdAtMs: record.createdAtMs,
    revision,
    state: now ?? stateOf(project, record),
  }
}

/** What a record alone says of its document. */
export function stateOf(project: Project, record: ConversionRecord): DocumentState {
  switch (record.state) {
    case 'sending':
      return { phase: 'uploading', sentBytes: 0 }
    case 'accepted':
      return {
        phase: 'converting',
        status: record.status ?? STATUS.converting,
        percentage: record.percentage,
        remainingMs: null,
        isFollowed: false,
        error: readError(record),
      }
    case 'completed': {
      const audio = record.audioId === null ? undefined : project.audio.find(record.audioId)
      if (audio === undefined) return failedWith('audio-not-in-project')
      const { audioId, durationMs } = audio
      return { phase: 'completed', projectId: project.projectId, audioId, durationMs }
    }
    case 'failed':
      return { phase: 'failed', error: readError(record) ?? error('conversion-failed-unexplained') }
    case 'unknown':
      return { phase: 'unknown', error: readError(record) ?? error('conversion-interrupted') }
    case 'dismissed':
      return { phase: 'dismissed' }
  }
}

function failedWith(code: string): DocumentState {
  return { phase: 'failed', error: error(code) }
}

function error(code: string): WireError {
  return { code, params: {} }
}

function readError(record: ConversionRecord): WireError | null {
  if (record.error === null) return null
  try {
    return wireErrorSchema.parse(JSON.parse(record.error))
  } catch {
    return null
  }
}
