import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { toExportError } from '../lib/files/writeExport.ts'

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
