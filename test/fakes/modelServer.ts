/** A server of language models over real HTTP, with the OpenAI-compatible protocol; its answers are set by a test. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ModelRequest {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly response_format?: unknown
}

export interface ModelServerOptions {
  readonly key?: string
  readonly models?: readonly string[]
  /** The model's answer; an object is sent as JSON. */
  readonly say?: (request: ModelRequest) => unknown
  /** Called before anything else; true if it has answered. */
  readonly answer?: (response: ServerResponse, request: ModelRequest) => boolean
  /** Awaited before the model answers. */
  readonly delay?: () => Promise<void>
  /** Tokens of each answer; 100 by default, null for a server that does not count. */
  readonly tokens?: number | null
}

export interface ModelServer {
  readonly url: string
  readonly requests: readonly ModelRequest[]
  close(): Promise<void>
}

export async function startModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const { key, models = ['tiny'], say = () => ({ labels: [] }), tokens = 100 } = options
  const requests: ModelRequest[] = []
  const server = createServer((request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (key !== undefined && request.headers.authorization !== `Bearer ${key}`) {
      send(401, { error: { message: `The key ${request.headers.authorization} is not known.` } })
      return
    }
    if (request.url === '/v1/models') {
      send(200, { object: 'list', data: models.map((id) => ({ id })) })
      return
    }
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece.toString()))
    request.on('end', () => {
      const asked = JSON.parse(text) as ModelRequest // what the client under test sends
      requests.push(asked)
      void (options.delay?.() ?? Promise.resolve()).then(() => {
        if (options.answer?.(response, asked) === true) return
        const said = say(asked)
        const content = typeof said === 'string' ? said : JSON.stringify(said)
        send(200, {
          choices: [{ index: 0, message: { role: 'assistant', content } }],
          ...(tokens !== null && { usage: { total_tokens: tokens } }),
        })
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on TCP
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
