/** Converts between Node's HTTP messages and the routes' answers. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Later, PageSession, PassKind, WireResult } from '../../../shared/ipc/result.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { isBrokenConnection } from '../../lib/http/serverConnections.ts'
import { type PageAnswer, SAFETY_HEADERS } from '../page/pageFiles.ts'

/** Sends an answer. A page that disconnects meanwhile is not an error. */
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
export function jsonAnswer(status: number, result: WireResult<unknown> | Later): PageAnswer {
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

/** Far longer than a page on this computer needs to send a body. */
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
    // The page disconnected, or sends too slowly: nothing waits for the response.
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

/**
 * One launch of the browser host: whoever has its key may use the app. The key is not in a cookie, because a browser sends a host's cookies
 * to all of its ports: the page keeps the key in its origin's storage and sends it in a header.
 */
export type Session = ReturnType<typeof createSession>

/** A session with a token and a key of 256 bits each. */
export function createSession(token = createSecret()) {
  const key = createSecret()
  const codes = new Map<string, () => void>()
  const passFor = (kind: PassKind) => createHmac('sha256', key).update(kind).digest('base64url')

  function isCode(credential: string): boolean {
    const code = [...codes.keys()].find((each) => isSame(each, credential))
    if (code === undefined) return false
    codes.get(code)?.()
    return codes.delete(code)
  }

  return {
    /** The token that opens pages during this launch. */
    token,
    /** A code that opens one page. `onUsed` is called when it is used. */
    createCode(onUsed: () => void): string {
      const code = createSecret()
      codes.set(code, onUsed)
      return code
    },
    /** The session of a page with a token, an unused code or a key; undefined for anything else. */
    open(credential: string): PageSession | undefined {
      if (!isSame(credential, token) && !isSame(credential, key) && !isCode(credential)) return undefined
      return {
        key,
        passes: { events: passFor('events'), media: passFor('media'), download: passFor('download') },
      }
    },
    /** Whether an Authorization header carries this launch's key. */
    hasKey: (authorization: string | undefined): boolean => isSame(authorization ?? '', `Bearer ${key}`),
    /** Whether a pass gives access to this part of the host. */
    isPass: (kind: PassKind, pass: string | null): boolean => isSame(pass ?? '', passFor(kind)),
  }
}

function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Compares digests, which have equal lengths, so that the time of the comparison reveals nothing. */
function isSame(shown: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(shown), digest(secret))
}
