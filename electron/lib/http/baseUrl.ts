/** The addresses of servers: a key is only sent to https, or to this computer. */
import { BlockList, isIP } from 'node:net'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'

/**
 * Parses an address as a person types it. The result has no trailing slash, query or fragment. Null for a text that is not an http or https
 * address, and for an address with a user name.
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

/** Parses the base URL of a hosted service, to which every request sends a key. Throws `base-url-invalid` and `base-url-not-https`. */
export function parseBaseUrl(text: string): URL {
  const url = readAddress(text)
  if (url === null) throw new UserFacingError('base-url-invalid')
  if (!isPrivate(url)) throw new UserFacingError('base-url-not-https', { host: url.host })
  return url
}

/** The address of a path of the interface under a base URL, which may itself have a path. */
export function urlUnder(baseUrl: URL, path: string): URL {
  const url = new URL(baseUrl)
  url.pathname = url.pathname.replace(/\/+$/, '') + path
  return url
}

/** Whether nobody can read what is sent to an address. */
export function isPrivate(url: URL): boolean {
  return url.protocol === 'https:' || isLoopback(url)
}

/** Whether an address is always this computer, independent of name servers. */
export function isLoopback(url: URL): boolean {
  return url.hostname === 'localhost' || url.hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(url.hostname)
}

// Distinguishes public addresses from those of this computer and its local network.

/** The special-purpose registries of IANA: https://www.iana.org/assignments/iana-ipv4-special-registry/ and its IPv6 sibling. */
const NOT_PUBLIC: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  ['::', 96], // unspecified, loopback, and IPv4 addresses in an old form
  ['64:ff9b:1::', 48],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
]

const notPublic = new BlockList()
for (const [network, prefix] of NOT_PUBLIC)
  notPublic.addSubnet(network, prefix, network.includes(':') ? 'ipv6' : 'ipv4')

/** Whether an IP address is public. IPv4 addresses embedded in IPv6 are judged as IPv4. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 0) return false
  const carried = /^64:ff9b::/i.test(address) ? ipv4At(address) : null
  if (carried !== null) return isPublicAddress(carried)
  return !notPublic.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** The IPv4 address in the last 32 bits of an IPv6 address. */
function ipv4At(address: string): string | null {
  const { hostname } = new URL(`http://[${address}]`) // normalized
  const groups = hostname
    .slice(1, -1)
    .split('::')
    .flatMap((part) => part.split(':'))
  const [high = 0, low = 0] = groups.slice(-2).map((group) => Number.parseInt(group, 16) || 0)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}
