import { chmodSync, closeSync, copyFileSync, existsSync, openSync, readSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { APPLICATION_ID, FORMAT_VERSION } from '../../shared/project-file/format.ts'
import { type StoryRecord, storyRecordSchema } from '../../shared/story/records.ts'
import { storyFromRecords } from '../../shared/story/story.ts'
import { createStatements, removeDatabaseFiles } from '../lib/sqlite/sqlite.ts'
import { assertNotOpenHere, newPartPath, renameDurably, syncFile } from '../lib/files/atomicFile.ts'
import { openProject, type ProjectOptions } from './openProject.ts'
import type { Project } from './project.ts'
import { isSqliteError, projectError, toProjectError, withProjectErrors } from '../lib/files/diskFaults.ts'
import { TABLES } from './connection.ts'
import { putRecord } from './projectDatabase.ts'

/**
 * Makes a project file of `records` and opens it. The file gets its name only once it is complete; an existing file is never replaced.
 * Throws the errors of `openProject`.
 */
export function createProject(
  path: string,
  records: readonly StoryRecord[],
  options: ProjectOptions,
): Project {
  const story = storyFromRecords(records.map((record) => storyRecordSchema.parse(record)))
  if (existsSync(path)) throw new Error(`There is a file at ${path} already`)
  const partPath = newPartPath(dirname(path))
  withProjectErrors(path, () => {
    try {
      writeNewFile(partPath, story.records.values())
      if (options.isDraft) chmodSync(partPath, 0o600)
      syncFile(partPath)
      removeDatabaseFiles(path)
      renameDurably(partPath, path)
    } catch (error) {
      rmSync(partPath, { force: true })
      throw error
    }
  })
  return openProject(path, options, { story, takes: [], render: null })
}

function writeNewFile(path: string, records: Iterable<StoryRecord>): void {
  const db = new DatabaseSync(path)
  try {
    // The file becomes smaller again when audio is removed. Must be set before the first table; stored in the file from then on.
    db.exec('PRAGMA auto_vacuum = INCREMENTAL')
    // Nobody has seen this file yet: a crash leaves nothing to roll back.
    db.exec(
      `PRAGMA journal_mode = OFF; PRAGMA application_id = ${APPLICATION_ID}; PRAGMA user_version = ${FORMAT_VERSION}`,
    )
    db.exec('BEGIN')
    for (const table of TABLES) db.exec(table)
    const statements = createStatements(db)
    for (const record of records) putRecord(statements, record)
    db.exec('COMMIT')
  } finally {
    db.close()
  }
}

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
