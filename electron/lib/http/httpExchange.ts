/**
 * One HTTP request on its own connection, sent at most once. Uses Node's HTTP rather than `fetch`, because it reports when a request may
 * have left the computer; and never Chromium's network stack, which sends a POST again if a reused connection is reset.
 */
import { lookup } from 'node:dns'
import * as http from 'node:http'
import type { ClientRequest, IncomingHttpHeaders } from 'node:http'
import * as https from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { once } from 'node:events'
import { findProxy, type FoundProxy, openTunnel, ProxyFault } from './proxies.ts'

export interface Timeouts {
  readonly connectMs: number
  /** From the request to the first byte of the response, and between two pieces of an upload. */
  readonly firstByteMs: number
  /** Between two pieces of the response. */
  readonly idleMs: number
  /** For a whole response that is read as text; for audio there is no limit. */
  readonly textMs: number
}
export const DEFAULT_TIMEOUTS: Timeouts = {
  connectMs: 10_000,
  firstByteMs: 60_000,
  idleMs: 30_000,
  textMs: 120_000,
}

export interface HttpRequest {
  readonly url: URL
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Uint8Array | StreamedBody
  readonly timeouts: Timeouts
  readonly signal?: AbortSignal | undefined
  /** Called with each IP address before connecting to it; by default, every address is allowed. */
  readonly mayConnectTo?: ((address: string) => boolean) | undefined
}

/** The head of a response, and its body as it arrives. Iterating throws `ExchangeFault` if it is interrupted. */
export interface HttpAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: AsyncIterable<Uint8Array>
  /** Ends the exchange early. Required if the body is not read to its end. */
  discard(): void
}

export type FaultKind =
  | 'unknown-name'
  | 'refused-address'
  | 'unreachable'
  | 'proxy'
  /** A proxy of an unsupported kind, or one that requires an unsupported sign-in. */
  | 'proxy-kind'
  | 'untrusted'
  | 'timed-out'
  | 'cut-off'
  | 'too-large'
  | 'unusable-header'
  | 'aborted'

/**
 * Why an exchange failed. `wasSent` is false only if certainly no byte of the request left; `wasWhole` only if its last byte certainly did
 * not: the service may then have a part of it, but never all.
 */
export class ExchangeFault extends Error {
  readonly kind: FaultKind
  readonly wasSent: boolean
  readonly wasWhole: boolean

  constructor(kind: FaultKind, wasSent: boolean, wasWhole = wasSent) {
    super(kind)
    this.name = 'ExchangeFault'
    this.kind = kind
    this.wasSent = wasSent
    this.wasWhole = wasWhole
  }
}

/**
 * Sends a request and returns the head of the response. Follows no redirect. Throws `ExchangeFault`, and what a streamed body throws, which
 * ends the request before its last byte. Uses the proxy of the system or the environment.
 */
export function exchange(asked: HttpRequest): Promise<HttpAnswer> {
  if (asked.url.protocol === 'https:') trustSystemCertificates()
  const proxy = findProxy(asked.url)
  return proxy === null ? send(asked) : throughProxy(asked, proxy)
}

async function throughProxy(
  asked: HttpRequest,
  found: Promise<FoundProxy> | FoundProxy,
): Promise<HttpAnswer> {
  const { url, timeouts, signal, mayConnectTo } = asked
  let tunnel: Socket
  try {
    const proxy = await found
    if (proxy === null) return await send(asked)
    if (proxy === 'unusable') throw new ProxyFault('Fabula cannot speak to this kind of proxy', 'kind')
    signal?.throwIfAborted()
    // The proxy looks the name up itself, so addresses that are not allowed are checked here first.
    if (mayConnectTo !== undefined) await assertNamesAllowed(url, mayConnectTo)
    tunnel = await openTunnel(proxy, url, { timeoutMs: timeouts.connectMs, signal })
  } catch (error) {
    if (error instanceof ExchangeFault) throw error
    throw new ExchangeFault(signal?.aborted ? 'aborted' : faultKind(error), false)
  }
  return send(asked, tunnel)
}

