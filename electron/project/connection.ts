/**
 * One connection to one project file, with exclusive access. SQLite's exclusive lock keeps out every other program and every
 * other Fabula, and ends with the process, however that ends.
 * Nothing in this process may open the file by other means meanwhile (atomicFile.ts).
 */
import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { HEADER_LENGTH, judgeHeader, OLDEST_FORMAT_VERSION } from '../../shared/project-file/format.ts'
import { isSqliteError } from '../lib/files/diskFaults.ts'
import { assertNotOpenHere, claimFile, identify, releaseFile } from '../lib/files/atomicFile.ts'
import { findDamage, createStatements, readUserVersion } from '../lib/sqlite/sqlite.ts'
import { projectError, toProjectError } from './projectErrors.ts'
import { judgeTables } from './schema.ts'

/** How long to wait for a lock: enough for a program that is only looking, not for one that has the story open. */
const LOCK_WAIT_MS = 250

export interface OpenedConnection<T> {
  readonly connection: ProjectConnection
  readonly content: T
}

/**
 * Opens a project file, locks it and returns the result of `read`, which throws if it rejects the content. A file
 * that is refused is left byte for byte as it was. (The only write that may come first is SQLite's own: it rolls back a
 * transaction that a crash cut short.) Throws a UserFacingError with a `project-…` code.
 */
export function openConnection<T>(
  path: string,
  read: (connection: ProjectConnection) => T,
): OpenedConnection<T> {
  try {
    checkFile(path)
    const identity = identify(path)
    if (identity === undefined) throw projectError('project-not-found', path)
    const connection = connect(path, identity)
    try {
      checkStructure(connection)
      const content = read(connection)
      connection.db.exec('COMMIT')
      return { connection, content }
    } catch (error) {
      connection.close()
      throw asRefusal(error, path)
    }
  } catch (error) {
    throw toProjectError(error, path)
  }
}

/** Examines the file without SQLite. */
function checkFile(path: string): void {
  if (!statSync(path).isFile()) throw projectError('project-foreign', path)
  assertNotOpenHere(path)
  const verdict = judgeHeader(readHeader(path))
  if (verdict.kind === 'foreign') throw projectError('project-foreign', path)
  if (verdict.kind === 'newer') throw projectError('project-newer', path, { version: verdict.version })
  if (verdict.kind === 'unreleased') throw projectError('project-unreleased', path)
  if (verdict.kind === 'damaged') throw projectError('project-corrupt', path)
  accessSync(path, constants.R_OK | constants.W_OK)
  accessSync(dirname(path), constants.W_OK) // the journal goes there
}

function readHeader(path: string): Uint8Array {
  const header = new Uint8Array(HEADER_LENGTH)
  const file = openSync(path, 'r')
  try {
    return header.subarray(0, readSync(file, header, 0, HEADER_LENGTH, 0))
  } finally {
    closeSync(file)
  }
}

export type ProjectConnection = ReturnType<typeof connect>

/** Opens and locks a file. */
function connect(path: string, identity: string) {
  const db = new DatabaseSync(path, { timeout: LOCK_WAIT_MS, defensive: true })
  claimFile(identity)
  const close = () => {
    releaseFile(identity)
    try {
      if (db.isTransaction) db.exec('ROLLBACK')
      if (existsSync(`${path}-journal`) && identify(path) === identity) removeJournal(db)
    } catch {
      // The file is refused, locked or on a failing disk: there is nothing to clean up.
    }
    db.close()
  }
  try {
    lock(db)
    return {
      path,
      /** Read once the file is locked: the lock rolls back a migration that a crash cut short, and with it the first page. */
      formatVersion: readUserVersion(db),
      db,
      statements: createStatements(db),
      /** Throws `project-moved` if the file is no longer at its path: writes would go to a file that cannot be found. */
      assertInPlace(): void {
        if (identify(path) !== identity) throw projectError('project-moved', path)
      },
      close,
    }
  } catch (error) {
    close()
    throw asRefusal(error, path)
  }
}

/**
 * Exclusive from the start. The lock mode is set inside the transaction: with it set before, two programs that
 * open a file at the same time would each keep a shared lock and neither would get in.
 */
function lock(db: DatabaseSync): void {
  db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON')
  db.exec('BEGIN EXCLUSIVE')
  db.exec('PRAGMA locking_mode = EXCLUSIVE')
}

/**
 * In exclusive mode SQLite ends a transaction by overwriting the journal's header, and syncs that, so that a commit is
 * durable when it returns. The settled journal stays until the file is closed; one left by a crash stays until here.
 */
function removeJournal(db: DatabaseSync): void {
  db.exec('PRAGMA locking_mode = NORMAL')
  db.prepare('SELECT count(*) FROM sqlite_schema').get() // the lock is released by the next read
  db.exec('PRAGMA journal_mode = PERSIST; PRAGMA journal_mode = DELETE')
}

function checkStructure({ db, path, formatVersion }: ProjectConnection): void {
  const tables = judgeTables(tablesOf(db))
  if (tables === null) throw projectError('project-corrupt', path)
  if (tables === 'first' && formatVersion > OLDEST_FORMAT_VERSION)
    throw projectError('project-unreleased', path)
  if (findDamage(db) !== null) throw projectError('project-corrupt', path)
}

/** The SQL of the tables, and of everything else in a file. */
export function tablesOf(db: DatabaseSync): readonly string[] {
  return db
    .prepare('SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL')
    .all()
    .map((row) => String(row['sql']))
}

/** While a file is being read for the first time, any other complaint of SQLite is the file's fault. */
function asRefusal(error: unknown, path: string): unknown {
  const known = toProjectError(error, path)
  return known === error && isSqliteError(error) ? projectError('project-corrupt', path, {}, error) : known
}
