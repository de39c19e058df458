import { open } from 'node:fs/promises'

/** Encoded audio that is read in pieces: a file, a database blob, or bytes in memory. It does not change while it is read. */
export interface AudioSource {
  readonly byteLength: number
  /**
   * The bytes from `offset`; fewer than `length` at the end, none beyond it. To read a long file to its end, pass a reusable `buffer` of
   * that length, in which the bytes may be returned: arrays of a megabyte are allocated faster than they are freed.
   */
  read(offset: number, length: number, buffer?: Uint8Array): Uint8Array | Promise<Uint8Array>
}

/** Bytes in memory as a source. */
export function bytesSource(bytes: Uint8Array): AudioSource {
  return { byteLength: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) }
}

/** Opens a file as a source while `use` runs. Throws the errors of the disk. */
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
