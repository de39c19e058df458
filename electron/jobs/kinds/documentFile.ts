/** A document on disk as it is sent: named, measured and hashed, and the same bytes when they leave. */
import { createHash } from 'node:crypto'
import { open, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import type { TextEncoding } from '../../../shared/files/textEncodings.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { hasExtensionFor, listExtensions } from '../../../shared/files/fileTypes.ts'
import { MAX_DOCUMENT_BYTES } from '../../../shared/speech-api/limits.ts'

const PIECE_BYTES = 64 * 1024

export interface MeasuredDocument {
  readonly path: string
  readonly name: string
  readonly byteLength: number
  readonly sha256: string
  /** The bytes from the beginning. Throws `document-changed` where they are not those that were measured. */
  read(): AsyncIterable<Uint8Array>
}

/**
 * Looks at a document. Throws `document-format-unknown`, `document-too-large`, `document-empty`, `file-not-found` or
 * `file-not-readable`.
 */
export async function openDocument(path: string, maxBytes = MAX_DOCUMENT_BYTES): Promise<MeasuredDocument> {
  const name = basename(path)
  if (!hasExtensionFor('document', name))
    throw new UserFacingError('document-format-unknown', { name, known: listExtensions('document') })
  const hash = createHash('sha256')
  let byteLength = 0
  for await (const piece of readPieces(path, name)) {
    byteLength += piece.length
    if (byteLength > maxBytes) {
      throw new UserFacingError('document-too-large', { name, limitMb: Math.floor(maxBytes / 1024 ** 2) })
    }
    hash.update(piece)
  }
  if (byteLength === 0) throw new UserFacingError('document-empty')
  const sha256 = hash.digest('hex')
  return { path, name, byteLength, sha256, read: () => readAgain({ path, name, byteLength, sha256 }) }
}

/**
 * A text in UTF-8, whatever encoding it was written in: services take UTF-8 alone for granted. It is the same document still: its
 * hash is that of the file. Throws what `openDocument` throws.
 */
export async function inUtf8(file: MeasuredDocument, encoding: TextEncoding): Promise<MeasuredDocument> {
  async function* read(): AsyncGenerator<Uint8Array> {
    const decoder = new TextDecoder(encoding)
    for await (const piece of file.read()) yield Buffer.from(decoder.decode(piece, { stream: true }))
    yield Buffer.from(decoder.decode())
  }
  let byteLength = 0
  for await (const piece of read()) byteLength += piece.length
  return { ...file, byteLength, read }
}

/** Keeps the last piece back until it is certain that all of them are what they were: no changed file leaves whole. */
async function* readAgain(file: Omit<MeasuredDocument, 'read'>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  let last: Uint8Array | undefined
  for await (const piece of readPieces(file.path, file.name)) {
    if (last !== undefined) yield last
    hash.update(piece)
    last = piece
  }
  if (last === undefined || hash.digest('hex') !== file.sha256) {
    throw new UserFacingError('document-changed', { name: file.name })
  }
  yield last
}

async function* readPieces(path: string, name: string): AsyncGenerator<Uint8Array> {
  const file = await openToRead(path, name)
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(new Uint8Array(PIECE_BYTES), 0, PIECE_BYTES)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } catch (cause) {
    throw new UserFacingError('file-not-readable', { name }, { cause })
  } finally {
    await file.close()
  }
}

async function openToRead(path: string, name: string): Promise<FileHandle> {
  try {
    const file = await open(path, 'r')
    if ((await file.stat()).isFile()) return file
    await file.close()
  } catch (cause) {
    const isGone = cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
    throw new UserFacingError(isGone ? 'file-not-found' : 'file-not-readable', { name }, { cause })
  }
  throw new UserFacingError('file-not-readable', { name })
}
