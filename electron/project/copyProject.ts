/** Copies of project files that are not opened as stories. */
import { closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { isSqliteError } from '../lib/files/diskFaults.ts'
import { assertNotOpenHere } from '../lib/files/atomicFile.ts'
import { projectError, toProjectError } from './projectErrors.ts'

/** SQLite's code for a file that is not a database. */
const NOT_A_DATABASE = 26

/**
 * Copies a project of any format version to `copyPath`, which must not exist, as it was at its last commit; the project itself is
 * only read. Throws a `project-…` error: `project-locked` if the story is open, because SQLite then admits nobody, and a
 * copy of its bytes could be torn. It reads through SQLite, which tracks the locks of this process, and without interruption, so that
 * the story cannot be opened meanwhile.
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

/** The most attempts to copy a file that is being written, until a copy is complete. */
const MOST_TRIES = 20

/**
 * Copies a project that another program has open, byte by byte, as it was between two of that program's transactions. Throws
 * `project-locked` if there is no such moment, or if this program has it open.
 */
export function copyHeldFile(path: string, copyPath: string): void {
  assertNotOpenHere(path)
  try {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const before = restingState(path)
      if (before === null) continue
      copyFileSync(path, copyPath)
      if (before === restingState(path)) return
    }
  } catch (error) {
    rmSync(copyPath, { force: true })
    throw toProjectError(error, path)
  }
  rmSync(copyPath, { force: true })
  throw projectError('project-locked', path)
}

/** A value that changes with each write; null during a transaction, while the journal holds its rollback. */
function restingState(path: string): string | null {
  const journal = `${path}-journal`
  // A finished journal has zeros in place of its magic number: https://www.sqlite.org/fileformat.html#the_rollback_journal
  if (existsSync(journal) && firstByte(journal) !== 0) return null
  const { mtimeNs, size, ino } = statSync(path, { bigint: true })
  return [mtimeNs, size, ino].join(' ')
}

/** 0 for an empty file. */
function firstByte(path: string): number {
  const file = openSync(path, 'r')
  try {
    const byte = new Uint8Array(1)
    readSync(file, byte, 0, 1, 0)
    return byte[0] ?? 0
  } finally {
    closeSync(file)
  }
}
