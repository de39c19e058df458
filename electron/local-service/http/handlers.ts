/** The handler of each endpoint in the route table (shared/speech-api/endpoints.ts). */
import { open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { describeApi, type OpenApiDocument } from '../../../shared/speech-api/openApi.ts'
import { historyQuerySchema } from '../../../shared/speech-api/requests.ts'
import { STATUS } from '../../../shared/speech-api/statuses.ts'
import { answerRange } from '../../lib/http/byteRange.ts'
import type { ConversionRequest } from '../conversions/conversionStore.ts'
import type { Conversions } from '../conversions/conversions.ts'
import type { SigningKey } from '../conversions/signingKey.ts'
import { documentHandler, type DocumentHandlerOptions } from '../documents/documentHandler.ts'
import type { VoiceLibrary } from '../engines/voiceLibrary.ts'
import type { LiveAudio } from '../speech/liveAudio.ts'
import { vibeHandlers, type Vibes } from '../vibes.ts'
import { acceptRequest } from './acceptRequest.ts'
import { PAGE_POLICY, renderApiPage } from './apiPage.ts'
import { type Handler, HttpError, parseFields, readJsonBody, type ServiceHandlers } from './handler.ts'

/** Many times the size of 10,000 characters, however they are escaped. */
const MAX_TEXT_BODY_BYTES = 1024 * 1024
const MAX_STORY_BODY_BYTES = 64 * 1024 * 1024

export interface HandlersOptions extends DocumentHandlerOptions {
  readonly conversions: Conversions
  readonly voices: VoiceLibrary
  readonly vibes: Vibes
  readonly signingKey: () => Promise<SigningKey>
  /** A function, because the port is known only once the service listens. */
  readonly baseUrl: () => string
}

/** The handlers of all endpoints. */
export function serviceHandlers(options: HandlersOptions): ServiceHandlers {
  const { conversions, voices, vibes, signingKey, baseUrl, record } = options
  let description: OpenApiDocument | undefined
  const describe = () => (description ??= describeApi())
  const submission =
    (kind: ConversionRequest['kind'], maxBytes: number): Handler =>
    async ({ request }) => {
      const accepted = await acceptRequest(kind, await readJsonBody(request, maxBytes), { voices, vibes })
      return { success: true, result: record(conversions.submit(accepted)) }
    }

  return {
    textToSpeech: submission('text', MAX_TEXT_BODY_BYTES),
    emotionToSpeech: submission('emotion', MAX_TEXT_BODY_BYTES),
    storyMaker: submission('story', MAX_STORY_BODY_BYTES),
    documentToSpeech: documentHandler(options),
    ...vibeHandlers(vibes),
    listHistory({ query }) {
      const { page, limit } = parseFields(historyQuerySchema, Object.fromEntries(query))
      const { rows, total } = conversions.list({ offset: (page - 1) * limit, limit })
      return { success: true, result: rows.map(record), total, page, limit }
    },
    getConversion({ part: uuid }) {
      const conversion = conversions.find(uuid)
      if (conversion === null) throw noSuchConversion(uuid)
      return { success: true, result: record(conversion) }
    },
    async cancelConversion({ part: uuid }) {
      const conversion = await conversions.cancel(uuid)
      if (conversion === null) throw noSuchConversion(uuid)
      return { success: true, result: record(conversion) }
    },
    async listVoices() {
      const { voices: result, engines } = await voices.list()
      return { success: true, result, engines }
    },
    async getWebhookKey() {
      const { publicPem } = await signingKey()
      return { success: true, result: { public_key: publicPem } }
    },
    // Players fetch audio without custom headers, so the token in the address grants access. Only callers with the key
    // receive it.
    async getAudio({ request, response, part: name }) {
      const live = /^(.+)\.pcm$/.exec(name)?.[1]
      if (live !== undefined) return serveLive(request, response, conversions.listenTo(live))
      const token = /^(.+)\.mp3$/.exec(name)?.[1]
      const conversion = token === undefined ? null : conversions.findByMediaToken(token)
      if (conversion?.status !== STATUS.completed) throw new HttpError(404, 'There is no such audio')
      await serveAudio(request, response, {
        path: conversions.audioPath(conversion.uuid),
        etag: `${conversion.uuid}-${conversion.updatedAtMs}`,
        modifiedMs: conversion.updatedAtMs,
      })
      return undefined
    },
    getHealth: () => ({ success: true }),
    getDescription: describe,
    getPage({ request, response }) {
      const page = renderApiPage(describe(), baseUrl())
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-length': Buffer.byteLength(page),
        'content-security-policy': PAGE_POLICY,
        'referrer-policy': 'no-referrer',
        'cache-control': 'no-store',
      })
      response.end(request.method === 'HEAD' ? undefined : page)
      return undefined
    },
  }
}

function noSuchConversion(uuid: string): HttpError {
  return new HttpError(404, `There is no conversion ${uuid.slice(0, 100)}`)
}

// Serves an audio file, whole or one range, with validators, so that players can seek and downloads can resume.

/** Streams audio while it is made: 16-bit samples (little-endian, one channel), with the rate in the content type. */
async function serveLive(
  request: IncomingMessage,
  response: ServerResponse,
  live: LiveAudio | null,
): Promise<undefined> {
  if (live === null) throw new HttpError(404, 'There is no such audio')
  response.writeHead(200, {
    'content-type': `audio/pcm;rate=${live.sampleRate}`,
    'cache-control': 'no-store',
  })
  if (request.method === 'HEAD') {
    response.end()
    return undefined
  }
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  async function* bytes() {
    for await (const samples of live?.listen(gone.signal) ?? [])
      yield Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength)
  }
  await pipeline(bytes(), response).catch(() => undefined) // The listener has disconnected.
  return undefined
}

/** Answers GET and HEAD for a file that never changes once it exists. `etag` is without quotes. */
async function serveAudio(
  request: IncomingMessage,
  response: ServerResponse,
  audio: { readonly path: string; readonly etag: string; readonly modifiedMs: number },
): Promise<void> {
  const file = await open(audio.path).catch(() => {
    throw new HttpError(404, 'The audio of this conversion is no longer there')
  })
  try {
    const { size } = await file.stat()
    const etag = `"${audio.etag}"`
    response.setHeader('content-type', 'audio/mpeg')
    response.setHeader('accept-ranges', 'bytes')
    response.setHeader('cache-control', 'private, max-age=31536000, immutable')
    response.setHeader('etag', etag)
    response.setHeader('last-modified', new Date(audio.modifiedMs).toUTCString())

    const answer = answerRange((name) => String(request.headers[name] ?? '') || undefined, { size, etag })
    if (answer.status === 416) {
      throw new HttpError(416, `The audio has ${size} bytes`, { headers: answer.headers })
    }
    response.writeHead(answer.status, answer.headers)
    if (request.method === 'HEAD' || answer.status === 304) {
      response.end()
      return
    }
    const { first, last } = answer.range
    const highWaterMark = 1 << 18 // a story has a hundred megabytes
    await pipeline(
      file.createReadStream({ start: first, end: last, autoClose: false, highWaterMark }),
      response,
    )
  } finally {
    await file.close()
  }
}
