/**
 * An OpenAI-compatible speech server for tests, over real HTTP. It speaks the protocol in full; its voice is a tone of
 * 60 ms for each letter by default, with a tenth of a second of silence around each text, as real engines leave it.
 */
import { EventEmitter, once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeWav } from '../../../electron/lib/audio/wav.ts'

export interface ToneRequest {
  readonly model: string
  readonly input: string
  readonly voice: string
  readonly response_format: string
  readonly speed?: number
  readonly instructions?: string
}

export interface ToneEngineOptions {
  /** The answer to GET /v1/audio/voices; 404 by default. */
  voices?: unknown
  /** The model that a request for voices has to name; otherwise the list is refused. */
  voicesOfModel?: string
  key?: string
  /** The length of the tone for a letter, for tests in which only the texts matter. */
  msPerLetter?: number
  /** A server that accepts the parameter and ignores it. */
  ignoresSpeed?: boolean
  /** Called before anything else; true if it has answered. */
  answer?: (response: ServerResponse, request: ToneRequest) => boolean
  /** Awaited before anything is spoken. */
  delay?: () => Promise<void>
  /** How the audio is sent; as a WAV file by default, or as headerless samples if requested. */
  send?: (response: ServerResponse, samples: Int16Array, request: ToneRequest) => void
}

export interface ToneEngine {
  readonly url: string
  readonly requests: readonly ToneRequest[]
  readonly headers: readonly IncomingHttpHeaders[]
  /** The most requests that were open at the same time. */
  mostAtOnce(): number
  /** Settles when no request is open any more. */
  idle(): Promise<void>
  close(): Promise<void>
}

export const TONE_RATE = 24_000
export const TONE_MS_PER_LETTER = 60
const EDGE_MS = 100

export async function startToneEngine(options: ToneEngineOptions = {}, port = 0): Promise<ToneEngine> {
  const requests: ToneRequest[] = []
  const headers: IncomingHttpHeaders[] = []
  let atOnce = 0
  let mostAtOnce = 0
  const changed = new EventEmitter()

  const server = createServer((request, response) => void serve(request, response))

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    headers.push(request.headers)
    if (options.key !== undefined && request.headers.authorization !== `Bearer ${options.key}`) {
      sendJson(response, 401, { error: { message: `wrong key: ${request.headers.authorization}` } })
      return
    }
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
    if (pathname === '/v1/audio/voices' && options.voices !== undefined) {
      const isListed =
        options.voicesOfModel === undefined || options.voicesOfModel === searchParams.get('model')
      if (isListed) sendJson(response, 200, options.voices)
      else sendJson(response, 400, { detail: 'model is required' })
      return
    }
    if (request.method === 'GET' && request.url === '/v1/audio/speech') {
      response.setHeader('allow', 'POST')
      sendJson(response, 405, { detail: 'Method Not Allowed' })
      return
    }
    if (request.method !== 'POST' || request.url !== '/v1/audio/speech') {
      sendJson(response, 404, { detail: 'Not Found' })
      return
    }
    mostAtOnce = Math.max(mostAtOnce, ++atOnce)
    response.on('close', () => {
      if (--atOnce === 0) changed.emit('idle')
    })
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const asked = JSON.parse(body) as ToneRequest
    requests.push(asked)
    if (options.answer?.(response, asked) === true) return
    await options.delay?.()
    const samples = toneOf(
      toneMs(asked.input, options.ignoresSpeed === true ? 1 : (asked.speed ?? 1), options.msPerLetter),
    )
    const send = options.send ?? (asked.response_format === 'pcm' ? sendPcm : sendWav)
    send(response, samples, asked)
  }

  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    headers,
    mostAtOnce: () => mostAtOnce,
    async idle() {
      if (atOnce > 0) await once(changed, 'idle')
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

export function sendWav(response: ServerResponse, samples: Int16Array): void {
  response.writeHead(200, { 'content-type': 'audio/wav' })
  response.end(encodeWav({ sampleRate: TONE_RATE, samples }))
}

export function sendPcm(response: ServerResponse, samples: Int16Array): void {
  response.writeHead(200, { 'content-type': 'audio/pcm' })
  response.end(Buffer.from(samples.buffer))
}

/** A WAV file as servers send it while they still speak: with unknown sizes, and on request a chunk after the audio. */
export function sendStreamedWav(response: ServerResponse, samples: Int16Array, size: number): void {
  const wav = Buffer.from(encodeWav({ sampleRate: TONE_RATE, samples }))
  wav.writeUInt32LE(size, 4)
  wav.writeUInt32LE(size, 40)
  response.writeHead(200, { 'content-type': 'audio/wav' })
  response.end(wav)
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** The length of the tone for a text, without the silence around it. */
export function toneMs(text: string, speed = 1, msPerLetter = TONE_MS_PER_LETTER): number {
  return (text.replace(/\P{L}/gu, '').length * msPerLetter) / speed
}

function toneOf(lengthMs: number): Int16Array {
  const edge = (EDGE_MS * TONE_RATE) / 1000
  const length = Math.round((lengthMs * TONE_RATE) / 1000)
  const samples = new Int16Array(length === 0 ? 0 : length + 2 * edge)
  for (let index = 0; index < length; index++) {
    samples[edge + index] = Math.round(8000 * Math.sin((2 * Math.PI * 220 * index) / TONE_RATE + 1))
  }
  return samples
}
