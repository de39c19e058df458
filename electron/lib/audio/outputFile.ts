import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { newPartPath, renameDurably } from '../files/atomicFile.ts'

/** A file that appears under its name only once it is complete and on disk. A failed write aborts it. */
export interface OutputFile {
  append(bytes: Uint8Array): Promise<void>
  /** Overwrites earlier bytes, for headers that are known only at the end. */
  patch(offset: number, bytes: Uint8Array): Promise<void>
  /** Reads earlier bytes. */
  read(offset: number, length: number): Promise<Uint8Array>
  /** Flushes everything to disk and renames the file, replacing any file of that name. */
  finish(): Promise<void>
  /** Removes the unfinished file; an existing file of that name is not changed. Does nothing after `finish`. */
  abort(): Promise<void>
}

/** Starts a file in the folder of `path`, under a temporary name until it is finished. */
export async function createOutputFile(path: string): Promise<OutputFile> {
  const partPath = newPartPath(dirname(path))
  const file = await open(partPath, 'wx+')
  let length = 0
  let isOpen = true

  async function writeAll(bytes: Uint8Array, position: number): Promise<void> {
    try {
      for (let done = 0; done < bytes.length;) {
        const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
        done += bytesWritten
      }
    } catch (error) {
      await abort()
      throw error
    }
  }

  async function abort(): Promise<void> {
    if (!isOpen) return
    isOpen = false
    try {
      await file.close()
    } finally {
      await rm(partPath, { force: true }) // closing may fail as well if the disk is full
    }
  }

  return {
    async append(bytes) {
      await writeAll(bytes, length)
      length += bytes.length
    },
    patch: (offset, bytes) => writeAll(bytes, offset),
    async read(offset, wanted) {
      const { buffer, bytesRead } = await file.read(new Uint8Array(wanted), 0, wanted, offset)
      return buffer.subarray(0, bytesRead)
    },
    async finish() {
      try {
        await file.sync()
        await file.close()
        isOpen = false
        renameDurably(partPath, path)
      } catch (error) {
        if (isOpen) await abort()
        else await rm(partPath, { force: true })
        throw error
      }
    },
    abort,
  }
}
