// Checks whether a build is up to date with its sources, by content, because a clone or a checkout sets arbitrary file times.
import { createHash } from 'node:crypto'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** A digest of every file in the given folders, and of the given files, with their names. Missing ones count as empty. */
export async function fingerprint(root: string, inputs: readonly string[]): Promise<string> {
  const files = (await Promise.all(inputs.map((input) => filesUnder(root, input)))).flat().sort()
  const hash = createHash('sha256')
  for (const file of files) {
    const content = await readFile(join(root, file))
    hash.update(`${file}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

async function filesUnder(root: string, input: string): Promise<string[]> {
  try {
    const entries = await readdir(join(root, input), { recursive: true, withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException // what node:fs rejects with
    if (code === 'ENOTDIR') return [input]
    if (code === 'ENOENT') return []
    throw error
  }
}

/** The digest in a stamp file; undefined if there is none. */
export async function readStamp(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch(() => undefined)
}

/** Writes a digest to a stamp file, or removes the file. */
export async function writeStamp(path: string, digest: string | undefined): Promise<void> {
  if (digest === undefined) return rm(path, { force: true })
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, digest)
}
