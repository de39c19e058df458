/**
 * Unpacks an archive that may be hostile into a new folder: no entry can lead out of the folder, be a link, or fill the disk. After an
 * error the folder holds a part and is for its owner to delete.
 */
import { mkdir, open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { archiveEntries, archiveKindOf } from './archiveEntries.ts'

export interface UnpackLimits {
  readonly maxEntries: number
  /** Of all files together, unpacked. */
  readonly maxBytes: number
}

/** Why an archive is refused. `entry` names what is at fault, as the archive has it; empty if it is the whole. */
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

/** Room for the data of every language of eSpeak NG, several times over. */
export const MAX_ARCHIVE_ENTRIES = 20_000
const MAX_DEPTH = 12
/** Names that Windows keeps for devices, with whatever extension. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/**
 * How large the files of an archive may be together. Models hardly shrink when they are packed; their word lists do, to a sixth.
 */
export function unpackedLimit(archiveBytes: number): number {
  return 64 * 1024 ** 2 + 20 * archiveBytes
}

/**
 * Unpacks the archive at `path` into `folder`, which is there and empty, and returns the bytes written. Throws `ArchiveFault`, the error
 * of the file system if the disk is at fault, and the reason of the signal.
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

/** The path of an entry inside its folder. Throws `ArchiveFault` for a name that could lead elsewhere, on any system. */
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

/** Windows leaves out dots and spaces at the end of a name. */
function isOrdinary(part: string): boolean {
  return part !== '..' && !/[. ]$/.test(part) && !DEVICES.test(part)
}

/** Writes a file that is not there yet, brings it to disk, and returns its length in bytes. */
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

/** Two entries of one name, or a file if another entry needs a folder. */
const CLASHES = new Set(['EEXIST', 'ENOTDIR', 'EISDIR'])

function toFault(error: unknown): unknown {
  if (error instanceof ArchiveFault) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (CLASHES.has(code)) return new ArchiveFault('unsafe', '', { cause: error })
  // The file system names its errors with a system call; libraries that read archives do not.
  const isOfDisk = error instanceof Error && 'syscall' in error
  return isOfDisk ? error : new ArchiveFault('damaged', '', { cause: error })
}
