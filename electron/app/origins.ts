/** The files that an open story came from: which of them a file is, and which of them changed since they were imported. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { Origin } from '../../shared/import/origin.ts'
import { fileTypeOf } from '../../shared/files/fileTypes.ts'
import type { UpdateOrigin } from '../../shared/import/updateStory.ts'

/**
 * Which origin a file is: the one of its path, or of its name; if the story came from one file, it is that one under another name. Null if it may be
 * none of them.
 */
export function originOf(
  origins: readonly Origin[],
  file: Pick<Origin, 'name' | 'path'> | null,
): Origin | null {
  if (file === null) return null
  const [only, ...others] = origins
  return (
    origins.find(({ path }) => path === file.path) ??
    origins.find(({ name }) => name === file.name) ??
    (others.length === 0 ? (only ?? null) : null)
  )
}

/** What is known of a file before an update from it, and what came from the others. */
export function knownOf(origins: readonly Origin[], origin: Origin | null): UpdateOrigin {
  if (origin === null) return { imported: null }
  const { imported } = origin
  const others = origins.filter((each) => each !== origin).flatMap((each) => Object.keys(each.imported))
  return { imported, others: new Set(others.filter((id) => !Object.hasOwn(imported, id))) }
}

/** An origin whose file changed since. */
export interface NewerOrigin {
  readonly origin: Origin
  readonly modifiedMs: number
}

/** The first origin whose file has other content than when it was imported; null if there is none. Files that cannot be read are passed over. */
export async function findNewer(origins: readonly Origin[]): Promise<NewerOrigin | null> {
  for (const origin of origins) {
    const modifiedMs = await newerTime(origin)
    if (modifiedMs !== null) return { origin, modifiedMs }
  }
  return null
}

/** When the file of an origin was changed since it was imported; null if it was not. */
async function newerTime({ path, modifiedMs, sha256 }: Origin): Promise<number | null> {
  // A project file comes from anywhere: to look at a path of another computer would tell that computer who looks.
  if (!isAbsolute(path) || /^[\\/]{2}/.test(path)) return null
  try {
    const { mtimeMs } = await stat(path)
    if (mtimeMs <= modifiedMs) return null
    // The hash of a story’s own file is that of its words.
    const isSame = fileTypeOf(path)?.story !== 'project' && (await hashOf(path)) === sha256
    return isSame ? null : mtimeMs
  } catch {
    return null
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of createReadStream(path)) hash.update(piece as Uint8Array)
  return hash.digest('hex')
}
