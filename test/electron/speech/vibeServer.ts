/** A vibe server that answers as a test specifies, and stores its requests. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** `asked` counts from 0. */
export type Behaviour = (response: ServerResponse, request: ReceivedRequest, asked: number) => void

export async function vibeServer(behaviour: Behaviour) {
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (piece: string) => (body += piece))
    request.on('end', () => {
      const received = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body,
      }
      requests.push(received)
      behaviour(response, received, requests.length - 1)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    if (!server.listening) return
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  onTestFinished(close)
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests, close }
}

export function vibeRecord(
  id: number,
  { vibe, prompt }: { vibe: string; prompt: string },
  type = 'user_vibe',
) {
  const time = '2026-01-01T00:00:00'
  return {
    type,
    id,
    vibe,
    prompt,
    created_at: time,
    updated_at: time,
    user_id: type === 'user_vibe' ? 1 : null,
  }
}
