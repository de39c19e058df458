import { basename } from 'node:path'
import type { ErrorCode } from '../../shared/messages/errors.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'

const CODES: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'export-disk-full',
  EDQUOT: 'export-disk-full',
  EFBIG: 'export-disk-full',
  ENOENT: 'export-folder-gone',
  ENOTDIR: 'export-folder-gone',
  EACCES: 'export-not-writable',
  EPERM: 'export-not-writable',
  EROFS: 'export-not-writable',
  EISDIR: 'export-not-writable',
  EBUSY: 'export-not-writable',
  ENAMETOOLONG: 'export-not-writable',
  EIO: 'export-disk-error',
}

/** Turns an error of the file system into one that a person can act on; any other stays what it is. */
export function toMixdownError(error: unknown, path: string): unknown {
  if (error instanceof UserFacingError || !(error instanceof Error) || !('code' in error)) return error
  const code = CODES[String(error.code)]
  return code === undefined ? error : new UserFacingError(code, { name: basename(path) }, { cause: error })
}
