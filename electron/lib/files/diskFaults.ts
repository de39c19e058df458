/** Maps errors of the file system and SQLite to the few kinds of disk faults that a person can act on. */
import { statfs } from 'node:fs/promises'
import { basename } from 'node:path'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { ErrorCode, ErrorCodeFor } from '../../../shared/messages/errors.ts'

export type DiskFault =
  'full' | 'not-writable' | 'failing' | 'not-there' | 'folder-in-place' | 'busy' | 'name-too-long' | 'damaged'

const OF_FILE_SYSTEM: Readonly<Record<string, DiskFault>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EROFS: 'not-writable',
  EACCES: 'not-writable',
  EPERM: 'not-writable',
  EIO: 'failing',
  ENOENT: 'not-there',
  ENOTDIR: 'not-there',
  EISDIR: 'folder-in-place',
  EBUSY: 'busy',
  ENAMETOOLONG: 'name-too-long',
}

/** Primary result codes: https://www.sqlite.org/rescode.html */
const OF_SQLITE: Readonly<Record<number, DiskFault>> = {
  5: 'busy',
  6: 'busy',
  8: 'not-writable',
  10: 'failing',
  11: 'damaged',
  13: 'full',
  14: 'failing',
  26: 'damaged',
}

/** Whether an error comes from SQLite. */
export function isSqliteError(error: unknown): error is Error & { readonly errcode: number } {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
}

/** The kind of an error of SQLite or the file system; undefined for any other error. */
export function diskFaultOf(error: unknown): DiskFault | undefined {
  if (isSqliteError(error)) return OF_SQLITE[error.errcode & 0xff] // the upper bytes contain details
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined
  return OF_FILE_SYSTEM[error.code]
}

const APP_CODES: Readonly<Partial<Record<DiskFault, ErrorCodeFor>>> = {
  full: 'app-disk-full',
  'not-writable': 'app-not-writable',
  failing: 'app-disk-error',
}

/**
 * Converts an error about a file that no message names, such as one in the app's own folder, to an error that a person can act on; other
 * errors are returned unchanged.
 */
export function toAppError(error: unknown): unknown {
  if (error instanceof UserFacingError) return error
  const fault = diskFaultOf(error)
  const code = fault === undefined ? undefined : APP_CODES[fault]
  return code === undefined ? error : new UserFacingError(code, {}, { cause: error })
}

/** The number of bytes available to this user on the disk of a folder; null if the system does not report it. */
export async function freeBytesAt(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}

/** Errors of SQLite and the file system, translated into what a writer can do about them. */
type ProjectErrorCode = Extract<ErrorCode, `project-${string}`>

/** An error about a project file; messages name the file. */
export function projectError(
  code: ProjectErrorCode,
  path: string,
  params: Record<string, string | number> = {},
  cause?: unknown,
): UserFacingError {
  return new UserFacingError(code, { name: basename(path), ...params }, cause === undefined ? {} : { cause })
}

/** Turns an error of SQLite or the file system into one that the user can act on; other errors are returned unchanged. */
export function toProjectError(error: unknown, path: string): unknown {
  if (error instanceof UserFacingError) return error
  const fault = diskFaultOf(error)
  return fault === undefined ? error : projectError(CODES[fault], path, {}, error)
}

/** Runs `action`; its errors are translated by `toProjectError`. */
export function withProjectErrors<T>(path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw toProjectError(error, path)
  }
}

const CODES: Readonly<Record<DiskFault, ProjectErrorCode>> = {
  full: 'project-disk-full',
  'not-writable': 'project-read-only',
  failing: 'project-disk-error',
  'not-there': 'project-not-found',
  'folder-in-place': 'project-foreign',
  busy: 'project-locked',
  'name-too-long': 'project-disk-error',
  damaged: 'project-corrupt',
}
