/** The HTTP server of the service: access, routes, and one format for all errors. */
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
  /** Called for faults of the service itself; the error never contains a key or a text. */
  onFault(requestId: string, error: unknown): void
}

/** Creates the server; it does not listen yet. */
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
    // A kept-alive connection would delay the end of a closing service.
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

/** Longer than the pauses of pollers: a request fails if it reuses a connection that is just being closed. */
const KEEP_ALIVE_MS = 60_000

/** The endpoints at a path, with the decoded parameter in their path; a path without a parameter has priority. */
function findEndpoints(path: string) {
  const matches = ENDPOINTS.flatMap((endpoint) => {
    const part = matchPath(endpoint.path, path)
    return part === null ? [] : [{ endpoint, part }]
  })
  const inFull = matches.filter(({ part }) => part === '')
  return inFull.length > 0 ? inFull : matches
}

/** Compares digests in constant time, so that response times reveal neither the key nor its length. */
function keyCheck(key: string): (given: string | string[] | undefined) => boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  const expected = digest(key)
  return (given) => typeof given === 'string' && timingSafeEqual(digest(given), expected)
}

/**
 * Allows only loopback names: a web page that reaches this port through a host name of its own (DNS rebinding) sends that
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

/** The decoded value of the parameter in a pattern, empty if there is none; null if the path does not match. */
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

// Counts the requests of the last minute. A service has one key, so a single count is the count per key.

const WINDOW_MS = 60_000

type RateLimit = ReturnType<typeof createRateLimit>

/** Accepts at most `perMinute` requests in any minute; no limit if it is null. `now` is in milliseconds. */
export function createRateLimit(perMinute: number | null, now: () => number) {
  const times: number[] = []
  return {
    /** Counts a request and returns null, or the milliseconds until the next one is accepted. */
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
