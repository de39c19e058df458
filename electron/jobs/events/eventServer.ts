/** The loopback port on which a service's events arrive, through a tunnel of the writer's choice. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { limitConnections } from '../../lib/http/limitConnections.ts'

export const EVENTS_PATH = '/events'
/** A record with the timings of a long story, and a good deal more. */
const MAX_BODY_BYTES = 4 * 1024 * 1024
const REQUEST_MS = 15_000
const MAX_CONNECTIONS = 64

/** What came in: a body of JSON, and the signature that came with it. */
export interface IncomingEvent {
  readonly json: unknown
  readonly signature: string
}

export interface EventServer {
  readonly port: number
  close(): Promise<void>
}

/** Answers each event with the status that `receive` gives. Throws `webhook-port-taken` or `webhook-port-refused`. */
export async function startEventServer(
  port: number,
  receive: (event: IncomingEvent) => number,
): Promise<EventServer> {
  const server = createServer(
    { requestTimeout: REQUEST_MS, headersTimeout: REQUEST_MS },
    (request, response) => {
      answer(request, receive).then(
        (status) => end(response, status),
        () => end(response, 500),
      )
    },
  )
  limitConnections(server, MAX_CONNECTIONS, 'oldest')
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    throw new UserFacingError(code === 'EADDRINUSE' ? 'webhook-port-taken' : 'webhook-port-refused', {
      port: String(port), // a name and no quantity: it is not written with separators
    })
  }
  const address = server.address() as AddressInfo // a TCP server that listens has one
  return {
    port: address.port,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function answer(request: IncomingMessage, receive: (event: IncomingEvent) => number): Promise<number> {
  if (new URL(request.url ?? '/', 'http://loopback').pathname !== EVENTS_PATH) return 404
  if (request.method !== 'POST') return 405
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of request as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > MAX_BODY_BYTES) return 413
    pieces.push(piece)
  }
  let json: unknown
  try {
    json = JSON.parse(Buffer.concat(pieces).toString('utf8'))
  } catch {
    return 400
  }
  const signature = request.headers['x-signature']
  return receive({ json, signature: typeof signature === 'string' ? signature.trim() : '' })
}

function end(response: ServerResponse, status: number): void {
  // What was not read of a request must not be taken for the next one.
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close', allow: 'POST' })
  response.end(JSON.stringify({ success: status === 200 }))
}
