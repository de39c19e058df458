/** The HTTP side of the service: who may ask, which route answers, and one shape for every refusal. */
import { createHash, randomUUID, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { diskFaultOf } from '../../lib/files/diskFaults.ts'
import { isBrokenConnection, limitConnections } from '../../lib/http/serverConnections.ts'
import { API_KEY_HEADER, type Endpoint, ENDPOINTS } from '../../../shared/speech-api/endpoints.ts'
import type { ErrorBody } from '../../../shared/speech-api/errors.ts'
import { HttpError, type ServiceHandlers } from './handler.ts'

interface HttpServerOptions {
  readonly key: string
  readonly handlers: ServiceHandlers
  readonly rateLimit: RateLimit
  /** Called for faults of the service itself; never contains a key or a text. */
  onFault(requestId: string, error: unknown): void
}

/** Makes the server; it does not listen yet. */
export function createHttpServer({ key, handlers, rateLimit, onFault }: HttpServerOptions): Server {
  const hasKey = keyCheck(key)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    checkHost(request)
    const url = parseTarget(request)
    const matches = findEndpoints(url.pathname)
    if (!matches.some(({ endpoint }) => endpoint.isPublic)) admit(request)
    if (matches.length === 0) throw new HttpError(404, 'There is nothing at this address')
    const match = matches.find(({ endpoint }) => isAllowed(endpoint, request.method))
    if (match === undefined) {
      const allow = matches
        .flatMap(({ endpoint: { method } }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
        .join(', ')
      throw new HttpError(405, `${request.method} is not allowed here (${allow} is)`, { headers: { allow } })
    }
    const { endpoint, part } = match
    const body = await handlers[endpoint.id]({ request, response, part, query: url.searchParams })
    if (body !== undefined) send(request, response, 200, body)
  }

  function admit(request: IncomingMessage): void {
    if (!hasKey(request.headers[API_KEY_HEADER])) {
      throw new HttpError(
        401,
        `The header ${API_KEY_HEADER} is missing or holds a key that is not this service's`,
      )
    }
    const waitMs = rateLimit.take()
    if (waitMs === null) return
    const seconds = Math.max(1, Math.ceil(waitMs / 1000))
    throw new HttpError(429, `Too many requests; the next one is welcome in ${seconds} s`, {
      headers: { 'retry-after': String(seconds) },
    })
  }

  const server = createServer((request, response) => {
    const requestId = randomUUID()
    response.setHeader('x-request-id', requestId)
    response.setHeader('x-content-type-options', 'nosniff')
    answer(request, response).catch((error: unknown) => {
      if (request.destroyed && !request.complete) return
      const isFault = !(error instanceof HttpError)
      if (isFault && !isBrokenConnection(error)) onFault(requestId, error)
      if (response.headersSent) {
        response.destroy()
        return
      }
      const refusal = isFault ? toFault(error) : error
      for (const [name, value] of Object.entries(refusal.headers)) response.setHeader(name, value)
      const body: ErrorBody = {
        success: false,
        message: refusal.message,
        errors: refusal.fields,
        request_id: requestId,
      }
      send(request, response, refusal.status, body)
    })
  })

  function send(request: IncomingMessage, response: ServerResponse, status: number, body: object): void {
    // A connection that is kept would keep a service that is closing from its end.
    if (!server.listening) response.shouldKeepAlive = false
    sendJson(request, response, status, body)
  }
  server.keepAliveTimeout = KEEP_ALIVE_MS
  limitConnections(server, MAX_CONNECTIONS, 'oldest idle')
  return server
}

/** The response to a caller after an internal fault of the service. */
function toFault(error: unknown): HttpError {
  if (diskFaultOf(error) === 'full') return new HttpError(507, 'The disk of the service is full')
  return new HttpError(500, 'The service failed; the request id finds it in its log')
}

const MAX_CONNECTIONS = 512

/** Longer than pollers pause: one that reuses a connection in the moment in which it is closed would see a failure. */
const KEEP_ALIVE_MS = 60_000

/** The endpoints at a path, with the decoded part that their path leaves open; a path without an open part wins. */
function findEndpoints(path: string) {
  const matches = ENDPOINTS.flatMap((endpoint) => {
    const part = matchPath(endpoint.path, path)
    return part === null ? [] : [{ endpoint, part }]
  })
  const inFull = matches.filter(({ part }) => part === '')
  return inFull.length > 0 ? inFull : matches
}

/** Compares digests in constant time, so that neither the key nor its length can be measured. */
function keyCheck(key: string): (given: string | string[] | undefined) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(key)
  return (given) => typeof given === 'string' && timingSafeEqual(digest(given), expected)
}

/**
 * Only loopback names: a page in a browser that reaches this port through a name of its own (DNS rebinding) sends that
 * name.
 */
function checkHost(request: IncomingMessage): void {
  const host = (request.headers.host ?? '').toLowerCase().replace(/:\d+$/, '')
  if (!['127.0.0.1', 'localhost', '[::1]'].includes(host)) {
    throw new HttpError(403, 'This service answers only to 127.0.0.1 and localhost')
  }
}

function parseTarget(request: IncomingMessage): URL {
  try {
    return new URL(`http://127.0.0.1${request.url ?? '/'}`)
  } catch {
    throw new HttpError(400, 'The address is not valid')
  }
}

/** The decoded part that stands in the place of a pattern's braces, empty for none; null if the path is another one. */
function matchPath(pattern: string, path: string): string | null {
  const [before = '', after] = pattern.split(/\{\w+\}/)
  if (after === undefined) return path === pattern ? '' : null
  if (!path.startsWith(before) || !path.endsWith(after)) return null
  const part = path.slice(before.length, path.length - after.length)
  return part === '' || part.includes('/') ? null : decodePart(part)
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function isAllowed(endpoint: Endpoint, method: string | undefined): boolean {
  return endpoint.method === method || (endpoint.method === 'GET' && method === 'HEAD')
}

function sendJson(request: IncomingMessage, response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body)
  response.setHeader('content-type', 'application/json; charset=utf-8')
  response.setHeader('cache-control', 'no-store')
  response.writeHead(status, { 'content-length': Buffer.byteLength(text) })
  response.end(request.method === 'HEAD' ? undefined : text)
}

// Counts the requests of the last minute. A service has one key, so one count is a count per key.

const WINDOW_MS = 60_000

type RateLimit = ReturnType<typeof createRateLimit>

/** Lets in so many requests in any minute; all of them for null. `now` is in milliseconds. */
export function createRateLimit(perMinute: number | null, now: () => number) {
  const times: number[] = []
  return {
    /** Counts a request and returns null, or the milliseconds after which one will be let in again. */
    take(): number | null {
      if (perMinute === null) return null
      const nowMs = now()
      while (times[0] !== undefined && times[0] <= nowMs - WINDOW_MS) times.shift()
      const [oldest] = times
      if (oldest !== undefined && times.length >= perMinute) return oldest + WINDOW_MS - nowMs
      times.push(nowMs)
      return null
    },
  }
}
