/** The files of an archive, one after another, whatever kind of archive it is: tar, tar.gz, tar.bz2 or zip. */
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import yauzl from 'yauzl'
import unbzip2Stream from 'unbzip2-stream'

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
  const packed = createReadStream(path)
  switch (kind) {
    case 'tar':
      return tarEntries(counted(packed, count))
    case 'tar.gz':
      return tarEntries(counted(gunzipped(packed), count))
    case 'tar.bz2':
      return tarEntries(unbzip2(packed, count))
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

async function* tarEntries(tar: AsyncIterable<Uint8Array>): AsyncGenerator<ArchiveEntry> {
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

/** Gives the bytes that `source` holds. Throws what `count` throws, which is told of every piece before it is kept, and an error for damaged data. */
async function* unbzip2(
  source: AsyncIterable<Uint8Array>,
  count: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  const stream = unbzip2Stream()
  const unpacked: Uint8Array[] = []
  let fault: Error | undefined
  stream.on('data', (piece: Uint8Array) => {
    // The stream unpacks all that it can before it comes back: what is thrown here ends it at once.
    count(piece.length)
    unpacked.push(piece)
  })
  stream.on('error', (error) => (fault ??= error))
  function* taken() {
    if (fault !== undefined) throw fault
    yield* unpacked.splice(0)
  }
  for await (const piece of source) {
    stream.write(piece)
    yield* taken()
  }
  stream.end()
  yield* taken()
}
