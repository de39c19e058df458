/**
 * Fetches the audio of a conversion into a file, and goes on where a connection was cut. The key goes to the service's own
 * origin only, wherever the address or a redirect leads.
 */
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { isIP } from 'node:net'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { API_KEY_HEADER } from '../../shared/speech-api/paths.ts'
import { isLoopback, parseBaseUrl } from '../lib/http/baseUrl.ts'
import { isPublicAddress } from '../lib/http/publicAddress.ts'
import { systemClock } from '../lib/clock.ts'
import type { Clock } from '../lib/clock.ts'
import type { Connection } from './connections.ts'
import { DEFAULT_TIMEOUTS, exchange, ExchangeFault } from '../lib/http/httpExchange.ts'
import type { FaultKind, HttpAnswer, Timeouts } from '../lib/http/httpExchange.ts'
import { parseRetryAfter } from './retryAfter.ts'
import { faultError } from './serviceErrors.ts'

/** More than 70 hours of speech at 64 kbit/s. */
const MAX_AUDIO_BYTES = 2 * 1024 ** 3
const MAX_REDIRECTS = 5
/** Tries in a row that bring no byte. */
const MAX_IDLE_TRIES = 5
const FIRST_WAIT_MS = 500
/** Faults that are the same a moment later. */
const HOPELESS: ReadonlySet<FaultKind> = new Set(['untrusted', 'unusable-header', 'refused-address'])

export interface Download {
  /** As the service gave it; may be relative to its base URL. */
  readonly mediaUrl: string
  readonly connection: Pick<Connection, 'baseUrl' | 'key'>
  /** Overwritten; whatever is there after an error is not audio. */
  readonly path: string
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock
  readonly timeouts?: Timeouts
  readonly maxBytes?: number
}

/**
 * Downloads to `path` and gives the number of bytes. Throws `audio-address-refused` (neither https nor the service's own
 * origin, or on this machine or in its network, where the service itself is not), `audio-unavailable`, `audio-too-large`, or a network error after several tries.
 */
export async function downloadAudio(download: Download): Promise<number> {
  const { clock = systemClock, maxBytes = MAX_AUDIO_BYTES, signal } = download
  const base = parseBaseUrl(download.connection.baseUrl)
  const url = mediaAddress(download.mediaUrl, base)
  const file = await open(download.path, 'w')
  try {
    let state: Progress = { bytes: 0, totalBytes: null, validator: null }
    for (let idleTries = 0; ;) {
      const before = state.bytes
      const step = await fetchOnward({ ...download, url, base, file, state, maxBytes, clock })
      if (step.kind === 'complete') {
        await file.sync()
        return step.bytes
      }
      state = step.state
      idleTries = state.bytes > before ? 0 : idleTries + 1
      if (idleTries >= MAX_IDLE_TRIES) throw step.error
      await clock.sleep(step.waitMs ?? FIRST_WAIT_MS * 2 ** idleTries, signal)
    }
  } finally {
    await file.close()
  }
}

/** What has been written, and how to ask for the rest. */
interface Progress {
  readonly bytes: number
  readonly totalBytes: number | null
  /** For `If-Range`: without one a cut download starts again from its beginning. */
  readonly validator: string | null
}

type Step =
  | { readonly kind: 'complete'; readonly bytes: number }
  | {
      readonly kind: 'cut'
      readonly state: Progress
      readonly error: UserFacingError
      readonly waitMs: number | null
    }

interface Onward extends Download {
  readonly url: URL
  readonly base: URL
  readonly file: FileHandle
  readonly state: Progress
  readonly maxBytes: number
  readonly clock: Clock
}

