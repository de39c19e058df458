/** Serves the page, its files and the stored audio to the window, under `app://fabula/`. */
import { Readable } from 'node:stream'
import type { CustomScheme } from 'electron'
import { textAnswer, withoutBody, type PageAnswer } from '../page/answer.ts'
import type { MediaRequest } from '../page/media.ts'
import { SAFETY_HEADERS, createPageFiles } from '../page/pageFiles.ts'

/** Where the desktop's page lives: a scheme of our own, because `file:` would let a page read its neighbours. */
export const PAGE_SCHEME = 'app'
export const PAGE_ORIGIN = `${PAGE_SCHEME}://fabula`
export const PAGE_URL = `${PAGE_ORIGIN}/index.html`

/** Whether an address is the page itself; what follows `#` names the open story. */
export function isPageUrl(address: string): boolean {
  const [page] = address.split('#')
  return page === PAGE_URL
}

/** What the scheme is to Chromium: an origin of its own, safe like https, that streams. */
export const PAGE_SCHEME_OPTIONS: CustomScheme = {
  scheme: PAGE_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true, codeCache: true },
}

interface AppProtocolOptions {
  readonly pageFolder: string
  readonly media: (request: MediaRequest) => Promise<PageAnswer>
}

/** The handler for Electron's `protocol.handle`. */
export function createAppProtocol({
  pageFolder,
  media,
}: AppProtocolOptions): (request: Request) => Promise<Response> {
  const page = createPageFiles(pageFolder)

  function answerFor(request: Request): PageAnswer | Promise<PageAnswer> {
    const { method, url } = request
    if (method !== 'GET' && method !== 'HEAD') return textAnswer(405, 'Pages are only read.', SAFETY_HEADERS)
    if (!url.startsWith(`${PAGE_ORIGIN}/`)) return textAnswer(404, 'There is no such page.', SAFETY_HEADERS)
    const { pathname, searchParams } = new URL(url)
    if (!pathname.startsWith('/media/')) return page(pathname)
    const header = (name: string) => request.headers.get(name) ?? undefined
    return media({ method, path: pathname, query: searchParams, header })
  }

  return async (request) => {
    const answer = await answerFor(request)
    const { status, headers, body } = request.method === 'HEAD' ? withoutBody(answer) : answer
    if (body === null) return new Response(null, { status, headers })
    const stream = body instanceof Uint8Array ? [body] : body
    return new Response(Readable.toWeb(Readable.from(stream, { objectMode: false })), { status, headers })
  }
}
