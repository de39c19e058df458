/**
 * The browser host's HTTP server, on 127.0.0.1 only. The page's files hold no secrets; calls, events, audio and files need the key of this
 * launch or a pass (`createGuard`). A page gets them at `/session` for the token of the printed address (`/?token=…`), for the one-time
 * code of the file by which the host opened the browser, or for the key that an earlier page of this browser has stored. If the system
 * reports the user of a connection, requests of other users of this computer are not answered.
 */
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { type PassKind, sessionRequestSchema } from '../../../shared/ipc/result.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { limitConnections } from '../../lib/http/serverConnections.ts'
import { type Report, toWireError } from '../../lib/report.ts'
import {
  createPageFiles,
  type PageAnswer,
  SAFETY_HEADERS,
  textAnswer,
  withoutBody,
} from '../page/pageFiles.ts'
import { createSession, jsonAnswer, readJson, send, type Session } from './http.ts'

const MAX_CONNECTIONS = 256
/** A session request contains only a credential. */
const MAX_CREDENTIAL_BYTES = 1024

/** A part of the app that only our own page may use; `path` is the URL's path, still encoded. */
export interface PrivateRoute {
  readonly method: 'GET' | 'POST'
  /** The prefix of the paths that it answers. */
  readonly prefix: string
  /** The kind of pass in a URL that gives access, for requests without the page's headers; null if the key is needed. */
  readonly pass: PassKind | null
  /** Returns the answer, or undefined if it answers by `response` itself. */
  answer(request: IncomingMessage, url: URL, response: ServerResponse): Promise<PageAnswer | undefined>
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

export type BrowserServer = Awaited<ReturnType<typeof startBrowserServer>>

/** Starts listening. Rejects with Node's error if the port is not available. */
export async function startBrowserServer(options: BrowserServerOptions) {
  const { routes, report } = options
  const page = createPageFiles(options.pageFolder)
  /** Requests may arrive before setup is done, from a page of an earlier start. */
  const ready = Promise.withResolvers<undefined>()
  const server = createServer((request, response) => {
    ready.promise
      .then(() => answerFor(request, response))
      .then((answer) => answer && send(response, request.method === 'HEAD' ? withoutBody(answer) : answer))
      .catch((error: unknown) => {
        report('browser host', error)
        if (response.headersSent) response.destroy()
        else response.writeHead(500, { connection: 'close' }).end()
      })
  })
  // No time limit for uploads; headers keep theirs.
  server.requestTimeout = 0
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo // a listening TCP server has this type of address
  const session = createSession(options.token)
  const guard = createGuard(port, session)
  const isOtherUser = await createUserCheck(port)
  server.on('connection', (socket) => void isOtherUser(socket))
  limitConnections(server, MAX_CONNECTIONS, 'oldest idle')
  ready.resolve(undefined)

  async function answerFor(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<PageAnswer | undefined> {
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    if (await isOtherUser(request.socket))
      return refuse(request, 403, 'Fabula answers only to the user of this machine who started it.')
    if (isReading && guard.isForLocalhost(request) && request.url?.startsWith('/')) {
      return redirect(`http://127.0.0.1:${port}${request.url.replace(/^\/+/, '/')}`)
    }
    if (!guard.isForUs(request)) return refuse(request, 421, 'Fabula does not answer under that name.')
    const url = parseTarget(request.url ?? '/')
    if (!url) return refuse(request, 400, 'That is not an address.')
    const route = [sessionRoute, ...routes].find(({ prefix }) => url.pathname.startsWith(prefix))
    if (route) return answerRoute(route, request, url, response)
    if (!isReading) return refuse(request, 405, 'Pages are only read.', { allow: 'GET, HEAD' })
    return page(url.pathname)
  }

  const addressWith = (credential: string) => `http://127.0.0.1:${port}/?token=${credential}`

  const sessionRoute: PrivateRoute = {
    method: 'POST',
    prefix: '/session',
    pass: null,
    async answer(request) {
      const parsed = sessionRequestSchema.safeParse(await readJson(request, MAX_CREDENTIAL_BYTES))
      const opened = parsed.success ? session.open(parsed.data.credential) : undefined
      if (opened === undefined) throw new UserFacingError('session-over')
      return jsonAnswer(200, { ok: true, value: opened })
    },
  }

  async function answerRoute(
    route: PrivateRoute,
    request: IncomingMessage,
    url: URL,
    response: ServerResponse,
  ) {
    const method = request.method === 'HEAD' ? 'GET' : request.method
    try {
      if (method !== route.method) throw new UserFacingError('method-not-allowed')
      if (!guard.isFromOurPage(request)) throw new UserFacingError('untrusted-sender')
      if (route !== sessionRoute && !guard.isAllowed(request, url, route.pass))
        throw new UserFacingError('session-over')
      return await route.answer(request, url, response)
    } catch (error) {
      const wireError = toWireError(error, url.pathname, report)
      return closing(request, jsonAnswer(statuses[wireError.code] ?? 400, { ok: false, error: wireError }))
    }
  }

  return {
    port,
    /** The address with the token that opens the app. */
    url: addressWith(session.token),
    /** An address that opens the app once. `onUsed` is called when it is used. */
    createOneTimeUrl: (onUsed: () => void): string => addressWith(session.createCode(onUsed)),
    close: (): Promise<void> =>
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

function redirect(location: string): PageAnswer {
  return {
    status: 303,
    headers: { ...SAFETY_HEADERS, location, 'cache-control': 'no-store', 'content-length': '0' },
    body: null,
  }
}

function refuse(
  request: IncomingMessage,
  status: number,
  text: string,
  headers: PageAnswer['headers'] = {},
): PageAnswer {
  return closing(request, textAnswer(status, text, { ...SAFETY_HEADERS, ...headers }))
}

/** Closes the connection after the answer to a request whose body is not read. */
function closing(request: IncomingMessage, answer: PageAnswer): PageAnswer {
  return request.readableEnded || request.method === 'GET'
    ? answer
    : { ...answer, headers: { ...answer.headers, connection: 'close' } }
}

/**
 * Decides whose requests to a host at 127.0.0.1 and the port are answered. Everything on this computer can connect to the port and, through
 * a browser, every page of the web, so four things are checked:
 *
 * - The connection comes from a process of the user who started this host, if the system reports that.
 * - The Host header is exactly ours. A page whose name was made to point at 127.0.0.1 (DNS rebinding) sends its own.
 * - Origin and Sec-Fetch-Site, which scripts cannot set, name our own page.
 * - The page sends the key of this launch, or in a URL the pass for its part of the host (http.ts).
 */
function createGuard(port: number, session: Session) {
  // Browsers omit the default port of the scheme.
  const suffix = port === 80 ? '' : `:${port}`
  const host = `127.0.0.1${suffix}`
  const origin = `http://${host}`

  return {
    /** Whether the request's Host is exactly ours. */
    isForUs: (request: IncomingMessage): boolean =>
      onlyHost(request) === host && request.url?.startsWith('/') === true,
    /** Whether the request's Host is `localhost`, which nobody else can claim. */
    isForLocalhost: (request: IncomingMessage): boolean => onlyHost(request) === `localhost${suffix}`,
    /** Whether our own page sent the request, according to the browser; forms and scripts that change something must prove it. */
    isFromOurPage(request: IncomingMessage): boolean {
      const isReading = request.method === 'GET' || request.method === 'HEAD'
      const site = request.headers['sec-fetch-site']
      const isOwnSite = site === undefined || site === 'same-origin' || (isReading && site === 'none')
      const from = request.headers.origin
      return isOwnSite && (from === origin || (isReading && from === undefined))
    },
    /** Whether the request has the key, or its URL a pass of this kind. */
    isAllowed: ({ headers }: IncomingMessage, url: URL, pass: PassKind | null): boolean =>
      session.hasKey(headers.authorization) ||
      (pass !== null && session.isPass(pass, url.searchParams.get('pass'))),
  }
}

/** The Host header, if there is exactly one: Node keeps only the first of several. */
function onlyHost({ rawHeaders, headers }: IncomingMessage): string | undefined {
  const count = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  return count === 1 ? headers.host : undefined
}

// The user at the other end of a local connection.

/** 127.0.0.1 as /proc writes it: little-endian, alone or mapped into IPv6. */
const LOOPBACK = /^(?:0{16}FFFF0000)?0100007F$/

/** The table changes while it is read, so a row can be missed. */
const READS = 3

/** Whether another user is at the other end of a connection; called once per connection. */
type IsOtherUser = (socket: Socket) => Promise<boolean>

/**
 * The check for a server that listens at 127.0.0.1 and the port. Linux lists the user of each local connection; a connection that is not in
 * its table is treated as another user's. If there is no such table, which its lack of the server's own row shows, the check always returns
 * false: other systems have no such list, and in some sandboxes it is empty.
 */
export async function createUserCheck(
  port: number,
  userId = process.geteuid?.(),
  readTable = readTables,
): Promise<IsOtherUser> {
  const isListed = userId !== undefined && isListening(await readTable(), port)
  const answers = new WeakMap<Socket, Promise<boolean>>()
  const readOwners = sharedReads(async () => ownersOf(await readTable(), port))

  async function ask({ remotePort, localPort }: Socket): Promise<boolean> {
    if (remotePort === undefined || localPort === undefined) return true // it was closed already
    for (let tries = 0; tries < READS; tries++) {
      const owner = (await readOwners()).get(remotePort)
      if (owner !== undefined) return owner !== userId
    }
    return true
  }

  return (socket) => {
    if (!isListed) return Promise.resolve(false)
    const answer = answers.get(socket) ?? ask(socket)
    answers.set(socket, answer)
    return answer
  }
}

/**
 * Lets concurrent callers share a read, one at a time: any user can open hundreds of connections. A caller never gets a read that began
 * before its call, because the port of its connection may have belonged to somebody else then.
 */
function sharedReads<T>(read: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null
  const begin = () => {
    next = null
    return read()
  }
  return () => {
    next ??= last.then(begin, begin)
    last = next
    return next
  }
}

/** The owners of the connections to a port of this computer, by the ports that they come from, from the text of /proc/net/tcp. */
export function ownersOf(table: string, toPort: number): ReadonlyMap<number, number> {
  const owners = new Map<number, number>()
  for (const [, from = '', to = '', , , , , owner] of rowsOf(table, toPort)) {
    const fromPort = portOf(from)
    if (fromPort === undefined || portOf(to) !== toPort || owner === undefined) continue
    if (!owners.has(fromPort)) owners.set(fromPort, Number(owner))
  }
  return owners
}

const LISTEN = '0A'

function isListening(table: string, port: number): boolean {
  return rowsOf(table, port).some(([, local = '', , state]) => portOf(local) === port && state === LISTEN)
}

/** The cells of the rows that contain a port. */
function rowsOf(table: string, port: number): string[][] {
  const inHex = `:${port.toString(16).toUpperCase().padStart(4, '0')} `
  const rows = table.split('\n').filter((line) => line.includes(inHex))
  return rows.map((line) => line.trim().split(/\s+/))
}

/** The port of an address at 127.0.0.1. */
function portOf(address: string): number | undefined {
  const [host = '', hexPort = ''] = address.split(':')
  return LOOPBACK.test(host) ? Number.parseInt(hexPort, 16) : undefined
}

async function readTables(): Promise<string> {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => ''))
  return (await Promise.all(tables)).join('\n')
}
