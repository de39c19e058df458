/**
 * The client of the published speech interface, for the embedded service and for hosted ones alike.
 *
 * A paid request is sent at most once, and has one of four outcomes:
 * - `accepted`: a success with a valid record.
 * - `refused`: any 4xx except 408; a redirect, which is never followed; `success: false`, whatever the status. A 5xx counts only with
 *   `success: false`, since proxies answer 502, 503 and 504 in a service's place.
 * - `unsent`: certainly no complete request was sent: the name lookup, the connection or its encryption failed before the first byte, or
 *   an upload was cancelled here before its last byte.
 * - `unknown`: everything else. It may have been charged, and only a person decides to send it again.
 */
import { randomUUID } from 'node:crypto'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { isFailureBody, parseErrorMessage } from '../../shared/speech-api/errors.ts'
import { API_PATHS, API_PREFIX, historyPath } from '../../shared/speech-api/endpoints.ts'
import {
  type Conversion,
  parseConversionList,
  parseConversionResponse,
} from '../../shared/speech-api/responses.ts'
import { systemClock } from '../lib/clock.ts'
import { parseBaseUrl } from '../lib/http/baseUrl.ts'
import { DEFAULT_TIMEOUTS, ExchangeFault, type StreamedBody } from '../lib/http/httpExchange.ts'
import { createRedactPassword } from '../lib/http/redact.ts'
import {
  type AskService,
  createAskService,
  faultError,
  refusalError,
  type ServiceAnswer,
  type ServiceClientOptions,
} from './askService.ts'

const MAX_UUID_LENGTH = 200

export const PAID_PATHS = {
  speech: API_PATHS.textToSpeech,
  emotion: API_PATHS.emotionToSpeech,
  story: API_PATHS.storyMaker,
  document: API_PATHS.documentToSpeech,
} as const
export type PaidKind = keyof typeof PAID_PATHS
/** A service reads a whole document before it responds, which takes longer than a text. */
const DOCUMENT_PATIENCE = 5

export type SubmitOutcome =
  | { readonly kind: 'accepted'; readonly conversion: Conversion }
  | { readonly kind: 'refused' | 'unsent' | 'unknown'; readonly error: UserFacingError }

export type HistoryAnswer =
  | { readonly kind: 'found'; readonly conversion: Conversion }
  /** The server has no history: it responds as for an unknown endpoint. */
  | { readonly kind: 'no-history' }
  /** The service does not know this conversion. That says nothing about other conversions. */
  | { readonly kind: 'forgotten' }
  /** Polling again may help, after `waitMs` if the service named a time. */
  | { readonly kind: 'retry'; readonly error: UserFacingError; readonly waitMs: number | null }
  /** Polling again will not help. */
  | { readonly kind: 'refused'; readonly error: UserFacingError }

export type SpeechClient = ReturnType<typeof createSpeechClient>

