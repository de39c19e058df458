/** The files that SQLite keeps beside a database. */
import { existsSync, rmSync } from 'node:fs'

const ENDINGS = ['-journal', '-wal', '-shm'] as const

/**
 * Removes what SQLite has left beside a path, before a new database takes the path: SQLite would play the journal of the old database
 * into the new one.
 */
export function removeDatabaseFiles(path: string): void {
  for (const ending of ENDINGS) rmSync(`${path}${ending}`, { force: true })
}

/** Moves what SQLite has left beside a database that has moved: a journal can be needed to repair it. */
export function moveDatabaseFiles(
  path: string,
  target: string,
  move: (from: string, to: string) => void,
): void {
  for (const ending of ENDINGS) if (existsSync(path + ending)) move(path + ending, target + ending)
}
