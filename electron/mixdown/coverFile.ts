import { readFile, stat } from 'node:fs/promises'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { assertNotOpenHere } from '../lib/files/lockedFiles.ts'
import type { Cover } from './formats/audioSink.ts'

/** More than any shop takes, and little beside the audio. */
const MOST_BYTES = 10 * 1024 * 1024

/** Reads a picture for the front of a story. Throws `cover-unreadable` unless it is a JPEG or PNG of at most 10 MB, and `project-locked` for an open story. */
export async function readCover(path: string): Promise<Cover> {
  assertNotOpenHere(path)
  try {
    if ((await stat(path)).size > MOST_BYTES) throw new UserFacingError('cover-unreadable')
    return coverOf(await readFile(path))
  } catch (error) {
    throw new UserFacingError('cover-unreadable', {}, { cause: error })
  }
}

/** The picture that these bytes are. Throws `cover-unreadable` for what is no JPEG or PNG. */
export function coverOf(bytes: Uint8Array): Cover {
  const mimeType = mimeTypeOf(bytes)
  if (mimeType === null) throw new UserFacingError('cover-unreadable')
  return { mimeType, bytes }
}

function mimeTypeOf([first, second, third, fourth]: Uint8Array): Cover['mimeType'] | null {
  if (first === 0xff && second === 0xd8 && third === 0xff) return 'image/jpeg'
  if (first === 0x89 && second === 0x50 && third === 0x4e && fourth === 0x47) return 'image/png'
  return null
}
