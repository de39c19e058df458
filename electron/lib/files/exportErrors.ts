import { basename } from 'node:path'
import type { ErrorCodeFor } from '../../../shared/messages/errors.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { diskFaultOf, type DiskFault } from './diskFaults.ts'

const CODES: Readonly<Partial<Record<DiskFault, ErrorCodeFor<{ name: string }>>>> = {
  full: 'export-disk-full',
  'not-writable': 'export-not-writable',
  failing: 'export-disk-error',
  'not-there': 'export-folder-gone',
  'folder-in-place': 'export-not-writable',
  busy: 'export-not-writable',
  'name-too-long': 'export-not-writable',
}

/** Turns an error of the file system about a file that is being exported into one that a person can act on; any other stays what it is. */
export function toExportError(error: unknown, path: string): unknown {
  if (error instanceof UserFacingError) return error
  const fault = diskFaultOf(error)
  const code = fault === undefined ? undefined : CODES[fault]
  return code === undefined ? error : new UserFacingError(code, { name: basename(path) }, { cause: error })
}
