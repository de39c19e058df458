/** One exchange with a service: adds the key to the request, masks it in the JSON of the response, and turns failures into the errors shown. */
import { API_KEY_HEADER } from '../../shared/speech-api/endpoints.ts'
import { urlUnder } from '../lib/http/baseUrl.ts'
import type { Clock } from '../lib/clock.ts'
import {
  exchange,
  type FaultKind,
  type HttpRequest,
  readText,
  type Timeouts,
} from '../lib/http/httpExchange.ts'
import { createRedact, parseJsonRedacted, type Redact } from '../lib/http/redact.ts'
import { parseRetryAfter } from '../lib/http/resumableDownload.ts'
import type { ErrorCodeFor } from '../../shared/messages/errors.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { parseErrorMessage } from '../../shared/speech-api/errors.ts'

/** Enough for a record with the timings of 20,000 blocks. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

export interface ServiceAnswer {
  readonly status: number
  /** Undefined if the body is not JSON. */
  readonly json: unknown
  readonly retryAfterMs: number | null
}

interface AskOptions {
  readonly baseUrl: URL
  /** Called for each request. If it throws a UserFacingError, that is the outcome, and nothing is sent. */
  readonly key: () => string | Promise<string>
  readonly timeouts: Timeouts
  readonly clock: Clock
}

/** The options of a service's client. */
export interface ServiceClientOptions extends Pick<AskOptions, 'key'> {
  readonly baseUrl: string
  readonly timeouts?: Timeouts
  readonly clock?: Clock
}

export interface ServiceRequest extends Pick<HttpRequest, 'method' | 'body' | 'signal'> {
  readonly query?: Readonly<Record<string, string>>
  /** Timeouts that differ from the client's. */
  readonly timeouts?: Timeouts
}

interface RequestContent {
  /** JSON by default. */
  readonly contentType?: string
  /** Masks other secrets, besides the key, in the response. */
  readonly redact?: Redact
}

/** Sends one request, once. Throws `ExchangeFault`, and the errors of `key`, in which case nothing is sent. */
export type AskService = (
  path: string,
  request: ServiceRequest,
  content?: RequestContent,
) => Promise<ServiceAnswer>

export function createAskService({ baseUrl, key, clock, ...defaults }: AskOptions): AskService {
  return async (path, { query = {}, timeouts = defaults.timeouts, ...request }, content = {}) => {
    const { contentType = 'application/json', redact = (text) => text } = content
    const secret = await key()
    const url = urlUnder(baseUrl, path)
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
    const answer = await exchange({
      ...request,
      url,
      timeouts,
      headers: {
        [API_KEY_HEADER]: secret,
        accept: 'application/json',
        'accept-encoding': 'identity',
        ...(request.body && {
          'content-type': contentType,
          'content-length': String(request.body.byteLength),
        }),
      },
    })
    const text = await readText(answer, MAX_ANSWER_BYTES, timeouts.textMs)
    const redactKey = createRedact(secret)
    return {
      status: answer.status,
      json: parseJsonRedacted(text, (part) => redact(redactKey(part))),
      retryAfterMs: parseRetryAfter(answer.headers['retry-after'], clock.now()),
    }
  }
}

/** Longer messages of a service are cut, because the page shows them on one line. */
const MAX_MESSAGE = 400

const FAULT_CODES: Readonly<Record<FaultKind, ErrorCodeFor<{ host: string }>>> = {
  'unknown-name': 'service-name-unknown',
  'refused-address': 'audio-address-refused',
  unreachable: 'service-unreachable',
  proxy: 'network-proxy',
  'proxy-kind': 'network-proxy-kind',
  untrusted: 'service-untrusted',
  'timed-out': 'service-silent',
  'cut-off': 'service-cut-off',
  'too-large': 'service-answer-unreadable',
  'unusable-header': 'service-key-unusable',
  aborted: 'request-cancelled',
}

/** The error for a failed exchange. */
export function faultError(kind: FaultKind, host: string): UserFacingError {
  return new UserFacingError(FAULT_CODES[kind], { host })
}

/**
 * The error for a response that is not a success. `json` is its body, if that is JSON, with the key already masked; `retryAfterMs` is the
 * wait that the service requested.
 */
export function refusalError(
  status: number,
  json: unknown,
  host: string,
  retryAfterMs: number | null,
): UserFacingError {
  if (status === 401 || status === 403) return new UserFacingError('service-key-refused', { host })
  if (status === 429) {
    return new UserFacingError('service-busy', { host, seconds: Math.ceil((retryAfterMs ?? 60_000) / 1000) })
  }
  if (status >= 300 && status < 400) return new UserFacingError('service-redirected', { host })
  const message = parseErrorMessage(json)
  if (message === null) return new UserFacingError('service-refused-unexplained', { host, status })
  if (status === 402) return new UserFacingError('service-credits-missing', { message: shorten(message) })
  if (status >= 500) return new UserFacingError('service-failed', { message: shorten(message) })
  return new UserFacingError('service-refused', { message: shorten(message) })
}

/** An error with a secret masked in the service's own words. */
export function redactMessage({ code, params }: UserFacingError, redact: Redact): UserFacingError {
  const { message } = params
  return new UserFacingError(code, {
    ...params,
    ...(typeof message === 'string' && { message: redact(message) }),
  })
}

/** A service's own words on one line, without control characters. */
export function shorten(message: string): string {
  const line = message.replace(/\p{Cc}+/gu, ' ').trim()
  return line.length > MAX_MESSAGE ? `${line.slice(0, MAX_MESSAGE - 1)}…` : line
}
