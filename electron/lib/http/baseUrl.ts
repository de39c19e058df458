/** Where a server may live: an address that a key may travel to is https, or on this machine. */
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'

/**
 * Reads an address as a person types it. The result has no trailing slash, query or fragment. Null for a text that is not a http
 * or https address, and for an address that carries a user name.
 */
export function readAddress(text: string): URL | null {
  const url = URL.parse(text.trim())
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return null
  url.search = ''
  url.hash = ''
  url.pathname = url.pathname.replace(/\/+$/, '')
  return url
}

/** Reads the base URL of a hosted service, to which every request brings a key. Throws `base-url-invalid` and `base-url-not-https`. */
export function parseBaseUrl(text: string): URL {
  const url = readAddress(text)
  if (url === null) throw new UserFacingError('base-url-invalid')
  if (!isPrivate(url)) throw new UserFacingError('base-url-not-https', { host: url.host })
  return url
}

/** The address of a path of the interface under a base URL, which may have a path of its own. */
export function urlUnder(baseUrl: URL, path: string): URL {
  const url = new URL(baseUrl)
  url.pathname = url.pathname.replace(/\/+$/, '') + path
  return url
}

/** Whether nobody on the way can read what is sent there. */
export function isPrivate(url: URL): boolean {
  return url.protocol === 'https:' || isLoopback(url)
}

/** Whether an address is this machine itself, whatever a name server says. */
export function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(url.hostname)
}
