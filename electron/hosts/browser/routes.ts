/** The routes for the browser host's page: calls, events, audio, uploads and downloads. */
import type { Emit } from '../../../shared/ipc/contract.ts'
import { MAX_INPUT_BYTES, type Dispatch } from '../../app/dispatcher.ts'
import { textAnswer, type PageAnswer } from '../page/answer.ts'
import type { MediaRequest } from '../page/media.ts'
import type { EventStream } from './eventStream.ts'
import type { FolderFiles } from './folderFiles.ts'
import { jsonAnswer, readJson } from './http.ts'
import type { PrivateRoute } from './server.ts'
import { describeDownload, downloadAnswer, receiveUpload } from './transfer.ts'

export interface RouteOptions {
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
  return [
    {
      method: 'POST',
      prefix: '/ipc/',
      pass: null,
      async answer(request, url) {
        const input = await readJson(request, MAX_INPUT_BYTES)
        return jsonAnswer(200, await dispatch(lastPart(url), input))
      },
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

/** The decoded path after a route's prefix; empty if it cannot be decoded. */
function lastPart(url: URL): string {
  try {
    return decodeURIComponent(url.pathname.slice(url.pathname.indexOf('/', 1) + 1))
  } catch {
    return ''
  }
}
