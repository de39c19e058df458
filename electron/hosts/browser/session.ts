/**
 * One launch of the browser host: whoever has its key may use the app. No cookie carries the key, because a browser sends the
 * cookies of a machine to all of its ports: the page keeps the key in its own origin's storage, and sends it in a header.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { PageSession, PassKind } from '../../../shared/ipc/pageSession.ts'

export interface Session {
  /** Opens pages for as long as this launch runs. */
  readonly token: string
  /** A code that opens one page. `onUsed` is called when it has. */
  createCode(onUsed: () => void): string
  /** What a page gets for a token, an unused code or a key; undefined for anything else. */
  open(credential: string): PageSession | undefined
  /** Whether an Authorization header carries this launch's key. */
  hasKey(authorization: string | undefined): boolean
  /** Whether a pass opens this part of the host. */
  isPass(kind: PassKind, pass: string | null): boolean
}

/** A session with a token and a key of 256 bits each. */
export function createSession(token = createSecret()): Session {
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
    token,
    createCode(onUsed) {
      const code = createSecret()
      codes.set(code, onUsed)
      return code
    },
    open(credential) {
      if (!isSame(credential, token) && !isSame(credential, key) && !isCode(credential)) return undefined
      return {
        key,
        passes: { events: passFor('events'), media: passFor('media'), download: passFor('download') },
      }
    },
    hasKey: (authorization) => isSame(authorization ?? '', `Bearer ${key}`),
    isPass: (kind, pass) => isSame(pass ?? '', passFor(kind)),
  }
}

function createSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Digests are of one length and tell nothing by how long their comparison takes. */
function isSame(shown: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(shown), digest(secret))
}
