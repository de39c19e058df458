import { mkdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { writeFileAtomic } from './atomicFile.ts'

/** Writes a text that a person exports, whole or not at all, and makes its folder. Throws `export-not-writable`. */
export function writeExport(path: string, text: string): void {
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileAtomic(path, text)
  } catch (error) {
    throw new UserFacingError('export-not-writable', { name: basename(path) }, { cause: error })
  }
}
