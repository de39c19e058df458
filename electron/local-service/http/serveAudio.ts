/** An audio file over HTTP: whole or one range, with validators, so that players can seek and downloads resume. */
import { open } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { answerRange } from '../../lib/http/byteRange.ts'
import type { LiveAudio } from '../speech/liveAudio.ts'
import { HttpError } from './httpErrors.ts'

/** Answers with audio while it is made: samples of 16 bits (little-endian, one channel), the rate in the type. */
export async function serveLive(
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
  await pipeline(bytes(), response).catch(() => undefined) // Nobody listens any more.
  return undefined
}

/** Answers GET and HEAD for a file that never changes once it is there. `etag` is without quotes. */
export async function serveAudio(
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
    await pipeline(file.createReadStream({ start: first, end: last, autoClose: false }), response)
  } finally {
    await file.close()
  }
}
