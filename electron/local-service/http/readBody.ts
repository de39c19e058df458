import type { IncomingMessage } from 'node:http'
import { HttpError } from './httpErrors.ts'

const DISCARD_MS = 3_000

/**
 * Reads a JSON body. Refuses what is not declared as JSON (415), what is over the limit (413, without keeping
 * any of it) and what does not parse (400).
 */
export async function readJsonBody(request: IncomingMessage, maxBytes: number): Promise<unknown> {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json') {
    throw new HttpError(415, 'The body must be JSON (Content-Type: application/json)')
  }
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') throw new HttpError(415, `The content encoding ${encoding} is not supported`)
  const bytes = await readBytes(request, maxBytes)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw new HttpError(400, 'The body is not valid JSON in UTF-8')
  }
}

async function readBytes(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = Number(request.headers['content-length'] ?? 0) > maxBytes ? Infinity : 0
  // A plain loop over the request would destroy its connection on leaving early, and the answer with it.
  for await (const chunk of length > maxBytes ? [] : request.iterator({ destroyOnReturn: false })) {
    // Without an encoding set, a request gives buffers.
    const bytes = chunk as Buffer
    length += bytes.length
    if (length > maxBytes) break
    chunks.push(bytes)
  }
  if (length > maxBytes) {
    await discardRest(request)
    throw new HttpError(413, `The body is larger than ${maxBytes.toLocaleString('en')} bytes`, {
      headers: { connection: 'close' },
    })
  }
  return Buffer.concat(chunks)
}

/** Most clients read the answer only when they have sent everything: what they send is let go by, for a while. */
export function discardRest(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, DISCARD_MS)
    const finish = () => {
      clearTimeout(timer)
      resolve()
    }
    for (const event of ['end', 'close', 'error']) request.once(event, finish)
    request.resume()
  })
}
