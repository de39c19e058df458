/** Errors of SQLite and the file system, translated into what a writer can do about them. */
import { basename } from 'node:path'
import type { ErrorCode } from '../../shared/messages/errors.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { diskFaultOf, type DiskFault } from '../lib/files/diskFaults.ts'

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
