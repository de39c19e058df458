/**
 * The password protection of OpenDocument 1.2 and 1.3: every file of the archive is deflated, encrypted with AES-256-CBC with a key that
 * PBKDF2 derives from the password, and listed in the manifest with a checksum of its first 1,024 bytes. (OpenDocument 1.2 part 3, 3.4 and
 * 4.8; written by LibreOffice up to 24.2.)
 */
import { createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto'
import { createInflateRaw } from 'node:zlib'
import { Readable } from 'node:stream'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import type { Archive } from './archive.ts'
import { damaged, passwordRefused } from './documentErrors.ts'
import { MAX_INFLATED_BYTES } from './limits.ts'
import { readXml } from './xml.ts'

/** An encrypted file of the archive, as the manifest describes it. */
interface LockedFile {
  readonly checksumType: string
  readonly checksum: string
  readonly algorithm: string
  readonly iv: string
  readonly derivation: string
  readonly iterations: number
  readonly keyBytes: number
  readonly salt: string
  readonly startKey: string
}

const MANIFEST = 'META-INF/manifest.xml'
/** LibreOffice uses 100,000. */
const MAX_ITERATIONS = 10_000_000
const CHECKED_BYTES = 1024

/**
 * Returns the archive with its encrypted files decrypted on reading; an archive that is not encrypted is returned unchanged, whatever the
 * password. Throws `document-password-needed`, `document-password-wrong`, and `document-encryption-unknown` for other kinds of encryption.
 */
export async function unlockOdf(archive: Archive, password: string | null): Promise<Archive> {
  // Recent versions of LibreOffice encrypt the whole document as one file.
  if (archive.has('encrypted-package')) throw new UserFacingError('document-encryption-unknown')
  const locked = archive.has(MANIFEST) ? await readManifest(archive) : new Map<string, LockedFile>()
  if (!locked.has('content.xml')) return archive
  if (password === null) throw passwordRefused(null)

  async function* chunks(name: string): AsyncGenerator<Uint8Array> {
    const file = locked.get(name)
    if (file === undefined) {
      yield* archive.chunks(name)
      return
    }
    const deflated = unlock(await archive.read(name), file, password ?? '')
    let inflated = 0
    try {
      for await (const chunk of Readable.from([deflated]).pipe(createInflateRaw())) {
        // Streams of bytes without an encoding yield buffers.
        const piece = chunk as Buffer
        inflated += piece.length
        if (inflated > MAX_INFLATED_BYTES) throw new UserFacingError('document-inflates')
        yield piece
      }
    } catch (error) {
      throw error instanceof UserFacingError ? error : damaged(error)
    }
  }

  return {
    ...archive,
    chunks,
    async read(name) {
      const pieces: Uint8Array[] = []
      for await (const piece of chunks(name)) pieces.push(piece)
      return Buffer.concat(pieces)
    },
  }
}

async function readManifest(archive: Archive): Promise<Map<string, LockedFile>> {
  const files = new Map<string, LockedFile>()
  let path = ''
  let told: Record<string, string> | null = null
  await readXml(archive.chunks(MANIFEST), {
    open({ local, attributes }) {
      const attribute = (name: string) => attributes[`manifest:${name}`] ?? ''
      if (local === 'file-entry') path = attribute('full-path')
      else if (local === 'encryption-data') {
        told = { checksumType: attribute('checksum-type'), checksum: attribute('checksum') }
      } else if (told !== null && local === 'algorithm') {
        told['algorithm'] = attribute('algorithm-name')
        told['iv'] = attribute('initialisation-vector')
      } else if (told !== null && local === 'key-derivation') {
        told['derivation'] = attribute('key-derivation-name')
        told['iterations'] = attribute('iteration-count')
        told['keyBytes'] = attribute('key-size')
        told['salt'] = attribute('salt')
      } else if (told !== null && local === 'start-key-generation') {
        told['startKey'] = attribute('start-key-generation-name')
      }
    },
    close({ local }) {
      if (local !== 'encryption-data' || told === null) return
      const { checksumType = '', checksum = '', algorithm = '', iv = '', derivation = '' } = told
      const { iterations, keyBytes, salt = '', startKey = '' } = told
      files.set(path, {
        checksumType,
        checksum,
        algorithm,
        iv,
        derivation,
        salt,
        startKey,
        iterations: Number(iterations),
        keyBytes: Number(keyBytes === undefined || keyBytes === '' ? 16 : keyBytes),
      })
      told = null
    },
  })
  return files
}

function unlock(bytes: Uint8Array, file: LockedFile, password: string): Buffer {
  const isKnown =
    /aes256-cbc$/i.test(file.algorithm) &&
    /pbkdf2$/i.test(file.derivation) &&
    /sha256-1k$|sha1-1k$|sha1\/1k$/i.test(file.checksumType) &&
    file.keyBytes === 32 &&
    Number.isInteger(file.iterations) &&
    file.iterations > 0 &&
    file.iterations <= MAX_ITERATIONS
  if (!isKnown) throw new UserFacingError('document-encryption-unknown')
  const startHash = /sha256$/i.test(file.startKey) ? 'sha256' : 'sha1'
  const startKey = createHash(startHash).update(password, 'utf8').digest()
  const salt = Buffer.from(file.salt, 'base64')
  const key = pbkdf2Sync(startKey, salt, file.iterations, file.keyBytes, 'sha1')
  try {
    const decipher = createDecipheriv('aes-256-cbc', key, Buffer.from(file.iv, 'base64')).setAutoPadding(
      false,
    )
    const padded = Buffer.concat([decipher.update(bytes), decipher.final()])
    const plain = padded.subarray(0, padded.length - (padded.at(-1) ?? 0))
    const checksumHash = /sha256-1k$/i.test(file.checksumType) ? 'sha256' : 'sha1'
    const checksum = createHash(checksumHash).update(plain.subarray(0, CHECKED_BYTES)).digest('base64')
    if (checksum !== file.checksum) throw passwordRefused(password)
    return plain
  } catch (error) {
    throw error instanceof UserFacingError ? error : damaged(error)
  }
}
