/**
 * A service that returns everything it was sent, including key and passwords, in every form that servers and proxies use; that redirects
 * callers to another origin; or that fails. Requests to that other origin are recorded: the key must not be in them.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { formsOf } from './keyForms.ts'

export const MIRROR_MODES = [
  'repeats in a refusal',
  'repeats in words of a proxy',
  'redirects',
  'breaks off',
  'repeats in the record',
  'repeats in history',
  'has no history',
  'repeats in headers',
  'has audio at a stranger’s',
  'has audio behind a redirect',
  'repeats instead of audio',
] as const
export type MirrorMode = (typeof MIRROR_MODES)[number]

export interface MirrorServer {
  readonly baseUrl: string
  mode: MirrorMode
  /** How often it was asked with a key. */
  readonly asked: () => number
  /** Everything that the other origin was sent, as text. */
  readonly strangerHeard: () => string
  close(): Promise<void>
}

export async function startMirrorServer(): Promise<MirrorServer> {
  let asked = 0
  let heard = ''
  /** Passwords of documents, by the uuid of their conversion. */
  const passwords = new Map<string, string>()
  const stranger = createServer((request, response) => {
    heard += `${request.method} ${request.url} ${request.rawHeaders.join(' ')}\n`
    response.end()
  })
  const strangerUrl = await listen(stranger)
  const server = createServer((request, response) => void answer(request, response))
  const baseUrl = await listen(server)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await buffer(request)).toString('latin1')
    const { authorization = 'undefined', 'x-api-key': apiKey = authorization } = request.headers
    const key = String(apiKey).replace(/^Bearer /, '')
    if (key !== 'undefined') asked += 1
    const uuid = decodeURIComponent(request.url?.split('/').at(-1) ?? '')
    const password = /name="file_password"\r\n\r\n(.*)\r\n/.exec(body)?.[1] ?? passwords.get(uuid)
    const secrets = [key, ...(password === undefined ? [] : [password])]
    const repeated = `${secrets.flatMap(formsOf).join(' ')} ${request.rawHeaders.join(' ')} ${body.slice(0, 200)}`
    const send = (status: number, value: unknown, headers: Record<string, string> = {}) =>
      void response
        .writeHead(status, { 'content-type': 'application/json', ...headers })
        .end(JSON.stringify(value))
    const accept = (fields: object) => {
      if (password !== undefined) passwords.set(`of ${asked}`, password)
      send(200, {
        success: true,
        result: { uuid: `of ${asked}`, status: 1, status_percentage: 5, ...fields },
      })
    }
    const isHistory = request.url?.includes('/history/') === true
    const isList = request.url?.endsWith('/history') === true
    const isAudio = request.url?.endsWith('.mp3') === true

    switch (mirror.mode) {
      case 'repeats in a refusal': {
        send(400, { success: false, message: repeated, [key]: repeated })
        return
      }
      case 'repeats in words of a proxy': {
        response.writeHead(502, { 'content-type': 'text/html' }).end(`<pre>${repeated}</pre>`)
        return
      }
      case 'redirects': {
        send(307, { message: repeated }, { location: `${strangerUrl}${request.url}?key=none` })
        return
      }
      case 'breaks off': {
        response.socket?.destroy()
        return
      }
      case 'repeats in the record': {
        accept({ status: 3, error_message: repeated, speaker_name: repeated, tts_input: repeated })
        return
      }
      case 'repeats in history': {
        accept(isHistory ? { uuid, status: 3, error_message: repeated } : {})
        return
      }
      case 'has no history': {
        if (isHistory || isList || request.url?.includes('/no-such-') === true)
          response.writeHead(404, { 'content-type': 'text/html' }).end(`<pre>${repeated}</pre>`)
        else accept({})
        return
      }
      case 'repeats in headers': {
        send(401, { message: repeated }, { 'x-you-sent': key, 'retry-after': key })
        return
      }
      case 'has audio at a stranger’s': {
        accept({ status: 2, media_url: `${strangerUrl}/${encodeURIComponent(repeated)}.mp3` })
        return
      }
      case 'has audio behind a redirect': {
        if (isAudio) send(302, {}, { location: `${strangerUrl}/audio.mp3` })
        else accept({ status: 2, media_url: '/audio.mp3' })
        return
      }
      case 'repeats instead of audio': {
        if (isAudio) response.end(repeated)
        else accept({ status: 2, media_url: '/audio.mp3' })
        return
      }
    }
  }

  const mirror: MirrorServer = {
    baseUrl,
    mode: 'repeats in a refusal',
    asked: () => asked,
    strangerHeard: () => heard,
    async close() {
      for (const each of [server, stranger]) {
        each.closeAllConnections()
        each.close()
        await once(each, 'close')
      }
    },
  }
  return mirror
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}` // it listens on TCP
}
