import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { ErrorCodeFor } from '../../../shared/messages/errors.ts'
import { writeFileAtomic } from './atomicFile.ts'
import { type DiskFault, diskFaultOf } from './diskFaults.ts'

/**
 * Writes an exported text completely or not at all, and creates its folder. Throws `export-disk-full`, `export-disk-error`,
 * `export-folder-gone` and `export-not-writable`.
 */
export function writeExport(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileAtomic(path, text)
  } catch (error) {
    const told = toExportError(error, path)
    if (told !== error) throw told
    throw new UserFacingError('export-not-writable', { name: basename(path) }, { cause: error })
  }
}

const CODES: Readonly<Partial<Record<DiskFault, ErrorCodeFor<{ name: string }>>>> = {
  full: 'export-disk-full',
  'not-writable': 'export-not-writable',
  failing: 'export-disk-error',
  'not-there': 'export-folder-gone',
  'folder-in-place': 'export-not-writable',
  busy: 'export-not-writable',
  'name-too-long': 'export-not-writable',
}

/** Converts an error of the file system about an exported file to one that a person can act on; other errors are returned unchanged. */
export function toExportError(error: unknown, path: string): unknown {
  if (error instanceof UserFacingError) return error
  const fault = diskFaultOf(error)
  const code = fault === undefined ? undefined : CODES[fault]
  return code === undefined ? error : new UserFacingError(code, { name: basename(path) }, { cause: error })
}

/**
 * Checks that a file, or a folder of files, can be written at a path, before anything is rendered, paid for or mixed. Throws
 * `export-not-writable`, including when a folder is in the place of the file or the other way round, and `export-folder-gone`.
 */
export function assertCanWrite(path: string, isFolder: boolean): void {
  try {
    accessSync(dirname(path), constants.W_OK)
    if (existsSync(path)) accessSync(path, constants.W_OK)
  } catch (error) {
    throw toExportError(error, path)
  }
  if ((statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? isFolder) !== isFolder) {
    throw new UserFacingError('export-not-writable', { name: basename(path) })
  }
}