/** Sends a request, through an existing connection if one is given. */
function send(asked: HttpRequest, tunnel?: Socket): Promise<HttpAnswer> {
  const { url, method, headers, body, timeouts, signal, mayConnectTo } = asked
  const isTls = url.protocol === 'https:'
  return new Promise((resolve, reject) => {
    let wasSent = false
    let timer: NodeJS.Timeout | undefined
    let hasTimedOut = false
    let wasWhole = false
    const answered = new AbortController()
    const faultOf = (error: unknown) =>
      new ExchangeFault(
        hasTimedOut ? 'timed-out' : signal?.aborted ? 'aborted' : faultKind(error),
        wasSent,
        wasWhole,
      )

    let request: http.ClientRequest
    try {
      signal?.throwIfAborted()
      if (mayConnectTo !== undefined) assertAllowed(url, mayConnectTo)
      // agent: false opens a new connection for this request and closes it afterwards.
      request = (isTls ? https : http).request(url, {
        method,
        headers,
        ...(tunnel === undefined
          ? { agent: false }
          : { createConnection: () => tunnel, defaultPort: isTls ? 443 : 80 }),
        ...(signal && { signal }),
        ...(mayConnectTo && { lookup: lookupAmong(mayConnectTo) }),
      })
    } catch (error) {
      tunnel?.destroy()
      reject(new ExchangeFault(signal?.aborted ? 'aborted' : faultKind(error), false))
      return
    }
    const within = (ms: number) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        hasTimedOut = true
        request.destroy()
      }, ms)
    }

    within(timeouts.connectMs)
    request.on('socket', (socket) => {
      // Nothing is written before the connection (and its encryption) is established, so an earlier failure proves that nothing was sent.
      const onConnected = () => {
        wasSent = true
        within(timeouts.firstByteMs)
        if (body !== undefined && !(body instanceof Uint8Array)) {
          upload(body)
          return
        }
        wasWhole = true
        request.end(body)
      }
      if (tunnel === undefined) socket.once(isTls ? 'secureConnect' : 'connect', onConnected)
      else onConnected()
    })
    const upload = (streamed: StreamedBody) => {
      const watch = {
        answered: answered.signal,
        onPiece: () => within(timeouts.firstByteMs),
        onLastPiece: () => (wasWhole = true),
      }
      sendBody(request, streamed, watch).catch((error: unknown) => {
        reject(error instanceof Error ? error : new Error('A body could not be read'))
        request.destroy()
      })
    }
    // Errors after the head of the response go to the reader of its body; this listener stays so that none is unhandled.
    request.on('error', (error) => {
      clearTimeout(timer)
      reject(faultOf(error))
    })
    request.on('close', () => {
      clearTimeout(timer)
      reject(faultOf(undefined))
    })
    request.on('response', (response) => {
      // A server that rejects an upload early does not read the rest.
      if (!wasWhole) answered.abort()
      within(timeouts.idleMs)
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        body: readPieces(response, {
          onPiece: () => within(timeouts.idleMs),
          onEnd: () => clearTimeout(timer), // the last piece may be read after the connection was closed
          faultOf,
        }),
        discard: () => request.destroy(),
      })
    })
  })
}

/** A body, piece by piece, of at most `maxBytes` in total. Throws `ExchangeFault`. */
export async function* limitedBody(answer: HttpAnswer, maxBytes: number): AsyncGenerator<Uint8Array> {
  let length = 0
  for await (const piece of answer.body) {
    length += piece.length
    if (length > maxBytes) {
      answer.discard()
      throw new ExchangeFault('too-large', true)
    }
    yield piece
  }
}

/** Reads a whole body of at most `maxBytes`. Throws `ExchangeFault`. */
export async function readBytes(answer: HttpAnswer, maxBytes: number): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of limitedBody(answer, maxBytes)) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Reads a whole body of at most `maxBytes` as UTF-8, within a time in ms. Throws `ExchangeFault`. */
export async function readText(answer: HttpAnswer, maxBytes: number, withinMs: number): Promise<string> {
  const deadline = new AbortController()
  const timer = setTimeout(() => {
    deadline.abort()
    answer.discard()
  }, withinMs)
  try {
    return (await readBytes(answer, maxBytes)).toString('utf8')
  } catch (error) {
    throw deadline.signal.aborted ? new ExchangeFault('timed-out', true) : error
  } finally {
    clearTimeout(timer)
  }
}

async function* readPieces(
  response: http.IncomingMessage,
  watch: { onPiece: () => void; onEnd: () => void; faultOf: (error: unknown) => ExchangeFault },
): AsyncGenerator<Uint8Array> {
  try {
    for await (const piece of response) {
      watch.onPiece()
      yield piece as Uint8Array // Node types the pieces of a stream without an encoding as any; they are Buffers
    }
  } catch (error) {
    throw watch.faultOf(error)
  } finally {
    watch.onEnd()
  }
}

