/** A connection through a proxy: always a tunnel, so that the proxy never reads a key or a word of a request over https. */
import * as http from 'node:http'
import * as https from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect } from 'node:tls'

export interface TunnelOptions {
  readonly timeoutMs: number
  readonly signal?: AbortSignal | undefined
}

/** The proxy cannot be reached, does not answer, or does not let the request through. */
export class ProxyFault extends Error {
  readonly code = 'ERR_PROXY'
  /** `kind` for a proxy that no request of Fabula's can go through, whatever is set. */
  readonly reason: 'refused' | 'kind'

  constructor(message: string, reason: 'refused' | 'kind' = 'refused', options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

/**
 * Opens a tunnel to the address, encrypted to its end if that is https. The socket is connected. Throws `ProxyFault`, what the
 * encryption reports, and the reason of the signal.
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
    socket = await connectThrough(proxy, target, either)
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
    // A proxy that does not know CONNECT answers as a web server does.
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

/**
 * Whether a proxy takes a name and a password; true if it does not say. Others want a sign-in of Windows (NTLM, Negotiate). Node joins
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
