/** Events for the pages of the browser host, as server-sent events. */
import type { ServerResponse } from 'node:http'
import type { Emit, EventName, EventPayload } from '../../../shared/ipc/contract.ts'
import { SAFETY_HEADERS } from '../page/pageFiles.ts'

/** Short enough that no proxy or browser considers the connection dead. */
const HEARTBEAT_MS = 15_000
/** The time after which a browser reconnects. */
const RETRY_MS = 500
/** The number of events kept for a page that reconnects. */
const KEPT = 500

export type EventStream = ReturnType<typeof createEventStream>

/** `launch` makes this run's event ids different from those of other runs. */
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
     * Keeps the response open and sends all events; `lastId` is the last event that the page received, if it is reconnecting. Returns a
     * function that sends an event to this page only.
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
