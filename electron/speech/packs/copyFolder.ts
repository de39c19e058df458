/** Copies a model's folder that a writer has, with the guards of an archive: no links, no more than a model needs. */
import { copyFile, lstat, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ArchiveFault, MAX_ARCHIVE_ENTRIES } from '../../lib/archives/unpackArchive.ts'

/** Larger than any model that sherpa-onnx speaks with. */
const MAX_BYTES = 4 * 1024 ** 3

/** Copies into the empty folder `to`. Throws `ArchiveFault`, what the disk says, and the reason of the signal. */
export async function copyFolder(from: string, to: string, signal: AbortSignal): Promise<void> {
  let bytes = 0
  const names = await readdir(from, { recursive: true })
  if (names.length > MAX_ARCHIVE_ENTRIES) throw new ArchiveFault('inflates')
  for (const name of names) {
    signal.throwIfAborted()
    const entry = await lstat(join(from, name))
    if (entry.isDirectory()) await mkdir(join(to, name), { recursive: true })
    else if (entry.isFile()) {
      bytes += entry.size
      if (bytes > MAX_BYTES) throw new ArchiveFault('inflates')
      await mkdir(join(to, name, '..'), { recursive: true })
      await copyFile(join(from, name), join(to, name))
    } else throw new ArchiveFault('unsafe', name)
  }
}
