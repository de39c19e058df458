import { open } from 'node:fs/promises'

/** Encoded audio that is read in pieces: a file, a database blob, bytes in memory. It does not change while it is read. */
export interface AudioSource {
  readonly byteLength: number
  /**
   * The bytes from `offset`; fewer than `length` at the end, none beyond it. Whoever reads a long file to its end gives a `buffer` of
   * that length each time, which may then hold the bytes: arrays of a megabyte are not freed as fast as they are made.
   */
  read(offset: number, length: number, buffer?: Uint8Array): Uint8Array | Promise<Uint8Array>
}

/** Lets bytes in memory be read as a source. */
export function bytesSource(bytes: Uint8Array): AudioSource {
  return { byteLength: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) }
}

/** Opens a file as a source for as long as `use` runs. Throws what the disk says. */
export async function withFileSource<T>(path: string, use: (source: AudioSource) => Promise<T>): Promise<T> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    return await use({
      byteLength: size,
      async read(offset, length, buffer) {
        const count = Math.max(0, Math.min(length, size - offset))
        const bytes = buffer?.subarray(0, count) ?? new Uint8Array(count)
        const { bytesRead } = await file.read(bytes, 0, bytes.length, offset)
        return bytes.subarray(0, bytesRead)
      },
    })
  } finally {
    await file.close()
  }
}
