import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

/** An untrusted certificate for localhost, with its key. */
export const SELF_SIGNED = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBgDCCASWgAwIBAgIUEDTLgvqWTKdzRIOSNe2OytE/d7gwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTExNTMwOVoYDzIxMjYxMDI4
MTE1MzA5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASpiyEU8w5HNJul6KyZ04K6t3aYHhDn8LteKAEJjRx+ntpocyJOteMH
YrtV0rlaBbeCTPg3BlOuGilDdvKsh26Zo1MwUTAdBgNVHQ4EFgQUfanrq3g3H8lp
gxzXea777f3m5S8wHwYDVR0jBBgwFoAUfanrq3g3H8lpgxzXea777f3m5S8wDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNJADBGAiEArRNvbrr1P/RotWOojXHy
ZtsqWxdearjMoEodeq+6+lECIQCsc/F7lPuTYCTD7CwJpcElWmnpMHcUxXZHhOje
zE0cwg==
-----END CERTIFICATE-----`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgbN5NypHSX9/DTk9F
7sB61Bz8dpHN3uZ4T524qzhhN+mhRANCAASpiyEU8w5HNJul6KyZ04K6t3aYHhDn
8LteKAEJjRx+ntpocyJOteMHYrtV0rlaBbeCTPg3BlOuGilDdvKsh26Z
-----END PRIVATE KEY-----`,
}

/** Makes this process trust the certificate, like a machine on which it was installed. */
export function trustSelfSigned(): void {
  setDefaultCACertificates([...getCACertificates(), SELF_SIGNED.cert])
}

/** Ends the trust. */
export function distrustSelfSigned(): void {
  setDefaultCACertificates(getCACertificates('bundled'))
}

/** A server with the certificate that forwards the responses of another server. */
export interface TlsFront {
  /** By name, since the certificate is for a name. */
  readonly baseUrl: string
  readonly requests: readonly { readonly path: string; readonly key: string | undefined }[]
  close(): Promise<void>
}

export async function startTlsFront(address: (path: string) => string): Promise<TlsFront> {
  const requests: { path: string; key: string | undefined }[] = []
  const server = createServer(SELF_SIGNED, (request, response) => {
    const { url = '/', headers } = request
    requests.push({ path: url, key: headers['x-api-key']?.toString() })
    fetch(address(url)).then(
      async (answer) => {
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
        response.end(Buffer.from(await answer.arrayBuffer()))
      },
      () => void response.destroy(),
    )
  })
  // A client that does not trust it ends the connection during the handshake.
  server.on('tlsClientError', () => undefined)
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    baseUrl: `https://localhost:${(server.address() as AddressInfo).port}`, // it listens on TCP
    requests,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
