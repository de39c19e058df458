/** The files that an open story came from: finds the origin of a file, and the origins that have changed since they were imported. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import type { Origin } from '../../shared/import/origin.ts'
import { fileTypeOf } from '../../shared/files/fileTypes.ts'
import type { UpdateOrigin } from '../../shared/import/updateStory.ts'

/**
 * The origin that a file matches: by path, else by name; if the story came from a single file, that one. Null if it matches
 * none.
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

/** What an update from a file needs: how it was imported, and what came from the other files. */
export function knownOf(origins: readonly Origin[], origin: Origin | null): UpdateOrigin {
  if (origin === null) return { imported: null }
  const { imported } = origin
  const others = origins.filter((each) => each !== origin).flatMap((each) => Object.keys(each.imported))
  return { imported, others: new Set(others.filter((id) => !Object.hasOwn(imported, id))) }
}

/** An origin whose file has changed since its import. */
export interface NewerOrigin {
  readonly origin: Origin
  readonly modifiedMs: number
}

/** The first origin whose file content differs from what was imported; null if there is none. Skips files that cannot be read. */
export async function findNewer(origins: readonly Origin[]): Promise<NewerOrigin | null> {
  for (const origin of origins) {
    const modifiedMs = await newerTime(origin)
    if (modifiedMs !== null) return { origin, modifiedMs }
  }
  return null
}

/** When the file of an origin was modified, if its content changed since the import; otherwise null. */
async function newerTime({ path, modifiedMs, sha256 }: Origin): Promise<number | null> {
  // A project file comes from anywhere: reading a path on another computer would reveal this one to it.
  if (!isAbsolute(path) || /^[\\/]{2}/.test(path)) return null
  try {
    const { mtimeMs } = await stat(path)
    if (mtimeMs <= modifiedMs) return null
    // The hash of a project file covers only its text.
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
