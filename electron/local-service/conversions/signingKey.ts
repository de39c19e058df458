/** The key pair with which the service signs its events. Created once; the private key never leaves the data folder. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  sign,
  type KeyObject,
} from 'node:crypto'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { writeFileAtomic } from '../../lib/files/atomicFile.ts'

const MODULUS_BITS = 2048
const OWNER_ONLY = 0o600

export type SigningKey = Awaited<ReturnType<typeof openSigningKey>>

/** Reads the key at `path`, or creates one there. Rejects if the file holds no key: receivers trust the previous one. */
export async function openSigningKey(path: string) {
  if (!existsSync(path)) await makeKey(path)
  chmodSync(path, OWNER_ONLY)
  const privateKey = readKey(path)
  return {
    /** PEM, SubjectPublicKeyInfo. */
    publicPem: createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString(),
    /**
     * The value of `x-signature`: RSA PKCS#1 v1.5 with SHA-256 over the 16-byte MD5 digest of the event uuid's UTF-8
     * bytes, in lower-case hex. MD5 is the published interface's choice.
     */
    sign: (eventUuid: string): string =>
      sign('sha256', createHash('md5').update(eventUuid).digest(), privateKey).toString('hex'),
  }
}

function readKey(path: string): KeyObject {
  try {
    return createPrivateKey(readFileSync(path))
  } catch (error) {
    throw new Error(`${path} holds no private key; without it the service cannot sign its events`, {
      cause: error,
    })
  }
}

/** Creates the key file atomically, readable by its owner only. */
async function makeKey(path: string): Promise<void> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: MODULUS_BITS })
  writeFileAtomic(path, privateKey.export({ type: 'pkcs8', format: 'pem' }), OWNER_ONLY)
}
