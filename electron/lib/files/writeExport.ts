import { mkdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { writeFileAtomic } from './atomicFile.ts'
import { toExportError } from './exportErrors.ts'

/**
 * Writes a text that a person exports, whole or not at all, and makes its folder. Throws `export-disk-full`, `export-disk-error`,
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
