/** A subscriber: a real HTTP server that stores every event that it receives. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedEvent {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly json: { event: string; uuid: string; data: Record<string, unknown> }
}

export interface WebhookReceiver {
  readonly url: string
  readonly events: readonly ReceivedEvent[]
  /** Waits until `count` events have arrived, and returns them. */
  waitFor(count: number): Promise<readonly ReceivedEvent[]>
  close(): Promise<void>
}

/** `answer` returns the status, and optional headers, for each try, counted from 0. */
export async function startWebhookReceiver(
  answer: (index: number) => readonly [status: number, headers?: Record<string, string>] = () => [200],
  port = 0,
): Promise<WebhookReceiver> {
  const events: ReceivedEvent[] = []
  const waiting: { count: number; resolve: (events: readonly ReceivedEvent[]) => void }[] = []
  const server = createServer((request, response) => void receive(request, response))

  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const [status, headers] = answer(events.length)
    response.writeHead(status, headers).end()
    const json = JSON.parse(body) as ReceivedEvent['json']
    events.push({ method: request.method ?? '', headers: request.headers, body, json })
    for (const { count, resolve } of waiting) if (events.length >= count) resolve(events)
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}/hooks?token=secret-of-the-receiver`,
    events,
    waitFor: (count) =>
      new Promise((resolve) => {
        if (events.length >= count) resolve(events)
        else waiting.push({ count, resolve })
      }),
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
