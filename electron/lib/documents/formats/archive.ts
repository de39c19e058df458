/**
 * ZIP archives, read with distrust: only the files asked for are inflated, a piece at a time, and every byte that comes out
 * is counted, since what an archive says about its sizes may be a lie. Nothing is written to disk, and archives within
 * archives stay closed.
 */
import { createInflateRaw } from 'node:zlib'
import yauzl from 'yauzl'
import type { ZipEntry } from 'yauzl'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { damaged } from './documentErrors.ts'
import {
  FREE_INFLATED_BYTES,
  MAX_ARCHIVE_ENTRIES,
  MAX_INFLATED_BYTES,
  MAX_INFLATION_RATIO,
} from './limits.ts'

export interface Archive {
  readonly names: readonly string[]
  has(name: string): boolean
  /** The content of a file, in pieces; `document-damaged` where there is none of that name. */
  chunks(name: string): AsyncIterable<Uint8Array>
  read(name: string): Promise<Uint8Array>
}

/**
 * Opens an archive. Throws `document-damaged`, and `document-inflates` for one with too many files; reading throws
 * `document-inflates` for one that grows too large, and `document-encryption-unknown` for files that are locked one by one.
 */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const entries = new Map<string, ZipEntry>()
  const zip = await yauzl.fromBufferPromise(asBuffer(bytes)).catch((error: unknown) => {
    throw damaged(error)
  })
  if (zip.entryCount > MAX_ARCHIVE_ENTRIES) throw inflates()
  try {
    for await (const entry of zip.eachEntry()) {
      if (!entries.has(entry.fileName)) entries.set(entry.fileName, entry)
    }
  } catch (error) {
    throw damaged(error)
  }
  const allowed = Math.min(
    MAX_INFLATED_BYTES,
    Math.max(FREE_INFLATED_BYTES, bytes.length * MAX_INFLATION_RATIO),
  )
  let inflated = 0

  async function* chunks(name: string): AsyncGenerator<Uint8Array> {
    const entry = entries.get(name)
    if (entry === undefined) throw damaged()
    if (entry.isEncrypted()) throw new UserFacingError('document-encryption-unknown')
    const isDeflated = entry.compressionMethod === 8
    if (!isDeflated && entry.compressionMethod !== 0) throw damaged()
    try {
      const source = await zip.openReadStreamPromise(entry, { decodeFileData: false })
      const stream = isDeflated ? source.pipe(createInflateRaw()) : source
      source.once('error', (error) => stream.destroy(error))
      for await (const chunk of stream) {
        // Streams of bytes without an encoding give buffers.
        const piece = chunk as Buffer
        inflated += piece.length
        if (inflated > allowed) throw inflates()
        yield piece
      }
    } catch (error) {
      throw error instanceof UserFacingError ? error : damaged(error)
    }
  }

  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    chunks,
    async read(name) {
      const pieces: Uint8Array[] = []
      for await (const piece of chunks(name)) pieces.push(piece)
      return Buffer.concat(pieces)
    },
  }
}

/** The same memory as a buffer. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function inflates(): UserFacingError {
  return new UserFacingError('document-inflates')
}
