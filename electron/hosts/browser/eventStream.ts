/** What the host tells its pages without being asked, as server-sent events. */
import type { ServerResponse } from 'node:http'
import type { Emit, EventName, EventPayload } from '../../../shared/ipc/contract.ts'
import { SAFETY_HEADERS } from '../page/pageFiles.ts'

/** Often enough that nothing on the way takes the connection for dead. */
const HEARTBEAT_MS = 15_000
/** How soon a browser comes back after a break. */
const RETRY_MS = 500
/** Events that are kept for a page that comes back after a break. */
const KEPT = 500

export type EventStream = ReturnType<typeof createEventStream>

/** `launch` tells this run's event ids from those of another. */
export function createEventStream(launch: string, heartbeatMs = HEARTBEAT_MS) {
  const listeners = new Set<ServerResponse>()
  const kept: { readonly number: number; readonly text: string }[] = []
  let last = 0

  const heartbeat = setInterval(() => {
    for (const response of listeners) response.write(':\n\n')
  }, heartbeatMs)
  heartbeat.unref()

  return {
    emit<E extends EventName>(event: E, payload: EventPayload<E>): void {
      const number = ++last
      const text = `id: ${launch}-${number}\n${formatEvent(event, payload)}`
      kept.push({ number, text })
      if (kept.length > KEPT) kept.shift()
      for (const response of listeners) response.write(text)
    },
    /**
     * Keeps the answer open and tells it everything; `lastId` is what the page heard last, if it was here before. Returns a way
     * to tell this page alone.
     */
    open(response: ServerResponse, lastId: string | undefined): Emit {
      response.writeHead(200, {
        ...SAFETY_HEADERS,
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
      })
      response.write(`retry: ${RETRY_MS}\n\n`)
      const heard = lastId?.startsWith(`${launch}-`) ? Number(lastId.slice(launch.length + 1)) : last
      for (const { number, text } of kept) if (number > heard) response.write(text)
      listeners.add(response)
      response.on('close', () => listeners.delete(response))
      return (event, payload) => void response.write(formatEvent(event, payload))
    },
    close(): void {
      clearInterval(heartbeat)
      for (const response of listeners) response.end()
    },
  }
}

function formatEvent(event: EventName, payload: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`
}
