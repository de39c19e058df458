/** Between Node's HTTP messages and what the routes speak. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { WireResult } from '../../../shared/ipc/result.ts'
import { isBrokenConnection } from '../../lib/http/brokenConnection.ts'
import type { PageAnswer } from '../page/answer.ts'
import { SAFETY_HEADERS } from '../page/contentPolicy.ts'

/** Sends an answer. A page that goes away before or in the middle is not an error. */
export async function send(response: ServerResponse, answer: PageAnswer): Promise<void> {
  response.writeHead(answer.status, answer.headers)
  if (answer.body === null || answer.body instanceof Uint8Array) {
    response.end(answer.body ?? undefined)
    return
  }
  try {
    await pipeline(Readable.from(answer.body, { objectMode: false }), response)
  } catch (error) {
    if (!response.destroyed) response.destroy()
    if (!isBrokenConnection(error)) throw error
  }
}

/** A result as JSON. */
export function jsonAnswer(status: number, result: WireResult<unknown>): PageAnswer {
  const body = Buffer.from(JSON.stringify(result))
  return {
    status,
    headers: {
      ...SAFETY_HEADERS,
      'content-type': 'application/json',
      'content-length': String(body.length),
      'cache-control': 'no-store',
    },
    body,
  }
}

/** Far more than a page on this machine needs to send what it calls with. */
const BODY_MS = 60_000

/** Reads a JSON body. Throws `bad-request` or `request-too-large`. */
export async function readJson(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json')
    throw new UserFacingError('bad-request', { channel: '', field: 'content-type' })
  if (Number(request.headers['content-length'] ?? 0) > maxBytes)
    throw new UserFacingError('request-too-large')
  const chunks: Buffer[] = []
  let bytes = 0
  const tooLate = setTimeout(() => request.destroy(), BODY_MS)
  try {
    for await (const chunk of request as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBytes) throw new UserFacingError('request-too-large')
      chunks.push(chunk)
    }
  } catch (error) {
    if (error instanceof UserFacingError) throw error
    // The page has gone, or sends too slowly: nobody waits for the answer.
    throw new UserFacingError('bad-request', { channel: '', field: 'body' }, { cause: error })
  } finally {
    clearTimeout(tooLate)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString())
  } catch {
    throw new UserFacingError('bad-request', { channel: '', field: 'body' })
  }
}
