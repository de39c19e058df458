import { open, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { renameDurably } from '../files/atomicFile.ts'
import { newPartPath } from '../files/partFiles.ts'

/** A file being made. Nobody sees it under its own name before it is complete and on disk. A write that fails aborts it. */
export interface OutputFile {
  append(bytes: Uint8Array): Promise<void>
  /** Overwrites bytes written before, for headers that are known only at the end. */
  patch(offset: number, bytes: Uint8Array): Promise<void>
  /** Bytes that were written before. */
  read(offset: number, length: number): Promise<Uint8Array>
  /** Brings everything to disk and gives the file its name, replacing a file of that name. */
  finish(): Promise<void>
  /** Removes what was written; a file of that name stays as it was. Does nothing after `finish`. */
  abort(): Promise<void>
}

/** Starts a file in the folder of `path`, under a name of its own until it is finished. */
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
      await rm(partPath, { force: true }) // a full disk may fail the closing as well
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
