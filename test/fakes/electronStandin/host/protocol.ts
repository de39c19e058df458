// Custom schemes. Chromium outside Electron knows none, so app://bundle/x is served as http://bundle.app.localhost:PORT/x, which
// is a secure context with an origin of its own, too. The app's own handlers answer; streams and ranges pass through.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { loud } from './loud.ts'

type SchemeHandler = (request: Request) => Response | Promise<Response>

interface Privileges {
  readonly standard?: boolean
  readonly secure?: boolean
  readonly supportFetchAPI?: boolean
  readonly stream?: boolean
}

const hostPattern = /^(?<host>[a-z0-9.-]+)\.(?<scheme>[a-z][a-z0-9-]*)\.localhost:\d+$/

export function createProtocol(isReady: () => boolean) {
  const handlers = new Map<string, SchemeHandler>()
  const privileges = new Map<string, Privileges>()
  let port = 0

  const protocol = loud('protocol', {
    registerSchemesAsPrivileged(schemes: readonly { scheme: string; privileges?: Privileges }[]) {
      if (isReady())
        throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
      for (const each of schemes) privileges.set(each.scheme, each.privileges ?? {})
    },
    handle(scheme: string, handler: SchemeHandler) {
      if (!isReady()) throw new Error('protocol.handle should be called after app is ready')
      if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
      const { standard, secure } = privileges.get(scheme) ?? {}
      if (!standard || !secure)
        throw new Error(
          `electron stand-in: in Electron a page at ${scheme}: needs the privileges standard and secure`,
        )
      handlers.set(scheme, handler)
    },
    unhandle: (scheme: string) => void handlers.delete(scheme),
    isProtocolHandled: (scheme: string) => handlers.has(scheme),
  })

  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { host = '', scheme = '' } = hostPattern.exec(request.headers.host ?? '')?.groups ?? {}
    const handler = handlers.get(scheme)
    if (!handler) return void response.writeHead(421).end()
    const answer = await handler(toRequest(request, `${scheme}://${host}${request.url ?? '/'}`))
    const isMedia = /^(audio|video)\//.test(answer.headers.get('content-type') ?? '')
    if (isMedia && !privileges.get(scheme)?.stream)
      throw new Error(`electron stand-in: in Electron media at ${scheme}: needs the privilege stream`)
    response.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (!answer.body || request.method === 'HEAD') return void response.end()
    // The two declarations of the same web stream differ in name only.
    const body = Readable.fromWeb(answer.body as ReadableStream)
    body.on('error', () => response.destroy())
    response.on('close', () => body.destroy())
    body.pipe(response)
  }

  const server = createServer((request, response) => {
    serve(request, response).catch((error: unknown) => {
      console.error('[stand-in] protocol handler:', error)
      if (response.headersSent) response.destroy()
      else response.writeHead(500).end()
    })
  })

  return {
    protocol,
    async listen() {
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      server.unref()
      port = (server.address() as AddressInfo).port // listening on TCP
    },
    /** The address at which the browser finds what the app calls `url`. */
    toBrowser(url: string): string {
      const { protocol: scheme, host, pathname, search, hash } = new URL(url)
      if (!handlers.has(scheme.slice(0, -1))) return url
      return `http://${host}.${scheme.slice(0, -1)}.localhost:${port}${pathname}${search}${hash}`
    },
    /** What the app calls the browser's address. */
    fromBrowser(url: string): string {
      if (!URL.canParse(url)) return url
      const { host: fullHost, pathname, search, hash } = new URL(url)
      const { host, scheme } = hostPattern.exec(fullHost)?.groups ?? {}
      return host && scheme ? `${scheme}://${host}${pathname}${search}${hash}` : url
    },
  }
}

export type ProtocolHost = ReturnType<typeof createProtocol>

/** Connection details are between the browser and this server; the app's handler would not see them in Electron. */
const ofTheConnection = new Set(['host', 'connection', 'cookie'])

function toRequest(request: IncomingMessage, url: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && !ofTheConnection.has(name)) headers.set(name, value)
  }
  const method = request.method ?? 'GET'
  const hasBody = method !== 'GET' && method !== 'HEAD'
  // Same as above: one web stream, two declarations.
  const body = hasBody ? { body: Readable.toWeb(request) as BodyInit, duplex: 'half' as const } : {}
  return new Request(url, { method, headers, ...body })
}
