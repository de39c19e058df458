import { open } from 'node:fs/promises'
import type { AudioSource } from './audioSource.ts'

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
