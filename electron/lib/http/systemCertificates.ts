import { getCACertificates, setDefaultCACertificates } from 'node:tls'

let areTrusted = false

/**
 * Has this process trust the certificates that the system trusts, beside those that come with Node: a company, or a person with a
 * server of their own, installs theirs there. Done once, when the first request needs it. https://nodejs.org/api/tls.html
 */
export function trustSystemCertificates(): void {
  if (areTrusted) return
  areTrusted = true
  try {
    const certificates = new Set([...getCACertificates('default'), ...getCACertificates('system')])
    setDefaultCACertificates([...certificates])
  } catch {
    // A store that cannot be read: Node's own certificates are trusted as before.
  }
}
