/**
 * Stands between the app and the real embedded service and records everything: what the client sends and what the service
 * answers, for comparison with the published interface. By default it changes nothing but the port in addresses.
 */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** One request of the client and the service's answer to it. */
export interface Heard {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
  readonly status: number
  /** Undefined if the answer is not JSON. */
  readonly json: unknown
}

export interface Wiretap {
  readonly baseUrl: string
  /** Oldest first. */
  readonly heard: readonly Heard[]
  /** The exchanges of one method with a path under `/uapi/v1`. */
  heardAt(method: string, path: string): readonly Heard[]
  /** Answers in place of the service, which has handled the request all the same; false passes the service's answer on. */
  meddle: (heard: Heard, response: ServerResponse) => boolean
  close(): Promise<void>
}

/** `service` is called for each request: a restarted service has another address. */
export async function startWiretap(service: () => string): Promise<Wiretap> {
  const heard: Heard[] = []

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = request
    const body = await buffer(request)
    const { host: _host, connection: _connection, 'content-length': _length, ...passed } = headers
    const answer = await fetch(`${service()}${url}`, {
      method,
      // No request header is a list except cookies, which nobody sends here.
      headers: passed as Record<string, string>,
      ...(body.length > 0 && { body: Uint8Array.from(body) }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const isJson = answer.headers.get('content-type')?.includes('json') === true
    const text = isJson ? bytes.toString().replaceAll(service(), wiretap.baseUrl) : ''
    const words: Heard = {
      ...{ method, path: url, headers, body, status: answer.status },
      json: isJson ? JSON.parse(text) : undefined,
    }
    heard.push(words)
    if (wiretap.meddle(words, response)) return
    const kept = ['content-type', 'retry-after', 'etag', 'content-range', 'x-request-id']
    for (const name of kept) {
      const value = answer.headers.get(name)
      if (value !== null) response.setHeader(name, value)
    }
    response.statusCode = answer.status
    response.end(isJson ? text : bytes)
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const wiretap: Wiretap = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    heard,
    heardAt: (method, path) =>
      heard.filter((one) => one.method === method && one.path === `/uapi/v1/${path}`),
    meddle: () => false,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return wiretap
}
