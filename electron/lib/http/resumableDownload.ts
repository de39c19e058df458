/**
 * Downloads a file by HTTP, and resumes after an interrupted connection or a stopped download. Each address, the first and those of
 * redirects, is checked before a request.
 */
import { open, type FileHandle } from 'node:fs/promises'
import { systemClock, type Clock } from '../clock.ts'
import {
  DEFAULT_TIMEOUTS,
  exchange,
  ExchangeFault,
  type FaultKind,
  type HttpAnswer,
  type Timeouts,
} from './httpExchange.ts'

const MAX_REDIRECTS = 5
/** The most attempts in a row without a byte. */
const MAX_IDLE_TRIES = 5
const FIRST_WAIT_MS = 500
/** Faults that will not change in a moment. */
const HOPELESS: ReadonlySet<FaultKind> = new Set(['untrusted', 'unusable-header', 'refused-address'])

/** How much was written, and how to request the rest. */
export interface DownloadProgress {
  readonly bytes: number
  readonly totalBytes: number | null
  /** For `If-Range`: without it, an interrupted download starts from the beginning. */
  readonly validator: string | null
}
export const NOTHING_YET: DownloadProgress = { bytes: 0, totalBytes: null, validator: null }

/** The parameters of a request to an address. */
export interface AskedAddress {
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Called with each IP address before connecting to it; by default, every address is allowed. */
  readonly mayConnectTo: ((address: string) => boolean) | undefined
}

interface ResumableDownload {
  readonly address: string
  /** Checks an address, which may be relative to the previous one (undefined for the first). Throws if it is refused. */
  readonly ask: (address: string, from: URL | undefined) => Promise<AskedAddress>
  /** Written from `from.bytes` on; existing bytes are kept only if the server continues the same file. */
  readonly path: string
  readonly from?: DownloadProgress
  /** Whether the file must survive a power failure, because a later start continues with it. */
  readonly isDurable?: boolean
  readonly maxBytes: number
  readonly errors: {
    readonly unavailable: (url: URL, status: number) => Error
    readonly tooLarge: () => Error
    readonly fault: (kind: FaultKind, url: URL) => Error
  }
  /** Called after each written piece. */
  readonly onProgress?: (progress: DownloadProgress) => void
  readonly signal?: AbortSignal | undefined
  readonly clock?: Clock
  readonly timeouts?: Timeouts
}

/**
 * Downloads to `path` and returns the number of bytes. Throws the errors of `ask`, `errors` and the file system,
 * and the reason of the signal. Network faults are retried.
 */
export async function downloadResumably(download: ResumableDownload): Promise<number> {
  const { clock = systemClock, signal, from = NOTHING_YET } = download
  const file = await open(download.path, from.bytes > 0 ? 'r+' : 'w')
  try {
    let state = from
    for (let idleTries = 0; ;) {
      const before = state.bytes
      const step = await fetchOnward({ ...download, file, state, clock })
      if (step.kind === 'complete') {
        if (download.isDurable === true) await file.sync()
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

type Step =
  | { readonly kind: 'complete'; readonly bytes: number }
  | {
      readonly kind: 'cut'
      readonly state: DownloadProgress
      readonly error: Error
      readonly waitMs: number | null
    }

interface Onward extends ResumableDownload {
  readonly file: FileHandle
  readonly state: DownloadProgress
  readonly clock: Clock
}

/** One request for the missing part, which is appended to the existing one. */
async function fetchOnward(onward: Onward): Promise<Step> {
  const { file, clock, maxBytes, errors, onProgress } = onward
  let state = onward.state.validator === null ? { ...onward.state, bytes: 0 } : onward.state
  const at: { url?: URL } = {}
  try {
    const answer = await request(onward, state, at)
    const { status } = answer
    if (status !== 200 && status !== 206) {
      answer.discard()
      // 416: the server's file is not the one that was begun.
      if (status === 416) state = NOTHING_YET
      const error = errors.unavailable(firstUrl(onward, at), status)
      if (status < 500 && ![408, 416, 429].includes(status)) throw error
      const waitMs = parseRetryAfter(answer.headers['retry-after'], clock.now())
      return { kind: 'cut', state, error, waitMs }
    }
    state = startOf(answer, state)
    const refuse = () => {
      answer.discard()
      return errors.tooLarge()
    }
    if ((state.totalBytes ?? 0) > maxBytes) throw refuse()
    for await (const piece of answer.body) {
      if (state.bytes + piece.length > maxBytes) throw refuse()
      await file.write(piece, 0, piece.length, state.bytes)
      state = { ...state, bytes: state.bytes + piece.length }
      onProgress?.(state)
    }
    if (state.totalBytes !== null && state.bytes !== state.totalBytes)
      throw new ExchangeFault('cut-off', true)
    await file.truncate(state.bytes)
    return { kind: 'complete', bytes: state.bytes }
  } catch (error) {
    if (!(error instanceof ExchangeFault)) throw error
    onward.signal?.throwIfAborted()
    const told = errors.fault(error.kind, firstUrl(onward, at))
    if (HOPELESS.has(error.kind)) throw told
    return { kind: 'cut', state, error: told, waitMs: null }
  }
}

/** The address named in errors: the first one, because the writer knows its host. */
function firstUrl({ address }: Onward, { url }: { url?: URL }): URL {
  return url ?? new URL(address)
}

/** Sends the request and follows redirects. `at.url` is set to the first address as soon as it is known. */
async function request(onward: Onward, state: DownloadProgress, at: { url?: URL }): Promise<HttpAnswer> {
  const { signal, timeouts = DEFAULT_TIMEOUTS, errors } = onward
  let asked = await onward.ask(onward.address, undefined)
  at.url = asked.url
  let status = 0
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const { url, headers, mayConnectTo } = asked
    const answer = await exchange({
      url,
      method: 'GET',
      timeouts,
      signal,
      mayConnectTo,
      headers: {
        'accept-encoding': 'identity',
        ...headers,
        ...(state.bytes > 0 &&
          state.validator !== null && { range: `bytes=${state.bytes}-`, 'if-range': state.validator }),
      },
    })
    const { location } = answer.headers
    status = answer.status
    if (status < 300 || status >= 400 || location === undefined) return answer
    answer.discard()
    asked = await onward.ask(location, url)
  }
  throw errors.unavailable(asked.url, status)
}

/** Where to write a response's body: a 206 for the requested range is appended; everything else starts again. */
function startOf({ status, headers }: HttpAnswer, state: DownloadProgress): DownloadProgress {
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

/** The longest wait accepted from a server: ten minutes. */
const MAX_WAIT_MS = 600_000

/** Parses a `Retry-After` header (seconds, or a date) as milliseconds from now; null if it is missing or invalid. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | null {
  const text = header?.trim() ?? ''
  if (text === '') return null
  const waitMs = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return Number.isNaN(waitMs) ? null : Math.min(MAX_WAIT_MS, Math.max(0, Math.round(waitMs)))
}
