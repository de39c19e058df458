/** The app's own small JSON files. An unreadable file is copied for a person to look at before it is replaced. */
import { copyFileSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { writeFileAtomic } from './atomicFile.ts'
import { withFolderLock } from './folderLock.ts'

/** The value in a JSON file; undefined if there is no file, or an unreadable one, of which a copy is kept. */
export function readJsonFile(path: string): unknown {
  try {
    return readStored(path)
  } catch {
    return undefined
  }
}

/**
 * Replaces the value in a JSON file by the result of `update`, while no other process changes the files of that folder. `update` gets the
 * current value (undefined if there is no file, or a damaged one, of which a copy is kept), and returns the new value, or undefined to
 * leave the file unchanged. The write is atomic; `mode` sets the file's permissions. Throws the errors of `update`, and `settings-not-saved`
 * if the file cannot be read, locked or written; the file is then unchanged.
 */
export function updateJsonFile(path: string, update: (stored: unknown) => unknown, mode?: number): void {
  withFolderLock(dirname(path), () => {
    const value = update(orNotSaved(() => readStored(path)))
    if (value !== undefined)
      orNotSaved(() => writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`, mode))
  })
}

function orNotSaved<T>(action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw new UserFacingError('settings-not-saved', {}, { cause: error })
  }
}

/** Keeps a copy of an unusable file, under its name plus `.damaged`. */
export function keepAside(path: string): void {
  try {
    copyFileSync(path, `${path}.damaged`)
  } catch {
    // The disk is full or the folder read-only; the app must start anyway.
  }
}

/** Throws if the file exists but may not be read. */
function readStored(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR'))
      return undefined
    throw error
  }
  try {
    return JSON.parse(text)
  } catch {
    keepAside(path)
    return undefined
  }
}
