/**
 * The client of a service's library of vibes. None of its requests are paid for. Reading, changing and deleting may be repeated without
 * harm; creating is sent once, because a repetition would make two vibes.
 */
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { isFailureBody } from '../../shared/speech-api/errors.ts'
import { API_PATHS } from '../../shared/speech-api/endpoints.ts'
import {
  parseVibeList,
  parseVibeResponse,
  type Vibe,
  type VibeRequest,
} from '../../shared/speech-api/vibes.ts'
import {
  createAskService,
  faultError,
  refusalError,
  type ServiceAnswer,
  type ServiceClientOptions,
  type ServiceRequest,
} from './askService.ts'
import { parseBaseUrl } from '../lib/http/baseUrl.ts'
import { systemClock } from '../lib/clock.ts'
import { DEFAULT_TIMEOUTS, ExchangeFault, type FaultKind, type Timeouts } from '../lib/http/httpExchange.ts'

/** A writer waits for a list, so a request without a response after this time is repeated. */
const LIBRARY_TIMEOUTS: Timeouts = { ...DEFAULT_TIMEOUTS, firstByteMs: 15_000 }
const TRIES = 3
const FIRST_PAUSE_MS = 400
const PAUSE_FACTOR = 4
/** If a service asks for a longer wait than this, an error is reported instead of waiting. */
const LONGEST_PAUSE_MS = 5_000
/** Faults that may be temporary. */
const PASSING_FAULTS: ReadonlySet<FaultKind> = new Set([
  'unknown-name',
  'unreachable',
  'timed-out',
  'cut-off',
])

/** Every function throws a UserFacingError for errors of the server or the network. */
export type VibesClient = ReturnType<typeof createVibesClient>

/** Throws `base-url-invalid` or `base-url-not-https`. */
export function createVibesClient(options: ServiceClientOptions) {
  const { key, timeouts = LIBRARY_TIMEOUTS, clock = systemClock } = options
  const baseUrl = parseBaseUrl(options.baseUrl)
  const { host } = baseUrl
  const ask = createAskService({ baseUrl, key, timeouts, clock })

  /** Repeats a request until there is a usable response. `wasRepeated` states whether an earlier attempt may have reached the service. */
  async function askPatiently(path: string, request: ServiceRequest) {
    let wasRepeated = false
    for (let tries = 1, pauseMs = FIRST_PAUSE_MS; ; tries += 1, pauseMs *= PAUSE_FACTOR) {
      const mayRepeat = tries < TRIES
      let leastMs = 0
      try {
        const answer = await ask(path, request)
        leastMs = answer.retryAfterMs ?? 0
        const isPassing = answer.status === 429 || answer.status === 408 || answer.status >= 500
        if (!isPassing || !mayRepeat || leastMs > LONGEST_PAUSE_MS) return { answer, wasRepeated }
        wasRepeated = true
      } catch (error) {
        if (!(error instanceof ExchangeFault)) throw error
        if (!mayRepeat || !PASSING_FAULTS.has(error.kind)) throw faultError(error.kind, host)
        wasRepeated ||= error.wasSent
      }
      await clock.sleep(Math.max(leastMs, pauseMs))
    }
  }

  async function list(path: string, query: Record<string, string> = {}): Promise<Vibe[] | null> {
    const { answer } = await askPatiently(path, { method: 'GET', query })
    return isAbsent(answer) ? null : read(answer, parseVibeList)
  }

  function read<T>(answer: ServiceAnswer, parse: (json: unknown) => T | null): T {
    const { status, json, retryAfterMs } = answer
    if (status < 200 || status >= 300 || isFailureBody(json))
      throw refusalError(status, json, host, retryAfterMs)
    const value = parse(json)
    if (value === null) throw new UserFacingError('service-answer-unreadable', { host })
    return value
  }

  const notOffered = () => new UserFacingError('vibes-not-offered', { host })
  const outcomeUnknown = () => new UserFacingError('vibe-outcome-unknown', { host })

  return {
    /** The caller's own vibes; null if the service has no such library. */
    listCustom: (): Promise<Vibe[] | null> => list(API_PATHS.customVibes),
    /** The platform's vibes; null if the service offers none. */
    listMaster: (): Promise<Vibe[] | null> => list(API_PATHS.masterVibes),

    /** The caller's own vibes that contain a text, by the service's search. */
    async search(text: string): Promise<Vibe[]> {
      const found = await list(API_PATHS.searchVibes, { key: text })
      if (found === null) throw notOffered()
      return found
    },

    /** Throws `vibe-outcome-unknown` if no response arrived. */
    async create(vibe: VibeRequest): Promise<Vibe> {
      let answer: ServiceAnswer
      try {
        answer = await ask(API_PATHS.customVibes, { method: 'POST', body: jsonOf(vibe) })
      } catch (error) {
        if (!(error instanceof ExchangeFault)) throw error
        throw error.wasSent ? outcomeUnknown() : faultError(error.kind, host)
      }
      if (isAbsent(answer)) throw notOffered()
      const isSuccess = answer.status >= 200 && answer.status < 300
      const isUncertain = answer.status >= 500 || answer.status === 408
      if (
        !isFailureBody(answer.json) &&
        (isUncertain || (isSuccess && parseVibeResponse(answer.json) === null))
      )
        throw outcomeUnknown()
      return read(answer, parseVibeResponse)
    },

    /** Throws `vibe-gone` if there is no such vibe, or no longer. */
    async update(id: number, vibe: VibeRequest): Promise<Vibe> {
      const { answer } = await askPatiently(pathOf(id), { method: 'PUT', body: jsonOf(vibe) })
      if (isGone(answer)) throw new UserFacingError('vibe-gone', { name: vibe.vibe })
      return read(answer, parseVibeResponse)
    },

    /** Returns false if it was already gone. */
    async remove(id: number): Promise<boolean> {
      const { answer, wasRepeated } = await askPatiently(pathOf(id), { method: 'DELETE' })
      if (isGone(answer)) return wasRepeated
      read(answer, () => true)
      return true
    },
  }
}

function pathOf(id: number): string {
  return `${API_PATHS.customVibes}/${id}`
}

function jsonOf(vibe: VibeRequest): Uint8Array {
  return Buffer.from(JSON.stringify(vibe))
}

/** Whether a response means that the server does not know the endpoint. */
function isAbsent({ status }: ServiceAnswer): boolean {
  return status === 404 || status === 405 || status === 501
}

function isGone({ status }: ServiceAnswer): boolean {
  return status === 404 || status === 410
}