/** Throws `base-url-invalid` or `base-url-not-https`. */
export function createSpeechClient(options: ServiceClientOptions) {
  const { key, timeouts = DEFAULT_TIMEOUTS, clock = systemClock } = options
  const baseUrl = parseBaseUrl(options.baseUrl)
  const host = baseUrl.host
  /** True once the service has responded as a history does. */
  let hasHistory = false

  const ask = createAskService({ baseUrl, key, timeouts, clock })
  const isAbsentRoute = createIsAbsentRoute(ask)

  return {
    host,

    /** Sends one paid request, a JSON body, once. Does not throw errors of the server or the network. */
    async submit(kind: PaidKind, body: string, signal?: AbortSignal): Promise<SubmitOutcome> {
      try {
        const answer = await ask(PAID_PATHS[kind], { method: 'POST', body: Buffer.from(body), signal })
        return outcomeOf(answer, host)
      } catch (error) {
        if (error instanceof UserFacingError) return { kind: 'unsent', error }
        if (!(error instanceof ExchangeFault)) throw error
        return error.wasSent
          ? { kind: 'unknown', error: outcomeUnknown(host) }
          : { kind: 'unsent', error: faultError(error.kind, host) }
      }
    },

    /** Sends one document, once, as it is read. Does not throw errors of the server, the network or the disk. */
    async submitDocument(upload: DocumentUpload, signal?: AbortSignal): Promise<SubmitOutcome> {
      const body = documentBody(upload)
      const patient = { ...timeouts, firstByteMs: timeouts.firstByteMs * DOCUMENT_PATIENCE }
      const redact = createRedactPassword(upload.password)
      try {
        const answer = await ask(
          PAID_PATHS.document,
          { method: 'POST', body, signal, timeouts: patient },
          { contentType: body.contentType, redact },
        )
        return outcomeOf(answer, host)
      } catch (error) {
        if (error instanceof UserFacingError) return { kind: 'unsent', error }
        if (!(error instanceof ExchangeFault)) throw error
        if (!error.wasSent) return { kind: 'unsent', error: faultError(error.kind, host) }
        // The total length was announced, so the service recognises an incomplete upload.
        return error.kind === 'aborted' && !error.wasWhole
          ? { kind: 'unsent', error: new UserFacingError('document-upload-cancelled') }
          : { kind: 'unknown', error: outcomeUnknown(host) }
      }
    },

    /** Requests a conversion's record once. Does not throw errors of the server or the network. */
    async history(uuid: string, signal?: AbortSignal): Promise<HistoryAnswer> {
      // In a path, these would address another endpoint.
      if (['', '.', '..'].includes(uuid)) return { kind: 'forgotten' }
      try {
        const path = historyPath(uuid)
        const answer = await ask(path, { method: 'GET', signal })
        if (!hasHistory && answer.status === 405) return { kind: 'no-history' }
        if (answer.status === 404) {
          hasHistory ||= !(await isAbsentRoute(answer, path, signal))
          return { kind: hasHistory ? 'forgotten' : 'no-history' }
        }
        const read = readHistory(answer, uuid, host)
        if (read.kind === 'found') hasHistory = true
        return read
      } catch (error) {
        if (error instanceof UserFacingError) return { kind: 'retry', error, waitMs: null }
        if (!(error instanceof ExchangeFault)) throw error
        return { kind: 'retry', error: faultError(error.kind, host), waitMs: null }
      }
    },

    /** Asks the service to cancel a conversion (an extension of the interface). Does not throw errors of the server or the network. */
    async cancel(uuid: string): Promise<void> {
      try {
        await ask(historyPath(uuid), { method: 'DELETE' })
      } catch (error) {
        // Then the service finishes a conversion that nobody needs.
        if (!(error instanceof UserFacingError || error instanceof ExchangeFault)) throw error
      }
    },

    /**
     * The conversions that the service lists, or null if it has no such list (an extension of the interface). Throws a UserFacingError if
     * it does not respond.
     */
    async listHistory(signal?: AbortSignal): Promise<Conversion[] | null> {
      try {
        const { status, json, retryAfterMs } = await ask(API_PATHS.history, { method: 'GET', signal })
        if (status === 404 || status === 405) return null
        if (status < 200 || status >= 300) throw refusalError(status, json, host, retryAfterMs)
        return parseConversionList(json)
      } catch (error) {
        throw error instanceof ExchangeFault ? faultError(error.kind, host) : error
      }
    },
  }
}

/** The error for a request that was sent but not answered. */
export function outcomeUnknown(host: string): UserFacingError {
  return new UserFacingError('conversion-outcome-unknown', { host })
}

/** A valid record; null for an id or a status that makes no sense. */
function readConversion(json: unknown): Conversion | null {
  const conversion = parseConversionResponse(json)
  if (conversion === null) return null
  const isSane = conversion.uuid.length <= MAX_UUID_LENGTH && Number.isSafeInteger(conversion.status)
  return isSane ? conversion : null
}

