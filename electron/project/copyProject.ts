/** Copies of project files that are not opened as stories. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isSqliteError } from '../lib/files/diskFaults.ts'
import { projectError, toProjectError } from './projectErrors.ts'

/** SQLite's code for a file that is no database. */
const NOT_A_DATABASE = 26

/**
 * Copies a project of any format version to `copyPath`, where no file is, as it was at its last commit; the project itself is
 * only read. Throws a `project-…` error: `project-locked` where the story is open, because SQLite then lets nobody in, and a
 * copy of its bytes could be torn. It reads by SQLite, which keeps count of the locks of this process, and in one go, so that
 * the story is not opened meanwhile.
 */
export function copyProjectFile(path: string, copyPath: string): void {
  if (!existsSync(path)) throw projectError('project-not-found', path)
  try {
    const db = new DatabaseSync(path, { readOnly: true, defensive: true })
    try {
      db.prepare('VACUUM INTO ?').run(copyPath)
    } finally {
      db.close()
    }
  } catch (error) {
    if (isSqliteError(error) && error.errcode === NOT_A_DATABASE)
      throw projectError('project-foreign', path, {}, error)
    throw toProjectError(error, path)
  }
}
