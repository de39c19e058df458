import { mkdirSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { ErrorCodeFor } from '../../../shared/messages/errors.ts'
import { writeFileAtomic } from './atomicFile.ts'
import { diskFaultOf, type DiskFault } from './diskFaults.ts'

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
