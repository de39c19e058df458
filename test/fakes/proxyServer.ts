/** A real proxy on this machine: it lets through, asks for a name and a password, refuses, hangs, or is not a proxy at all. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'

export interface ProxyServer {
  readonly url: URL
  /** The requested targets, with the credentials of the request. */
  readonly asked: readonly { readonly target: string; readonly authorization: string | undefined }[]
  /** Every byte from clients, as the proxy could read it. */
  seen(): string
  close(): Promise<void>
}

export interface ProxyOptions {
  /** What it does with a request. */
  readonly does?: 'let-through' | 'refuse' | 'hang' | 'answer' | 'break-off'
  /** As in a URL: `name:password`. */
  readonly credentials?: string
  /** How it offers authentication to a client. */
  readonly authenticate?: string
  /** The port on this machine to which it connects, whatever the target. */
  readonly port: number
}

/** Starts a proxy. */
export async function startProxyServer({
  does = 'let-through',
  credentials,
  authenticate,
  port,
}: ProxyOptions): Promise<ProxyServer> {
  const asked: { target: string; authorization: string | undefined }[] = []
  const sockets = new Set<Duplex>()
  const chunks: Buffer[] = []
  const wanted =
    credentials === undefined ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`
  const server = createServer((_request, response) => response.end('I am no proxy'))
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('error', () => undefined)
  })
  if (does !== 'answer') {
    server.on('connect', (request, client, head) => {
      const authorization = request.headers['proxy-authorization']
      asked.push({ target: request.url ?? '', authorization })
      if (does === 'hang') return
      if (does === 'break-off') {
        client.destroy()
        return
      }
      const isKnown = wanted === undefined || authorization === wanted
      if (does === 'refuse' || !isKnown) {
        const status = isKnown ? '403 Forbidden' : '407 Proxy Authentication Required'
        const how = isKnown || authenticate === undefined ? '' : `proxy-authenticate: ${authenticate}\r\n`
        client.end(`HTTP/1.1 ${status}\r\n${how}content-length: 0\r\n\r\n`)
        return
      }
      const target = connect(port, '127.0.0.1', () => {
        client.write('HTTP/1.1 200 Connection established\r\n\r\n')
        target.write(head)
        target.pipe(client)
        client.pipe(target)
      })
      sockets.add(target)
      for (const [one, other] of [
        [target, client],
        [client, target],
      ] as const)
        one.on('error', () => other.destroy())
    })
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo // it listens on a port
  return {
    url: new URL(`http://${credentials === undefined ? '' : `${credentials}@`}127.0.0.1:${own}`),
    asked,
    seen: () => Buffer.concat(chunks).toString('latin1'),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
