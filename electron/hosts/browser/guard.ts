/**
 * Whose requests are answered. The port is open to everything on this machine and, through a browser, to every page of
 * the web, so three things are asked:
 *
 * - The Host header names us exactly. A page whose name was made to point at 127.0.0.1 (DNS rebinding) sends its own.
 * - Origin and Sec-Fetch-Site, which scripts cannot set, say that our own page asks. Another port of this machine counts
 *   as the same site for cookies, so the cookie alone would not tell.
 * - The session's cookie says that the page was opened by the person who started this host.
 */
import type { IncomingMessage } from 'node:http'
import type { Session } from './session.ts'

export interface Guard {
  /** Whether the request was addressed to us by our one name. */
  isForUs(request: IncomingMessage): boolean
  /** Whether it was addressed to us as `localhost`, which nobody else can claim. */
  isForLocalhost(request: IncomingMessage): boolean
  /** Whether our own page asks, as far as the browser tells; forms and scripts that change something have to say so. */
  isFromOurPage(request: IncomingMessage): boolean
  hasSession(request: IncomingMessage): boolean
  /** Whether a person opened the address itself: typed it, chose a bookmark, or had it opened by a program. */
  isOpenedByHand(request: IncomingMessage): boolean
}

/** The guard of a host at 127.0.0.1 and the port. */
export function createGuard(port: number, session: Session): Guard {
  // Browsers leave the port out where it is the scheme's own.
  const suffix = port === 80 ? '' : `:${port}`
  const host = `127.0.0.1${suffix}`
  const origin = `http://${host}`

  return {
    isForUs: (request) => onlyHost(request) === host && request.url?.startsWith('/') === true,
    isForLocalhost: (request) => onlyHost(request) === `localhost${suffix}`,
    isFromOurPage(request) {
      const isReading = request.method === 'GET' || request.method === 'HEAD'
      const site = request.headers['sec-fetch-site']
      const isOwnSite = site === undefined || site === 'same-origin' || (isReading && site === 'none')
      const from = request.headers.origin
      return isOwnSite && (from === origin || (isReading && from === undefined))
    },
    hasSession: (request) => session.isIn(request.headers.cookie),
    isOpenedByHand: ({ headers }) =>
      headers['sec-fetch-site'] === 'none' &&
      headers['sec-fetch-mode'] === 'navigate' &&
      headers['sec-fetch-dest'] === 'document',
  }
}

/** The Host header, where there is exactly one: Node keeps the first of several. */
function onlyHost({ rawHeaders, headers }: IncomingMessage): string | undefined {
  const count = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  return count === 1 ? headers.host : undefined
}
