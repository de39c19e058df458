/** Finds the proxy for a request: from the environment, or from the host's system. */
import * as http from 'node:http'
import * as https from 'node:https'
import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { once } from 'node:events'
import { connect } from 'node:tls'
import { SocksClient } from 'socks'
import { isPublicAddress } from './baseUrl.ts'

/** Finds the proxy for an address; null if there is none, `unusable` for one that Fabula does not support. */
type FindProxy = (url: URL) => Promise<FoundProxy> | FoundProxy
export type FoundProxy = URL | null | 'unusable'

let findHostProxy: FindProxy = (url) => proxyOfEnvironment(url, process.env)

/** Makes every request of this process use the host's proxies. The environment takes precedence. */
export function useProxies(find: FindProxy): void {
  findHostProxy = (url) =>
    proxyOfEnvironment(url, process.env) ?? (isExcepted(url, process.env) ? null : find(url))
}

/** The proxy for an address. Addresses on this computer or in its network never use one. */
export function findProxy(url: URL): Promise<FoundProxy> | FoundProxy {
  return isLocal(url.hostname) ? null : findHostProxy(url)
}

/** Whether a name or an address belongs to this computer or its local network. */
export function isLocal(hostname: string): boolean {
  const name = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase()
  if (isIP(name) !== 0) return !isPublicAddress(name)
  return !name.includes('.') || /\.(?:localhost|local|internal|lan|home\.arpa)$/.test(name)
}

/** The proxy of HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, in upper or lower case. */
export function proxyOfEnvironment(url: URL, env: NodeJS.ProcessEnv): FoundProxy {
  if (isExcepted(url, env)) return null
  const name = url.protocol === 'https:' ? 'https_proxy' : 'http_proxy'
  const named = valueOf(env, name) ?? valueOf(env, 'all_proxy')
  return named === undefined ? null : readProxy(named)
}

function valueOf(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const value = env[name] ?? env[name.toUpperCase()]
  return value === undefined || value.trim() === '' ? undefined : value.trim()
}

/** Whether NO_PROXY contains the address: a name includes all its subdomains, `*` everything. */
function isExcepted({ hostname, port, protocol }: URL, env: NodeJS.ProcessEnv): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').toLowerCase()
  const usedPort = port || (protocol === 'https:' ? '443' : '80')
  return (valueOf(env, 'no_proxy') ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .some((entry) => {
      if (entry === '*') return true
      const [, named = '', namedPort = ''] = /^\[?([^\]]*?)\]?(?::(\d+))?$/.exec(entry) ?? []
      const name = isIP(entry) !== 0 ? entry : named.replace(/^\*?\./, '')
      if (name === '' || (isIP(entry) === 0 && namedPort !== '' && namedPort !== usedPort)) return false
      return host === name || (isIP(host) === 0 && host.endsWith(`.${name}`))
    })
}

/** The SOCKS version by the scheme of a proxy's address; without a number, the current version. */
const SOCKS_VERSIONS: Readonly<Record<string, 4 | 5>> = {
  'socks:': 5,
  'socks5:': 5,
  'socks5h:': 5,
  'socks4:': 4,
  'socks4a:': 4,
}

