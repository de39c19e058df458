/** One launch of the browser host: whoever has its token may use the app. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

export interface Session {
  readonly token: string
  /** Whether a token that somebody shows is this launch's. */
  matches(token: string | null): boolean
  /** Whether a Cookie header carries this launch's token. */
  isIn(cookieHeader: string | undefined): boolean
  /** The Set-Cookie header that hands the token to a browser. Scripts cannot read it and other sites cannot use it. */
  readonly setCookie: string
}

/** A session with a token of 256 bits. Cookies are shared by all ports of a machine, so the name tells the port. */
export function createSession(port: number, token = randomBytes(32).toString('base64url')): Session {
  const name = `fabula-${port}`
  const digest = hash(token)
  const matches = (shown: string | null) => shown !== null && timingSafeEqual(hash(shown), digest)
  return {
    token,
    matches,
    isIn: (header) =>
      (header ?? '')
        .split(/;\s*/)
        .some((pair) => pair.startsWith(`${name}=`) && matches(pair.slice(name.length + 1))),
    setCookie: `${name}=${token}; HttpOnly; SameSite=Strict; Path=/`,
  }
}

/** Digests are of one length and tell nothing by how long their comparison takes. */
function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