/** One request for what is missing, written behind what is there. */
async function fetchOnward(onward: Onward): Promise<Step> {
  const { file, clock, maxBytes } = onward
  let state = onward.state.validator === null ? { ...onward.state, bytes: 0 } : onward.state
  try {
    const answer = await request(onward, state)
    const { status } = answer
    if (status !== 200 && status !== 206) {
      answer.discard()
      // 416: the file there is not the one that was begun.
      if (status === 416) state = { bytes: 0, totalBytes: null, validator: null }
      const error = new UserFacingError('audio-unavailable', { host: onward.url.host, status })
      if (status < 500 && ![408, 416, 429].includes(status)) throw error
      return {
        kind: 'cut',
        state,
        error,
        waitMs: parseRetryAfter(answer.headers['retry-after'], clock.now()),
      }
    }
    state = startOf(answer, state)
    if ((state.totalBytes ?? 0) > maxBytes) {
      answer.discard()
      throw tooLarge(maxBytes)
    }
    for await (const piece of answer.body) {
      if (state.bytes + piece.length > maxBytes) {
        answer.discard()
        throw tooLarge(maxBytes)
      }
      await file.write(piece, 0, piece.length, state.bytes)
      state = { ...state, bytes: state.bytes + piece.length }
    }
    if (state.totalBytes !== null && state.bytes !== state.totalBytes)
      throw new ExchangeFault('cut-off', true)
    await file.truncate(state.bytes)
    return { kind: 'complete', bytes: state.bytes }
  } catch (error) {
    if (!(error instanceof ExchangeFault)) throw error
    onward.signal?.throwIfAborted()
    const told = faultError(error.kind, onward.url.host)
    if (HOPELESS.has(error.kind)) throw told
    return { kind: 'cut', state, error: told, waitMs: null }
  }
}

/** Sends the request and follows redirects, each checked like the first address. */
async function request(onward: Onward, state: Progress): Promise<HttpAnswer> {
  const { base, connection, signal, timeouts = DEFAULT_TIMEOUTS } = onward
  let { url } = onward
  let status = 0
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const answer = await exchange({
      url,
      method: 'GET',
      timeouts,
      signal,
      mayConnectTo: isNearService(url, base) ? undefined : isPublicAddress,
      headers: {
        'accept-encoding': 'identity',
        ...(url.origin === base.origin && { [API_KEY_HEADER]: await connection.key() }),
        ...(state.bytes > 0 &&
          state.validator !== null && { range: `bytes=${state.bytes}-`, 'if-range': state.validator }),
      },
    })
    const { location } = answer.headers
    status = answer.status
    if (status < 300 || status >= 400 || location === undefined) return answer
    answer.discard()
    url = mediaAddress(location, base, url)
  }
  throw new UserFacingError('audio-unavailable', { host: url.host, status })
}

/** Where an answer's body belongs: a 206 for exactly what was asked goes on, everything else starts again. */
function startOf({ status, headers }: HttpAnswer, state: Progress): Progress {
  const validator = strongValidator(headers.etag, headers['last-modified'])
  if (status === 200) return { bytes: 0, totalBytes: wholeNumber(headers['content-length']), validator }
  const [, from, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? []
  if (Number(from) !== state.bytes || state.bytes === 0) throw new ExchangeFault('cut-off', true)
  return { ...state, totalBytes: wholeNumber(total) ?? state.totalBytes }
}

function strongValidator(etag: string | undefined, lastModified: string | undefined): string | null {
  if (etag !== undefined && !etag.startsWith('W/')) return etag
  return lastModified ?? null
}

function wholeNumber(text: string | undefined): number | null {
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : null
}

function tooLarge(maxBytes: number): UserFacingError {
  return new UserFacingError('audio-too-large', { megabytes: Math.floor(maxBytes / 1024 ** 2) })
}

/**
 * Whether the service itself is where an address leads, as far as that is this machine or its network. Other services must not use
 * the app to reach what is not on the internet.
 */
function isNearService(url: URL, base: URL): boolean {
  const address = base.hostname.replace(/^\[|\]$/g, '')
  return (
    url.hostname === base.hostname || isLoopback(base) || (isIP(address) !== 0 && !isPublicAddress(address))
  )
}

function mediaAddress(
  address: string,
  base: URL,
  relativeTo: URL = new URL(`${base.href.replace(/\/+$/, '')}/`),
): URL {
  const url = URL.parse(address, relativeTo.href)
  const isAllowed = url !== null && (url.protocol === 'https:' || url.origin === base.origin)
  if (!isAllowed || url.username !== '' || url.password !== '') {
    throw new UserFacingError('audio-address-refused', { host: url?.host ?? '' })
  }
  return url
}