/** Parses the address of a proxy, with or without a name and password. */
function readProxy(text: string): FoundProxy {
  const url = URL.parse(text.includes('://') ? text : `http://${text}`)
  const isReadable =
    url !== null && (/^https?:$/.test(url.protocol) || url.protocol in SOCKS_VERSIONS) && url.hostname !== ''
  return isReadable && [url.username, url.password].every(isDecodable) ? url : 'unusable'
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** The URL scheme for each proxy type of a PAC result, in which SOCKS without a number means version 4. */
const PAC_SCHEMES: Readonly<Record<string, string>> = {
  PROXY: 'http',
  HTTP: 'http',
  HTTPS: 'https',
  SOCKS: 'socks4',
  SOCKS4: 'socks4',
  SOCKS5: 'socks5',
}

/**
 * Parses Chromium's answer for an address: `DIRECT`, or alternatives, such as `PROXY proxy:8080; DIRECT`. Returns the first that is usable.
 * https://www.electronjs.org/docs/latest/api/session
 */
export function readPacResult(text: string): FoundProxy {
  for (const way of text.split(';')) {
    const [kind = '', address = ''] = way.trim().split(/\s+/)
    if (kind.toUpperCase() === 'DIRECT') return null
    const scheme = PAC_SCHEMES[kind.toUpperCase()]
    const found = scheme === undefined || address === '' ? 'unusable' : readProxy(`${scheme}://${address}`)
    if (found !== 'unusable') return found
  }
  return text.trim() === '' ? null : 'unusable'
}

// A connection through a proxy is always a tunnel, so the proxy never sees a key or the text of an https request.

interface TunnelOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** The proxy cannot be reached, does not respond, or refuses the request. */
export class ProxyFault extends Error {
  readonly code = 'ERR_PROXY'
  /** `kind` if Fabula does not support the proxy at all. */
  readonly reason: 'refused' | 'kind'

  constructor(message: string, reason: 'refused' | 'kind' = 'refused', options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/**
 * Opens a tunnel to the address, encrypted end to end for https. The socket is connected. Throws `ProxyFault`, errors of the encryption,
 * and the reason of the signal.
 */
export async function openTunnel(
  proxy: URL,
  url: URL,
  { timeoutMs, signal }: TunnelOptions,
): Promise<Socket> {
  const isTls = url.protocol === 'https:'
  const name = url.hostname.replace(/^\[|\]$/g, '')
  const target = `${url.hostname}:${url.port || (isTls ? 443 : 80)}`
  const deadline = AbortSignal.timeout(timeoutMs)
  const either = signal === undefined ? deadline : AbortSignal.any([signal, deadline])
  let socket: Socket | undefined
  try {
    const socksVersion = SOCKS_VERSIONS[proxy.protocol]
    socket =
      socksVersion === undefined
        ? await connectThrough(proxy, target, either)
        : await connectBySocks(
            proxy,
            socksVersion,
            { host: name, port: Number(url.port) || (isTls ? 443 : 80) },
            either,
          )
    if (!isTls) return socket
    return await encrypted(socket, name, either)
  } catch (error) {
    socket?.destroy()
    signal?.throwIfAborted()
    throw deadline.aborted ? new ProxyFault('The proxy does not answer') : error
  }
}

function connectThrough(proxy: URL, target: string, signal: AbortSignal): Promise<Socket> {
  const { username, password } = proxy
  const credentials = [username, password].map(decodeURIComponent).join(':')
  return new Promise((resolve, reject) => {
    const request = (proxy.protocol === 'https:' ? https : http).request({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path: target,
      agent: false,
      signal,
      headers: {
        host: target,
        ...(credentials !== ':' && {
          'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}`,
        }),
      },
    })
    request.once('connect', ({ statusCode = 0, headers }, socket: Socket, head: Buffer) => {
      if (statusCode >= 200 && statusCode < 300) {
        if (head.length > 0) socket.unshift(head)
        resolve(socket)
        return
      }
      socket.destroy()
      const isKnown = statusCode !== 407 || offersBasic(headers['proxy-authenticate'])
      reject(new ProxyFault(`The proxy answered ${statusCode}`, isKnown ? 'refused' : 'kind'))
    })
    // A proxy that does not support CONNECT responds like a web server.
    request.once('response', (response) => {
      response.destroy()
      reject(new ProxyFault(`The proxy answered ${response.statusCode ?? 0}`))
    })
    request.on('error', (error) =>
      reject(new ProxyFault('The proxy cannot be reached', 'refused', { cause: error })),
    )
    request.end()
  })
}

/** Connects through a SOCKS proxy, which looks the name up itself. */
async function connectBySocks(
  proxy: URL,
  type: 4 | 5,
  destination: { readonly host: string; readonly port: number },
  signal: AbortSignal,
): Promise<Socket> {
  const [userId, password] = [proxy.username, proxy.password].map(decodeURIComponent)
  const host = proxy.hostname.replace(/^\[|\]$/g, '')
  const port = Number(proxy.port) || 1080
  const socket = connectPlain({ host, port })
  // The client listens for errors only until it has an answer.
  socket.on('error', () => {})
  // The signal has a deadline for opening the tunnel, which must not end an open one.
  const stop = () => void socket.destroy(new Error('aborted'))
  signal.addEventListener('abort', stop)
  try {
    signal.throwIfAborted()
    await once(socket, 'connect')
    await SocksClient.createConnection({
      command: 'connect',
      destination,
      proxy: { host, port, type, ...(userId && { userId }), ...(password && { password }) },
      existing_socket: socket,
    })
    return socket
  } catch (error) {
    socket.destroy()
    throw new ProxyFault('The proxy cannot be reached, or does not let the request through', 'refused', {
      cause: error,
    })
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/**
 * Whether a proxy accepts a name and a password; true if it does not say. Others require a Windows sign-in (NTLM, Negotiate). Node joins
 * several headers with a comma: https://nodejs.org/api/http.html#messageheaders
 */
function offersBasic(asked: string | undefined): boolean {
  return asked === undefined || /(?:^|,)\s*basic\b/i.test(asked)
}

function encrypted(socket: Socket, name: string, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const secured = connect({
      socket,
      ALPNProtocols: ['http/1.1'],
      ...(isIP(name) === 0 ? { servername: name } : { host: name }),
    })
    const abort = () => secured.destroy(new Error('The request was given up'))
    signal.addEventListener('abort', abort, { once: true })
    const settle = () => signal.removeEventListener('abort', abort)
    secured.once('secureConnect', () => {
      settle()
      secured.off('error', reject)
      resolve(secured)
    })
    secured.once('error', reject)
    secured.once('close', () => {
      settle()
      reject(new ProxyFault('The tunnel was closed'))
    })
  })
}
