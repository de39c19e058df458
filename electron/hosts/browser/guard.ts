/**
 * Whose requests are answered. The port is open to everything on this machine and, through a browser, to every page of
 * the web, so four things are asked:
 *
 * - The connection comes from a process of the user who started this host (peerUser.ts), if the system tells.
 * - The Host header names us exactly. A page whose name was made to point at 127.0.0.1 (DNS rebinding) sends its own.
 * - Origin and Sec-Fetch-Site, which scripts cannot set, say that our own page asks.
 * - The page shows the key of this launch, or in a URL the pass for its part of the host (session.ts).
 */
import type { IncomingMessage } from 'node:http'
import type { PassKind } from '../../../shared/ipc/pageSession.ts'
import type { Session } from './session.ts'

export interface Guard {
  /** Whether the request was addressed to us by our one name. */
  isForUs(request: IncomingMessage): boolean
  /** Whether it was addressed to us as `localhost`, which nobody else can claim. */
  isForLocalhost(request: IncomingMessage): boolean
  /** Whether our own page asks, as far as the browser tells; forms and scripts that change something have to say so. */
  isFromOurPage(request: IncomingMessage): boolean
  /** Whether the request carries the key, or its URL a pass of this kind. */
  isAllowed(request: IncomingMessage, url: URL, pass: PassKind | null): boolean
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
    isAllowed: ({ headers }, url, pass) =>
      session.hasKey(headers.authorization) ||
      (pass !== null && session.isPass(pass, url.searchParams.get('pass'))),
  }
}

/** The Host header, if there is exactly one: Node keeps the first of several. */
function onlyHost({ rawHeaders, headers }: IncomingMessage): string | undefined {
  const count = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  return count === 1 ? headers.host : undefined
}
