/** What SQLite and the file system report, in terms of what a writer can do about it. */
import { basename } from 'node:path'
import type { ErrorCode } from '../../shared/messages/errors.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'

export type ProjectErrorCode = Extract<ErrorCode, `project-${string}`>

/** An error about a project file; messages name the file. */
export function projectError(
  code: ProjectErrorCode,
  path: string,
  params: Record<string, string | number> = {},
  cause?: unknown,
): UserFacingError {
  return new UserFacingError(code, { name: basename(path), ...params }, cause === undefined ? {} : { cause })
}

/** Turns an error of SQLite or the file system into one that a person can act on; any other stays what it is. */
export function toProjectError(error: unknown, path: string): unknown {
  if (error instanceof UserFacingError || !(error instanceof Error)) return error
  const code = codeOfSqlite(error) ?? codeOfFileSystem(error)
  return code === undefined ? error : projectError(code, path, {}, error)
}

/** Runs `action`; what it throws is turned by `toProjectError`. */
export function withProjectErrors<T>(path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw toProjectError(error, path)
  }
}

/** Primary result codes: https://www.sqlite.org/rescode.html */
const SQLITE_CODES: Readonly<Record<number, ProjectErrorCode>> = {
  5: 'project-locked',
  6: 'project-locked',
  8: 'project-read-only',
  10: 'project-disk-error',
  11: 'project-corrupt',
  13: 'project-disk-full',
  14: 'project-disk-error',
  26: 'project-corrupt',
}

function codeOfSqlite(error: Error): ProjectErrorCode | undefined {
  if (!isSqliteError(error)) return undefined
  return SQLITE_CODES[error.errcode & 0xff] // the upper bytes say more about the same
}

/** Whether an error comes from SQLite. */
export function isSqliteError(error: unknown): error is Error & { readonly errcode: number } {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
}

const FILE_SYSTEM_CODES: Readonly<Record<string, ProjectErrorCode>> = {
  ENOENT: 'project-not-found',
  ENOTDIR: 'project-not-found',
  ENOSPC: 'project-disk-full',
  EDQUOT: 'project-disk-full',
  EROFS: 'project-read-only',
  EACCES: 'project-read-only',
  EPERM: 'project-read-only',
  EISDIR: 'project-foreign',
  EBUSY: 'project-locked',
  EIO: 'project-disk-error',
  ENAMETOOLONG: 'project-disk-error',
}

function codeOfFileSystem(error: Error): ProjectErrorCode | undefined {
  return 'code' in error && typeof error.code === 'string' ? FILE_SYSTEM_CODES[error.code] : undefined
}