function outcomeOf({ status, json, retryAfterMs }: ServiceAnswer, host: string): SubmitOutcome {
  const isSuccess = status >= 200 && status < 300
  const conversion = isSuccess ? readConversion(json) : null
  if (conversion !== null) return { kind: 'accepted', conversion }
  const isRefusal = isFailureBody(json) || (status >= 300 && status < 500 && status !== 408)
  if (!isRefusal) return { kind: 'unknown', error: outcomeUnknown(host) }
  return { kind: 'refused', error: refusalError(status, json, host, retryAfterMs) }
}

function readHistory(
  { status, json, retryAfterMs }: ServiceAnswer,
  uuid: string,
  host: string,
): HistoryAnswer {
  if (status < 200 || status >= 300) {
    if (status === 410) return { kind: 'forgotten' }
    const error = refusalError(status, json, host, retryAfterMs)
    const canHelp = status >= 500 || status === 408 || status === 429
    return canHelp ? { kind: 'retry', error, waitMs: retryAfterMs } : { kind: 'refused', error }
  }
  const conversion = readConversion(json)
  // Another conversion's record would bring another's audio.
  if (conversion?.uuid === uuid) return { kind: 'found', conversion }
  return { kind: 'retry', error: new UserFacingError('service-answer-unreadable', { host }), waitMs: null }
}

const ABSENT_PATH = `${API_PREFIX}/no-such-endpoint`

/** Whether a 404 at `path` is the service's response to an unknown endpoint. Throws like `AskService`. */
type IsAbsentRoute = (refusal: ServiceAnswer, path: string, signal?: AbortSignal) => Promise<boolean>

/** Requests an endpoint that does not exist, once. */
function createIsAbsentRoute(ask: AskService): IsAbsentRoute {
  let absent: ServiceAnswer | undefined
  return async (refusal, path, signal) => {
    absent ??= await ask(ABSENT_PATH, { method: 'GET', signal })
    return describe(refusal, path) === describe(absent, ABSENT_PATH)
  }
}

/** A refusal without the parts that differ each time: the path, times and request ids. */
function describe({ status, json }: ServiceAnswer, path: string): string {
  const message = parseErrorMessage(json)?.replaceAll(path.slice(1), '')
  const fields = typeof json === 'object' && json !== null ? Object.keys(json).sort() : typeof json
  return JSON.stringify([status, message, fields])
}

// The multipart body of document-to-speech: its fields, then the file, sent while it is read.

interface DocumentUpload {
  readonly model: string
  readonly voiceId: string
  readonly speed: number
  /** Sent with the request but not stored; null for none. */
  readonly password: string | null
  readonly file: {
    readonly name: string
    readonly byteLength: number
    /** The file's bytes from the start. Throws a UserFacingError if the file has changed. */
    read(): AsyncIterable<Uint8Array>
  }
  /** Called with the number of bytes of the file that were sent. */
  readonly onProgress?: (sentBytes: number) => void
}

interface MultipartBody extends StreamedBody {
  /** The Content-Type header, with the boundary. */
  readonly contentType: string
}

/** Fields come before the file, for services that read a form as it arrives. */
function documentBody(upload: DocumentUpload, boundary = `fabula-${randomUUID()}`): MultipartBody {
  const { model, voiceId, speed, password, file, onProgress } = upload
  const fields = [
    ['model', model],
    ['voice_id', voiceId],
    ['speed', String(speed)],
    ...(password === null ? [] : [['file_password', password]]),
  ]
  const parts = fields.map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = Buffer.from(
    `${parts.join('')}--${boundary}\r\n` +
      `content-disposition: form-data; name="file"; filename="${escapeFileName(file.name)}"\r\n` +
      'content-type: application/octet-stream\r\n\r\n',
  )
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    byteLength: head.length + file.byteLength + tail.length,
    async *pieces() {
      yield head
      yield* file.read()
      yield tail
    },
    onSent: (bytes) => onProgress?.(Math.min(file.byteLength, Math.max(0, bytes - head.length))),
  }
}

/** As browsers name files in forms (https://html.spec.whatwg.org/#multipart-form-data). */
function escapeFileName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')
}
