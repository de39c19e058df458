/** The routes for the browser host's page: calls, events, audio, uploads and downloads. */
import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Emit, EventName, EventPayload } from '../../../shared/ipc/contract.ts'
import { ANSWERED, type Later, type WireResult } from '../../../shared/ipc/result.ts'
import { type Dispatch, MAX_INPUT_BYTES } from '../../app/dispatcher.ts'
import { type PageAnswer, SAFETY_HEADERS, textAnswer } from '../page/pageFiles.ts'
import type { MediaRequest } from '../page/media.ts'
import type { FolderFiles } from './folderFiles.ts'
import { jsonAnswer, readJson } from './http.ts'
import type { PrivateRoute } from './server.ts'
import { describeDownload, downloadAnswer, receiveUpload } from './transfer.ts'

interface RouteOptions {
  readonly dispatch: Dispatch
  readonly events: EventStream
  readonly media: (request: MediaRequest) => Promise<PageAnswer>
  readonly files: FolderFiles
  /** Copies a story's file, which only this process may open, to another path. */
  copyProject(path: string, copyPath: string): Promise<void>
  /** Sends the current state to a page that was just opened. */
  sendInitialState(emit: Emit): void
}

/** The private routes to the app's services. */
export function createRoutes({
  dispatch,
  events,
  media,
  files,
  copyProject,
  sendInitialState,
}: RouteOptions): PrivateRoute[] {
  const answers = createLateAnswers((later) => events.tell(ANSWERED, { later }))
  return [
    {
      method: 'POST',
      prefix: '/ipc/',
      pass: null,
      async answer(request, url) {
        const input = await readJson(request, MAX_INPUT_BYTES)
        const call = dispatch(lastPart(url), input)
        // RFC 7240, section 4.1: the page can get the answer later.
        if (request.headers['prefer'] !== 'respond-async') return jsonAnswer(200, await call)
        return await answers.soon(call)
      },
    },
    {
      method: 'POST',
      prefix: '/answers/',
      pass: null,
      answer: async (_request, url) => answers.find(lastPart(url)),
    },
    {
      method: 'GET',
      prefix: '/events',
      pass: 'events',
      async answer(request, _url, response) {
        if (request.method === 'HEAD') return textAnswer(200, '')
        sendInitialState(events.open(response, request.headers['last-event-id']?.toString()))
        return undefined
      },
    },
    {
      method: 'GET',
      prefix: '/media/',
      pass: 'media',
      answer: async (request, url) =>
        media({
          method: request.method ?? 'GET',
          path: url.pathname,
          query: url.searchParams,
          header: (name) => request.headers[name]?.toString(),
        }),
    },
    {
      method: 'POST',
      prefix: '/upload',
      pass: null,
      async answer(request, url) {
        const value = await receiveUpload(files, url.searchParams, request)
        return jsonAnswer(200, { ok: true, value })
      },
    },
    {
      method: 'GET',
      prefix: '/download/',
      pass: 'download',
      answer: (request, url, response) =>
        request.method === 'HEAD'
          ? describeDownload(files, lastPart(url))
          : downloadAnswer({ files, copyProject }, lastPart(url), response),
    },
  ]
}

/** A call that takes longer is answered later. */
const SOON_MS = 500
/** An answer that no page gets, because it was closed, is forgotten after this time. */
const KEPT_MS = 10 * 60_000

/** The answers of calls that take long. `tell` is called with the id of each once it is there. */
function createLateAnswers(tell: (id: string) => void) {
  const results = new Map<string, WireResult<unknown> | null>()
  return {
    /** The answer to a call, or where it can be got later. */
    async soon(call: Promise<WireResult<unknown>>): Promise<PageAnswer> {
      const waited = new AbortController()
      const late = setTimeout(SOON_MS, null, { signal: waited.signal }).catch(() => null)
      const result = await Promise.race([call, late])
      waited.abort()
      if (result !== null) return jsonAnswer(200, result)
      const id = randomUUID()
      results.set(id, null)
      void call.then(async (answer) => {
        results.set(id, answer)
        tell(id)
        await setTimeout(KEPT_MS, null, { ref: false })
        results.delete(id)
      })
      return jsonAnswer(202, { later: id })
    },
    /** The answer with an id, if it is there by now. */
    find(id: string): PageAnswer {
      const result = results.get(id)
      if (result === undefined)
        return jsonAnswer(404, { ok: false, error: { code: 'host-gone', params: {} } })
      return result === null ? jsonAnswer(202, { later: id }) : jsonAnswer(200, result)
    },
  }
}

/** The decoded path after a route's prefix; empty if it cannot be decoded. */
function lastPart(url: URL): string {
  try {
    return decodeURIComponent(url.pathname.slice(url.pathname.indexOf('/', 1) + 1))
  } catch {
    return ''
  }
}

/** Short enough that no proxy or browser considers the connection dead. */
const HEARTBEAT_MS = 15_000
/** The time after which a browser reconnects. */
const RETRY_MS = 500
/** The number of events kept for a page that reconnects. */
const KEPT = 500

type EventStream = ReturnType<typeof createEventStream>

/** `launch` makes this run's event ids different from those of other runs. */
export function createEventStream(launch: string, heartbeatMs = HEARTBEAT_MS) {
  const listeners = new Set<ServerResponse>()
  const kept: { readonly number: number; readonly text: string }[] = []
  let last = 0

  const heartbeat = setInterval(() => {
    for (const response of listeners) response.write(':\n\n')
  }, heartbeatMs)
  heartbeat.unref()

  function tell(event: string, payload: unknown): void {
    const number = ++last
    const text = `id: ${launch}-${number}\n${formatEvent(event, payload)}`
    kept.push({ number, text })
    if (kept.length > KEPT) kept.shift()
    for (const response of listeners) response.write(text)
  }

  return {
    emit: <E extends EventName>(event: E, payload: EventPayload<E>): void => tell(event, payload),
    /** Sends an event of the connection itself. */
    tell: (event: typeof ANSWERED, payload: Later): void => tell(event, payload),
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

function formatEvent(event: string, payload: unknown): string {
  return `event: ${event}\ndata: ${JSON.stringify(payload)}\n\n`
}
