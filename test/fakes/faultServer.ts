/**
 * A speech service that follows a script, mostly with faults. It is for faults only: what works is tested against
 * the embedded service. It counts every paid request that arrives complete.
 */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

export interface ReceivedRequest {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The default conversion of a paid request: each request has its own. */
  readonly uuid: string
}

type Answer = (response: ServerResponse, request: ReceivedRequest, socket: Socket) => void

export interface FaultScript {
  /** A new connection, before anything is read from it. */
  connection?: (socket: Socket) => void
  /** The head of a paid request, before its body is read. */
  head?: (socket: Socket) => void
  submit?: Answer
  /** `asked` counts from 0. */
  history?: (response: ServerResponse, asked: number, uuid: string) => void
  /** `asked` counts from 0. */
  media?: (response: ServerResponse, asked: number, request: ReceivedRequest) => void
}

export interface FaultServer {
  readonly baseUrl: string
  /** Paid requests that arrived complete. */
  readonly submissions: readonly ReceivedRequest[]
  readonly historyAsks: () => number
  readonly mediaRequests: readonly ReceivedRequest[]
  script: FaultScript
  close(): Promise<void>
}

export async function startFaultServer(script: FaultScript = {}): Promise<FaultServer> {
  const submissions: ReceivedRequest[] = []
  const mediaRequests: ReceivedRequest[] = []
  let historyAsks = 0

  const server = createServer((request, response) => {
    void serve(request, response)
  })
  server.on('connection', (socket) => {
    socket.on('error', () => undefined)
    faultServer.script.connection?.(socket)
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? ''
    if (request.method === 'POST') faultServer.script.head?.(request.socket)
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer)
    } catch {
      return
    }
    const uuid = `conversion-${submissions.length + 1}`
    const received = { path, headers: request.headers, body: Buffer.concat(chunks).toString(), uuid }
    if (request.method === 'POST') {
      submissions.push(received)
      const { submit = answerRecord() } = faultServer.script
      submit(response, received, request.socket)
    } else if (path.includes('/no-such-')) {
      sendNoSuchEndpoint(response)
    } else if (path.includes('/history/')) {
      const { history = sendNoSuchEndpoint } = faultServer.script
      history(response, historyAsks++, path.slice(path.lastIndexOf('/') + 1))
    } else {
      mediaRequests.push(received)
      const { media = (to) => to.writeHead(404).end() } = faultServer.script
      media(response, mediaRequests.length - 1, received)
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const faultServer: FaultServer = {
    baseUrl: `http://127.0.0.1:${port}`,
    submissions,
    mediaRequests,
    historyAsks: () => historyAsks,
    script,
    async close() {
      if (!server.listening) return
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return faultServer
}

/** A conversion record as services send it, in the envelope. */
export function recordBody(fields: Record<string, unknown> = {}): unknown {
  return { success: true, result: { uuid: 'conversion-1', status: 1, status_percentage: 0, ...fields } }
}

/** Accepts a submission with a record. */
export function answerRecord(fields: Record<string, unknown> = {}): Answer {
  return (response, { uuid }) => sendJson(response, 200, recordBody({ uuid, ...fields }))
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

/** The answer at an endpoint that does not exist. */
export function sendNoSuchEndpoint(response: ServerResponse): void {
  sendJson(response, 404, { success: false, message: 'There is nothing here' })
}

export function sendHtml(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' }).end(`<html><h1>${status}</h1></html>`)
}

/** Sends a file as servers of audio do: with an ETag, and the requested part. */
export function sendMedia(
  response: ServerResponse,
  request: ReceivedRequest,
  bytes: Uint8Array,
  { etag = '"one"', cutAfter = Infinity }: { etag?: string; cutAfter?: number } = {},
): void {
  const { range, 'if-range': ifRange } = request.headers
  const start = range !== undefined && ifRange === etag ? Number(/^bytes=(\d+)-$/.exec(range)?.[1] ?? 0) : 0
  const part = bytes.subarray(start)
  response.writeHead(start > 0 ? 206 : 200, {
    etag,
    'content-length': part.length,
    ...(start > 0 && { 'content-range': `bytes ${start}-${bytes.length - 1}/${bytes.length}` }),
  })
  if (part.length <= cutAfter) response.end(part)
  else response.write(part.subarray(0, cutAfter), () => response.destroy())
}
