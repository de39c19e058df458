/**
 * The files that this process has a lock on: the stories that are open. POSIX drops all of a process's locks on a file when the
 * process closes any handle on it, whatever name the file was opened by. So nothing in this process may open such a file by other means.
 */
import { statSync } from 'node:fs'
import { basename } from 'node:path'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'

const openHere = new Set<string>()

/** What tells a file from all others on this machine, whatever it is called; undefined if there is none. */
export function identify(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false })
  return stats === undefined ? undefined : `${stats.dev}:${stats.ino}`
}

/** Keeps a file from being opened by other means, until `releaseFile`. */
export function claimFile(identity: string): void {
  openHere.add(identity)
}

export function releaseFile(identity: string): void {
  openHere.delete(identity)
}

/** Whether this process has the file open as a story. Looks at the file's entry only. */
export function isOpenHere(path: string): boolean {
  const identity = identify(path)
  return identity !== undefined && openHere.has(identity)
}

/** Throws `project-locked` if this process has the file open as a story: to be called before a file is read that a person names. */
export function assertNotOpenHere(path: string): void {
  if (isOpenHere(path)) throw new UserFacingError('project-locked', { name: basename(path) })
}
