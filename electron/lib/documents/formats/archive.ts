/**
 * ZIP archives, treated as untrusted: only the requested files are inflated, in chunks, and every byte of output is counted, since the
 * sizes stated in an archive may be false. Nothing is written to disk, and nested archives are not opened.
 */
import { isUtf8 } from 'node:buffer'
import { createInflateRaw } from 'node:zlib'
import yauzl, { type ZipEntry } from 'yauzl'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { damaged } from './documentErrors.ts'
import {
  FREE_INFLATED_BYTES,
  MAX_ARCHIVE_ENTRIES,
  MAX_INFLATED_BYTES,
  MAX_INFLATION_RATIO,
} from './limits.ts'

/** General purpose flag of an entry: its name is in UTF-8. */
const UTF8_FLAG = 0x800

export interface Archive {
  readonly names: readonly string[]
  has(name: string): boolean
  /** The name of the file at a path, ignoring case and Unicode normalization; undefined if there is none. */
  find(path: string): string | undefined
  /** The CRC-32 checksum that the archive states for a file; 0 if it states none. */
  checksum(name: string): number
  /** The content of a file, in chunks. Throws `document-damaged` if there is no file of that name. */
  chunks(name: string): AsyncIterable<Uint8Array>
  read(name: string): Promise<Uint8Array>
}

/**
 * Opens an archive. Throws `document-damaged`, and `document-inflates` for an archive with too many files. Reading throws
 * `document-inflates` if the output grows too large, and `document-encryption-unknown` for files that are encrypted individually.
 */
export async function openArchive(bytes: Uint8Array): Promise<Archive> {
  const entries = new Map<string, ZipEntry>()
  // Names are only looked up and never used as paths on disk, so no name makes an archive unreadable.
  const zip = await yauzl
    .fromBufferPromise(upToEnd(asBuffer(bytes)), { decodeStrings: false })
    .catch((error: unknown) => {
      throw damaged(error)
    })
  if (zip.entryCount > MAX_ARCHIVE_ENTRIES) throw inflates()
  try {
    for await (const entry of zip.eachEntry()) {
      const name = nameOf(entry)
      if (!entries.has(name)) entries.set(name, entry)
    }
  } catch (error) {
    throw damaged(error)
  }
  const allowed = Math.min(
    MAX_INFLATED_BYTES,
    Math.max(FREE_INFLATED_BYTES, bytes.length * MAX_INFLATION_RATIO),
  )
  let inflated = 0
  let folded: ReadonlyMap<string, string> | null = null

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
        // Streams of bytes without an encoding yield buffers.
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
    find(path) {
      if (entries.has(path)) return path
      folded ??= new Map([...entries.keys()].toReversed().map((name) => [foldName(name), name]))
      return folded.get(foldName(path))
    },
    checksum: (name) => entries.get(name)?.crc32 ?? 0,
    chunks,
    async read(name) {
      const pieces: Uint8Array[] = []
      for await (const piece of chunks(name)) pieces.push(piece)
      return Buffer.concat(pieces)
    },
  }
}

/**
 * Removes what follows the end of the central directory, such as the zeros that some transfers append. (PKWARE's APPNOTE, section 4.3.16)
 */
function upToEnd(file: Buffer): Buffer {
  const end = file.lastIndexOf('PK\x05\x06', undefined, 'latin1')
  const isWhole = end < 0 || end + 22 > file.length || end + 22 + file.readUInt16LE(end + 20) === file.length
  return isWhole ? file : Buffer.concat([file.subarray(0, end + 20), Buffer.alloc(2)])
}

/** The name of an entry, without a leading root path. Names in UTF-8 are often not flagged as such. */
function nameOf({ fileNameRaw, generalPurposeBitFlag, extraFields }: ZipEntry): string {
  const name = isUtf8(fileNameRaw)
    ? yauzl.getFileNameLowLevel(generalPurposeBitFlag | UTF8_FLAG, fileNameRaw, extraFields, false)
    : yauzl.getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false)
  return name.replace(/^(?:\.?\/)+/, '')
}

function foldName(name: string): string {
  return name.normalize().toLowerCase()
}

/** A buffer that shares the memory of the bytes. */
export function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function inflates(): UserFacingError {
  return new UserFacingError('document-inflates')
}
