/** Where a service may live: https anywhere, http on this machine only, since a key travels with every request. */
import { UserFacingError } from '../../shared/lib/userFacingError.ts'

/**
 * Reads a base URL as a person types it. The result has no trailing slash, query or fragment.
 * Throws `base-url-invalid` (not an address, or one that carries a user name) and `base-url-not-https`.
 */
export function parseBaseUrl(text: string): URL {
  const url = URL.parse(text.trim())
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') {
    throw new UserFacingError('base-url-invalid')
  }
  if (url.protocol === 'http:' && !isLoopback(url))
    throw new UserFacingError('base-url-not-https', { host: url.host })
  url.search = ''
  url.hash = ''
  url.pathname = url.pathname.replace(/\/+$/, '')
  return url
}

/** The address of a path of the interface under a base URL, which may have a path of its own. */
export function urlUnder(baseUrl: URL, path: string): URL {
  const url = new URL(baseUrl)
  url.pathname = url.pathname.replace(/\/+$/, '') + path
  return url
}

/** Whether an address is this machine itself, whatever a name server says. */
export function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(url.hostname)
}
