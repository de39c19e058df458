/**
 * The browser host's HTTP server, on 127.0.0.1 only. The page's files hold no secrets and are served to anyone on this
 * machine; calls, events, audio and files need the session (guard.ts).
 *
 * The session comes with the printed address (`/?token=…`, which becomes a cookie and leaves the address bar), or where a
 * person opens the plain address by hand: no page of the web can make a browser say that nobody sent it (Sec-Fetch-Site:
 * none). A program of another user of this machine could say so; where the system tells who is asking, it is refused.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { toWireError } from '../../lib/report.ts'
import type { Report } from '../../lib/report.ts'
import { textAnswer, withoutBody, type Answer } from '../page/answer.ts'
import { SAFETY_HEADERS } from '../page/contentPolicy.ts'
import { createPageFiles } from '../page/pageFiles.ts'
import { createGuard, type Guard } from './guard.ts'
import { jsonAnswer, send } from './http.ts'
import { isOtherUser } from './peerUser.ts'
import { createSession, type Session } from './session.ts'

/** A part of the app that only our own page may reach; `path` is the URL's path, still encoded. */
export interface PrivateRoute {
  readonly method: 'GET' | 'POST'
  /** The start of the paths that it answers. */
  readonly prefix: string
  /** Gives the answer, or nothing where it keeps the response for itself. */
  answer(request: IncomingMessage, url: URL, response: ServerResponse): Promise<Answer | undefined>
}

export interface BrowserServer {
  /** The address with the token that opens the app. */
  readonly url: string
  close(): Promise<void>
}

export interface BrowserServerOptions {
  /** 0 takes any free port. */
  readonly port: number
  /** The folder of the built page. */
  readonly pageFolder: string
  readonly routes: readonly PrivateRoute[]
  readonly report: Report
  readonly token?: string
}

/** Starts listening. Rejects with Node's error where the port cannot be had. */
export async function startBrowserServer(options: BrowserServerOptions): Promise<BrowserServer> {
  const { routes, report } = options
  const page = createPageFiles(options.pageFolder)
  const server = createServer((request, response) => {
    answerFor(request, response)
      .then((answer) => answer && send(response, request.method === 'HEAD' ? withoutBody(answer) : answer))
      .catch((error: unknown) => {
        report('browser host', error)
        if (response.headersSent) response.destroy()
        else response.writeHead(500, { connection: 'close' }).end()
      })
  })
  // An upload may take as long as it takes; the headers before it may not.
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // what a listening TCP server has
  const session = createSession(port, options.token)
  const guard = createGuard(port, session)

  async function answerFor(request: IncomingMessage, response: ServerResponse): Promise<Answer | undefined> {
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    if (isReading && guard.isForLocalhost(request) && request.url?.startsWith('/')) {
      return redirect(`http://127.0.0.1:${port}${request.url.replace(/^\/+/, '/')}`)
    }
    if (!guard.isForUs(request)) return refuse(request, 421, 'Fabula does not answer under that name.')
    const url = parseTarget(request.url ?? '/')
    if (!url) return refuse(request, 400, 'That is not an address.')
    const route = routes.find(({ prefix }) => url.pathname.startsWith(prefix))
    if (route) return answerPrivately(route, request, url, response)
    if (!isReading) return refuse(request, 405, 'Pages are only read.', { allow: 'GET, HEAD' })
    return answerPage(page, session, guard, request, url)
  }

  async function answerPrivately(
    route: PrivateRoute,
    request: IncomingMessage,
    url: URL,
    response: ServerResponse,
  ) {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    try {
      if (method !== route.method) throw new UserFacingError('method-not-allowed')
      if (!guard.isFromOurPage(request)) throw new UserFacingError('untrusted-sender')
      if (!guard.hasSession(request)) throw new UserFacingError('session-over')
      return await route.answer(request, url, response)
    } catch (error) {
      const wireError = toWireError(error, url.pathname, report)
      return closing(request, jsonAnswer(statuses[wireError.code] ?? 400, { ok: false, error: wireError }))
    }
  }

  return {
    url: `http://127.0.0.1:${port}/?token=${session.token}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const statuses: Readonly<Record<string, number>> = {
  'method-not-allowed': 405,
  'untrusted-sender': 403,
  'session-over': 401,
  'request-too-large': 413,
  'upload-too-large': 413,
  'upload-type': 415,
  'file-unknown': 404,
  'file-not-found': 404,
  unexpected: 500,
}

async function answerPage(
  page: (path: string) => Promise<Answer>,
  session: Session,
  guard: Guard,
  request: IncomingMessage,
  url: URL,
): Promise<Answer> {
  if (url.pathname !== '/') return page(url.pathname)
  const token = url.searchParams.get('token')
  if (token !== null) {
    return session.matches(token)
      ? redirect('/', { 'set-cookie': session.setCookie })
      : textAnswer(
          403,
          'This address belongs to an earlier start of Fabula. Use the one it printed last.',
          SAFETY_HEADERS,
        )
  }
  const answer = await page('/')
  const isTheirs = guard.isOpenedByHand(request) && !(await isOtherUser(request.socket))
  return isTheirs && !guard.hasSession(request)
    ? { ...answer, headers: { ...answer.headers, 'set-cookie': session.setCookie } }
    : answer
}

function parseTarget(target: string): URL | undefined {
  try {
    // Two slashes would read as another host, and dots would be resolved away before anything could judge them.
    return target.startsWith('//') || /(?:^|\/)(?:\.|%2e){1,2}(?:[/?#]|$)/i.test(target)
      ? undefined
      : new URL(target, 'http://127.0.0.1')
  } catch {
    return undefined
  }
}

function redirect(location: string, headers: Answer['headers'] = {}): Answer {
  return {
    status: 303,
    headers: { ...SAFETY_HEADERS, location, 'cache-control': 'no-store', 'content-length': '0', ...headers },
    body: null,
  }
}

function refuse(
  request: IncomingMessage,
  status: number,
  text: string,
  headers: Answer['headers'] = {},
): Answer {
  return closing(request, textAnswer(status, text, { ...SAFETY_HEADERS, ...headers }))
}

/** Ends the connection after an answer to a request whose body nobody reads. */
function closing(request: IncomingMessage, answer: Answer): Answer {
  return request.readableEnded || request.method === 'GET'
    ? answer
    : { ...answer, headers: { ...answer.headers, connection: 'close' } }
}