const REFUSED_ADDRESS = 'ERR_REFUSED_ADDRESS'

function refusedAddress(): Error {
  return Object.assign(new Error('The address is not one to connect to'), { code: REFUSED_ADDRESS })
}

/** A numeric address is connected to without a lookup. */
function assertAllowed({ hostname }: URL, mayConnectTo: (address: string) => boolean): void {
  const address = hostname.replace(/^\[|\]$/g, '')
  if (isIP(address) !== 0 && !mayConnectTo(address)) throw refusedAddress()
}

/** Like `assertAllowed`, for every address that a name resolves to. */
function assertNamesAllowed(url: URL, mayConnectTo: (address: string) => boolean): Promise<void> {
  assertAllowed(url, mayConnectTo)
  const { hostname } = url
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    lookup(hostname, { all: true }, (error, addresses) => {
      if (error !== null) reject(error)
      else if (addresses.every(({ address }) => mayConnectTo(address))) resolve()
      else reject(refusedAddress())
    })
  })
}

/** A lookup that returns only allowed addresses; the connection uses its result, so the name cannot resolve differently after the check. */
function lookupAmong(mayConnectTo: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const allowed = error === null ? addresses.filter(({ address }) => mayConnectTo(address)) : []
      const [first] = allowed
      if (first === undefined) callback(error ?? refusedAddress(), '')
      else if (options.all === true) callback(null, allowed)
      else callback(null, first.address, first.family)
    })
  }
}

function faultKind(error: unknown): FaultKind {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === REFUSED_ADDRESS) return 'refused-address'
  if (error instanceof ProxyFault) return error.reason === 'kind' ? 'proxy-kind' : 'proxy'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown-name'
  if (['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ETIMEDOUT'].includes(code))
    return 'unreachable'
  if (code === 'ERR_INVALID_CHAR') return 'unusable-header'
  if (/CERT|SIGNED|SIGNATURE|ERR_TLS|ERR_SSL|EPROTO/.test(code)) return 'untrusted'
  return 'cut-off'
}

let areTrusted = false

/**
 * Makes this process trust the system's certificates in addition to Node's: companies, and people with their own servers, install theirs
 * there. Runs once, before the first request. https://nodejs.org/api/tls.html
 */
function trustSystemCertificates(): void {
  if (areTrusted) return
  areTrusted = true
  try {
    const certificates = new Set([...getCACertificates('default'), ...getCACertificates('system')])
    setDefaultCACertificates([...certificates])
  } catch {
    // The system's certificates cannot be read: only Node's are trusted.
  }
}

/** A request's body that is sent piece by piece, for uploads that are too large for memory. */
export interface StreamedBody {
  /** The exact total length of `pieces`, sent as `content-length`. */
  readonly byteLength: number
  /** If it throws, the request ends before it is complete. */
  pieces(): AsyncIterable<Uint8Array>
  /** Called with the number of bytes sent so far. */
  onSent?(bytes: number): void
}

interface BodyWatcher {
  /** Aborted if the response arrives before the request is complete, which ends the sending. */
  readonly answered: AbortSignal
  readonly onPiece: () => void
  /** Called before the last byte is passed on: from then on the service may have the whole request. */
  readonly onLastPiece: () => void
}

/** Writes a body to a request and ends it, at the speed of the network. Returns without an error if the request is over. */
async function sendBody(request: ClientRequest, body: StreamedBody, watch: BodyWatcher): Promise<void> {
  const isOver = () => watch.answered.aborted || request.destroyed
  let sent = 0
  for await (const piece of body.pieces()) {
    if (isOver()) return
    sent += piece.length
    if (sent > body.byteLength) throw new Error('A body is longer than it was promised to be')
    if (sent === body.byteLength) watch.onLastPiece()
    if (!request.write(piece)) await drained(request, watch.answered)
    if (isOver()) return
    watch.onPiece()
    body.onSent?.(sent)
  }
  if (sent < body.byteLength) throw new Error('A body is shorter than it was promised to be')
  request.end()
}

/** Resolves when the request accepts more data, or is over. */
async function drained(request: ClientRequest, answered: AbortSignal): Promise<void> {
  const closed = new AbortController()
  const close = () => {
    closed.abort()
  }
  request.once('close', close)
  try {
    await once(request, 'drain', { signal: AbortSignal.any([answered, closed.signal]) })
  } catch {
    // The request's own listeners report why it ended.
  } finally {
    request.off('close', close)
  }
}
