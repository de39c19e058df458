import { statfs } from 'node:fs/promises'

/** How many bytes the disk of a folder has left for this user; null if the system does not say. */
export async function freeBytesAt(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
