/**
 * Unpacks an untrusted archive into a new folder: no entry can be written outside the folder, be a link, or fill the disk. After an error
 * the folder contains part of the archive, and the caller must delete it.
 */
import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import bitIterator from 'unbzip2-stream/lib/bit_iterator.js'
import bzip2 from 'unbzip2-stream/lib/bzip2.js'
import yauzl from 'yauzl'

export interface UnpackLimits {
  readonly maxEntries: number
  /** The limit for all unpacked files together. */
  readonly maxBytes: number
}

/** Why an archive is refused. `entry` names the faulty entry, as in the archive; empty if the whole archive is at fault. */
export class ArchiveFault extends Error {
  readonly kind: 'unknown' | 'damaged' | 'unsafe' | 'inflates'
  readonly entry: string

  constructor(kind: ArchiveFault['kind'], entry = '', options?: ErrorOptions) {
    super(kind, options)
    this.name = 'ArchiveFault'
    this.kind = kind
    this.entry = entry
  }
}

/** Several times the number of eSpeak NG's files for all languages. */
export const MAX_ARCHIVE_ENTRIES = 20_000
const MAX_DEPTH = 12
/** Names that Windows reserves for devices, with any extension. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** The most bytes that an archive may unpack to. Models hardly compress; their word lists shrink to a sixth. */
export function unpackedLimit(archiveBytes: number): number {
  return 64 * 1024 ** 2 + 20 * archiveBytes
}

/**
 * Unpacks the archive at `path` into the existing, empty `folder`, and returns the number of bytes written. Throws `ArchiveFault`, the
 * error of the file system, and the reason of the signal.
 */
export async function unpackArchive(
  path: string,
  folder: string,
  { limits, signal }: { limits?: UnpackLimits; signal?: AbortSignal } = {},
): Promise<number> {
  const kind = await archiveKindOf(path)
  if (kind === null) throw new ArchiveFault('unknown')
  const { maxEntries, maxBytes } = limits ?? {
    maxEntries: MAX_ARCHIVE_ENTRIES,
    maxBytes: unpackedLimit((await stat(path)).size),
  }
  let unpacked = 0
  let written = 0
  let entries = 0
  const count = (bytes: number) => {
    signal?.throwIfAborted()
    unpacked += bytes
    if (unpacked > maxBytes) throw new ArchiveFault('inflates')
  }
  try {
    for await (const entry of archiveEntries(path, kind, count)) {
      entries += 1
      if (entries > maxEntries) throw new ArchiveFault('inflates')
      const target = join(folder, safePath(entry.name))
      if (entry.kind === 'other') throw new ArchiveFault('unsafe', entry.name)
      if (entry.kind === 'folder') {
        await mkdir(target, { recursive: true })
        continue
      }
      await mkdir(dirname(target), { recursive: true })
      written += await writeNew(target, entry.content())
    }
  } catch (error) {
    signal?.throwIfAborted()
    throw toFault(error)
  }
  return written
}

/** The path of an entry inside the folder. Throws `ArchiveFault` for a name that could lead elsewhere on any system. */
function safePath(name: string): string {
  const parts = name.split('/').filter((part) => part !== '' && part !== '.')
  const isSafe =
    !name.startsWith('/') &&
    parts.length <= MAX_DEPTH &&
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    parts.every((part) => !/[\\:\u0000-\u001f]/.test(part) && part.length <= 200 && isOrdinary(part))
  if (!isSafe) throw new ArchiveFault('unsafe', name)
  return join('.', ...parts)
}

/** Windows drops dots and spaces at the end of a name. */
function isOrdinary(part: string): boolean {
  return part !== '..' && !/[. ]$/.test(part) && !DEVICES.test(part)
}

/** Writes a new file, flushes it to disk, and returns its length in bytes. */
async function writeNew(path: string, content: AsyncIterable<Uint8Array>): Promise<number> {
  const file = await open(path, 'wx', 0o600)
  let length = 0
  try {
    for await (const piece of content) {
      await file.writeFile(piece)
      length += piece.length
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return length
}

/** Two entries with the same name, or a file with the name of a folder. */
const CLASHES = new Set(['EEXIST', 'ENOTDIR', 'EISDIR'])

function toFault(error: unknown): unknown {
  if (error instanceof ArchiveFault) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (CLASHES.has(code)) return new ArchiveFault('unsafe', '', { cause: error })
  // Errors of the file system name a system call; those of the archive libraries do not.
  const isOfDisk = error instanceof Error && 'syscall' in error
  return isOfDisk ? error : new ArchiveFault('damaged', '', { cause: error })
}

// The entries of an archive, one after another, for tar, tar.gz, tar.bz2 and zip alike.

interface ArchiveEntry {
  /** As in the archive: not yet safe to use as a path. */
  readonly name: string
  readonly kind: 'file' | 'folder' | 'other'
  /** Must be read before the next entry. */
  readonly content: () => AsyncIterable<Uint8Array>
}

type ArchiveKind = 'tar' | 'tar.gz' | 'tar.bz2' | 'zip'

/** The kind of an archive, by its first bytes; null for any other file. */
async function archiveKindOf(path: string): Promise<ArchiveKind | null> {
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
 * Reads an archive. `count` is called with the number of unpacked bytes before they are used; if it throws, reading ends. Throws an error
 * for a damaged archive.
 */
function archiveEntries(
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

/** Passes errors of the file to the reader of the unpacked data. */
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
    // Has no effect if the entry was read.
    if (!body.locked) await body.cancel()
  }
}

/** The bits of a Unix file mode that contain the file's type: https://www.man7.org/linux/man-pages/man7/inode.7.html */
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
/** The unit of a stream's block size, in bytes. */
const BLOCK_UNIT = 100_000

/**
 * Unpacks a file of one or more bzip2 streams, block by block. A block of a few bytes can become 46 MB: `count` is called for each part of
 * it before more is unpacked. Throws the errors of `count`, and an error for damaged data.
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

/** Collects single bytes into pieces, and calls `count` for each. */
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
