/** One exchange with a service: adds the key to the request, and masks it in the JSON of the response. */
import { API_KEY_HEADER } from '../../shared/speech-api/paths.ts'
import { urlUnder } from '../lib/http/baseUrl.ts'
import type { Clock } from '../lib/clock.ts'
import { exchange, readText, type HttpRequest, type Timeouts } from '../lib/http/httpExchange.ts'
import { createRedact, parseJsonRedacted, type Redact } from '../lib/http/redact.ts'
import { parseRetryAfter } from '../lib/http/resumableDownload.ts'

/** Enough for a record with the timings of 20,000 blocks. */
const MAX_ANSWER_BYTES = 16 * 1024 * 1024

export interface ServiceAnswer {
  readonly status: number
  /** Undefined if the body is not JSON. */
  readonly json: unknown
  readonly retryAfterMs: number | null
}

export interface AskOptions {
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

export interface RequestContent {
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
