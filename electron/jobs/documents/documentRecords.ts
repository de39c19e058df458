/** What is written down of a document that was sent, and how it is told: never its password, which nobody keeps. */
import type { ErrorCode } from '../../../shared/messages/errors.ts'
import * as z from 'zod'
import type { DocumentState, DocumentView } from '../../../shared/ipc/documentsContract.ts'
import type { WireError } from '../../../shared/ipc/result.ts'
import type { PayloadOf } from '../../../shared/jobs/payload.ts'
import { TEXT_MODELS } from '../../../shared/speech-api/models.ts'
import { STATUS } from '../../../shared/speech-api/statuses.ts'
import { MAX_SPEED, MIN_SPEED } from '../../../shared/speech-api/limits.ts'
import type { JobRecord, Project } from '../../project/project.ts'

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

/** A document's conversion with all that is known of it. */
export interface SentDocument {
  readonly record: JobRecord
  readonly request: DocumentRequest
  readonly payload: PayloadOf<'document'>
}

/** Gives null for a record of something else, or of a version that this one does not know. */
export function readSentDocument(record: JobRecord): SentDocument | null {
  const { payload } = record
  if (payload?.kind !== 'document') return null
  try {
    return { record, request: requestSchema.parse(JSON.parse(record.requestBody)), payload }
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

/** A document as the page is told of it; `now` is what goes on with it at this moment. */
export function viewOf(
  project: Project,
  sent: SentDocument,
  now: DocumentState | undefined,
  revision: number,
): DocumentView {
  const { record, request, payload } = sent
  return {
    id: record.id,
    name: request.fileName,
    sizeBytes: request.sizeBytes,
    voiceId: request.voiceId,
    model: request.model,
    speed: request.speed,
    connectionId: record.connectionId,
    isProtected: payload.isProtected,
    estimatedCredits: record.estimatedCredits,
    usedCredits: record.usedCredits,
    createdAtMs: record.createdAtMs,
    revision,
    state: now ?? stateOf(project, record),
  }
}

/** What a record alone says of its document. */
export function stateOf(project: Project, record: JobRecord): DocumentState {
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
        error: record.error,
      }
    case 'completed': {
      const audio = record.audioId === null ? undefined : project.audio.find(record.audioId)
      if (audio === undefined) return failedWith('audio-not-in-project')
      const { audioId, durationMs } = audio
      return { phase: 'completed', projectId: project.projectId, audioId, durationMs }
    }
    case 'failed':
      return { phase: 'failed', error: record.error ?? error('conversion-failed-unexplained') }
    case 'unknown':
      return { phase: 'unknown', error: record.error ?? error('conversion-interrupted') }
    case 'dismissed':
      return { phase: 'dismissed' }
  }
}

function failedWith(code: ErrorCode): DocumentState {
  return { phase: 'failed', error: error(code) }
}

function error(code: ErrorCode): WireError {
  return { code, params: {} }
}
