import { readFile, stat } from 'node:fs/promises'
import { pictureTypeOf } from '../../shared/files/fileTypes.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { MAX_COVER_BYTES } from '../../shared/story/limits.ts'
import { assertNotOpenHere } from '../lib/files/atomicFile.ts'
import type { Cover } from './formats/audioSink.ts'

/** Reads a cover picture. Throws `cover-unreadable` unless it is a JPEG or PNG of at most 10 MB, and `project-locked` for an open story. */
export async function readCover(path: string): Promise<Cover> {
  assertNotOpenHere(path)
  try {
    if ((await stat(path)).size > MAX_COVER_BYTES) throw new UserFacingError('cover-unreadable')
    return coverOf(await readFile(path))
  } catch (error) {
    throw new UserFacingError('cover-unreadable', {}, { cause: error })
  }
}

/** The cover picture in these bytes. Throws `cover-unreadable` if they are not a JPEG or PNG. */
export function coverOf(bytes: Uint8Array): Cover {
  const mimeType = pictureTypeOf(bytes)
  if (mimeType === null) throw new UserFacingError('cover-unreadable')
  return { mimeType, bytes }
}
