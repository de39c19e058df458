/** Whose event it is: `x-signature` is hex of RSA PKCS#1 v1.5 with SHA-256 over the 16-byte MD5 of the event's uuid. */
import { createHash, createPublicKey, sign, verify } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

/** A service's public key, and the connection that it was pasted for. */
export interface EventKey {
  readonly connectionId: string
  readonly pem: string
}

/** The connections whose key fits the signature; none where it is no signature at all. */
export function verifiedBy(
  eventUuid: string,
  signature: string,
  keys: readonly EventKey[],
): ReadonlySet<string> {
  if (!/^(?:[0-9a-f]{2}){128,1024}$/i.test(signature)) return new Set()
  const bytes = Buffer.from(signature, 'hex')
  const digest = digestOf(eventUuid)
  return new Set(
    keys.filter(({ pem }) => isSignedWith(pem, digest, bytes)).map(({ connectionId }) => connectionId),
  )
}

/** Signs as a service does, for a test of the whole path. */
export function signEvent(eventUuid: string, privateKey: KeyObject): string {
  return sign('sha256', digestOf(eventUuid), privateKey).toString('hex')
}

/** Whether a text is a public key that events can be checked with. */
export function isEventKey(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'rsa'
  } catch {
    return false
  }
}

function isSignedWith(pem: string, digest: Uint8Array, signature: Uint8Array): boolean {
  try {
    return isEventKey(pem) && verify('sha256', digest, pem, signature)
  } catch {
    return false // A key that OpenSSL does not like signs nothing.
  }
}

/** MD5 is the published interface's choice. */
function digestOf(eventUuid: string): Uint8Array {
  return createHash('md5').update(eventUuid, 'utf8').digest()
}
