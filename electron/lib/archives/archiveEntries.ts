/** The files of an archive, one after another, whatever kind of archive it is: tar, tar.gz, tar.bz2 or zip. */
import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import yauzl from 'yauzl'
import bitIterator from 'unbzip2-stream/lib/bit_iterator.js'
import bzip2 from 'unbzip2-stream/lib/bzip2.js'

export interface ArchiveEntry {
  /** As the archive has it: not yet safe to be a path. */
  readonly name: string
  readonly kind: 'file' | 'folder' | 'other'
  /** To be read before the next entry. */
  readonly content: () => AsyncIterable<Uint8Array>
}

export type ArchiveKind = 'tar' | 'tar.gz' | 'tar.bz2' | 'zip'

/** The kind of an archive by its first bytes; null for any other file. */
export async function archiveKindOf(path: string): Promise<ArchiveKind | null> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(262)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    const start = head.subarray(0, bytesRead)
    if (start.subarray(0, 3).toString('latin1') === 'BZh') return 'tar.bz2'
    if (start[0] === 0x1f && start[1] === 0x8b) return 'tar.gz'
    if (start.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004') return 'zip'
    return start.subarray(257, 262).toString('latin1') === 'ustar' ? 'tar' : null
  } finally {
    await file.close()
  }
}

/**
 * Reads an archive. `count` is told of all bytes that unpacking gives, before they are kept; what it throws ends the reading. Throws
 * an error for a damaged archive.
 */
export function archiveEntries(
  path: string,
  kind: ArchiveKind,
  count: (bytes: number) => void,
): AsyncIterable<ArchiveEntry> {
  if (kind === 'zip') return zipEntries(path, count)
  switch (kind) {
    case 'tar':
      return tarEntries(counted(createReadStream(path), count))
    case 'tar.gz':
      return tarEntries(counted(gunzipped(createReadStream(path)), count))
    case 'tar.bz2':
      return tarEntries(unbzip2(path, count))
  }
}

/** An error of the file reaches the reader of what is unpacked. */
function gunzipped(packed: ReturnType<typeof createReadStream>): AsyncIterable<Uint8Array> {
  const gunzip = createGunzip()
  packed.on('error', (error) => gunzip.destroy(error))
  return packed.pipe(gunzip)
}

async function* counted(
  source: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const piece of source) {
    count(piece.length)
    yield piece
  }
}

const TAR_KINDS: Readonly<Record<string, ArchiveEntry['kind']>> = {
  file: 'file',
  directory: 'folder',
}

async function* tarEntries(
  tar: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<ArchiveEntry> {
  const entries = ReadableStream.from(tar).pipeThrough(createTarDecoder({ strict: true }))
  for await (const { header, body } of entries) {
    const kind = TAR_KINDS[header.type ?? 'file'] ?? 'other'
    yield { name: header.name, kind, content: () => body }
    // Of an entry that nobody read; for one that was read, it does nothing.
    if (!body.locked) await body.cancel()
  }
}

/** The bits of the file's mode in Unix that tell what it is: https://www.man7.org/linux/man-pages/man7/inode.7.html */
const FILE_KIND = 0o170000
const ORDINARY = [0, 0o100000, 0o040000]

async function* zipEntries(path: string, count: (bytes: number) => void): AsyncGenerator<ArchiveEntry> {
  const zip = await yauzl.openPromise(path, { strictFileNames: false, autoClose: false })
  try {
    for await (const entry of zip.eachEntry()) {
      const mode = (entry.externalFileAttributes >>> 16) & FILE_KIND
      const kind = !ORDINARY.includes(mode) ? 'other' : entry.fileName.endsWith('/') ? 'folder' : 'file'
      async function* content() {
        yield* counted(await zip.openReadStreamPromise(entry), count)
      }
      yield { name: entry.fileName, kind, content }
    }
  } finally {
    zip.close()
  }
}

const READ_BYTES = 1 << 16
/** What the block size of a stream counts in. */
const BLOCK_UNIT = 100_000

/**
 * Returns the bytes that a file of one or more bzip2 streams holds, block by block. A block of a few bytes can become 46 MB: `count` is
 * told of each part of it, before more is unpacked. Throws what `count` throws, and an error for damaged data.
 */
function* unbzip2(path: string, count: (bytes: number) => void): Generator<Uint8Array> {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const bits = bitIterator(() => {
      const piece = Buffer.allocUnsafe(READ_BYTES)
      const length = readSync(file, piece)
      if (length === 0) throw new Error('The bzip2 data ends too early')
      return piece.subarray(0, length)
    })
    while (bits.bytesRead < size) {
      const memory = new Int32Array(bzip2.header(bits) * BLOCK_UNIT)
      for (let checksum: number | null = 0; checksum !== null;) {
        const unpacked = createUnpacked(count)
        checksum = bzip2.decompress(bits, unpacked.take, memory, memory.length, checksum)
        yield* unpacked.finish()
      }
    }
  } finally {
    closeSync(file)
  }
}

/** Collects single bytes in pieces, of which `count` is told. */
function createUnpacked(count: (bytes: number) => void) {
  const pieces: Uint8Array[] = []
  let piece = new Uint8Array(READ_BYTES)
  let length = 0
  return {
    take(byte: number) {
      if (length === piece.length) {
        count(length)
        pieces.push(piece)
        piece = new Uint8Array(READ_BYTES)
        length = 0
      }
      piece[length++] = byte
    },
    finish(): readonly Uint8Array[] {
      count(length)
      return [...pieces, piece.subarray(0, length)]
    },
  }
}
