/**
 * One connection to one project file, with exclusive access. SQLite's exclusive lock keeps out every other program and every
 * other Fabula, and ends with the process, however that ends.
 * Nothing in this process may open the file by other means meanwhile (atomicFile.ts).
 */
import { accessSync, closeSync, constants, existsSync, openSync, readSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { HEADER_LENGTH, judgeHeader, OLDEST_FORMAT_VERSION } from '../../shared/project-file/format.ts'
import { isSqliteError, projectError, toProjectError } from '../lib/files/diskFaults.ts'
import { assertNotOpenHere, claimFile, identify, releaseFile } from '../lib/files/atomicFile.ts'
import { createStatements, findDamage, readUserVersion } from '../lib/sqlite/sqlite.ts'

/** The story's records as a gzipped JSON array of the given format version. The reasons are in shared/ipc/views.ts. */
const VERSIONS = `CREATE TABLE versions (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  reason TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  blocks INTEGER NOT NULL,
  format INTEGER NOT NULL,
  records BLOB NOT NULL
) STRICT`

/** The latest edits, oldest first: a description of each (json), and its change with its inverse, gzipped (edit). */
const HISTORY = `CREATE TABLE history (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  is_undone INTEGER NOT NULL,
  at_ms REAL NOT NULL,
  json TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  format INTEGER NOT NULL,
  edit BLOB NOT NULL
) STRICT`

/** The files that the story came from, as JSON (shared/import/origin.ts). */
const ORIGINS = `CREATE TABLE origins (
  number INTEGER PRIMARY KEY,
  json TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT`

/** The tables of a project file. Story records, takes, renders and conversions are JSON with a checksum (lib/sqlite/sqlite.ts). */
export const TABLES = [
  `CREATE TABLE records (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  json TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT`,
  `CREATE TABLE takes (
  id TEXT PRIMARY KEY,
  json TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT`,
  // The newest row is the story's render; older ones keep their audio in the story, because it was paid for.
  `CREATE TABLE renders (
  number INTEGER PRIMARY KEY,
  json TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT`,
  `CREATE TABLE conversions (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  json TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  request_body TEXT NOT NULL
) STRICT`,
  `CREATE TABLE audio (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  byte_length INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL
) STRICT`,
  // Chunks of 1 MiB, counted from 0. Chunks without a row in audio are still being written, or were left by a crash.
  `CREATE TABLE audio_chunks (
  audio_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (audio_id, number)
) STRICT`,
  VERSIONS,
  HISTORY,
  ORIGINS,
] as const

/** The tables of version 1 have no history and no origins, and only versions saved by the writer. */
const FIRST_TABLES: readonly string[] = TABLES.filter((table) => table !== HISTORY && table !== ORIGINS).map(
  (table) => (table === VERSIONS ? VERSIONS.replace('  reason TEXT NOT NULL,\n', '') : table),
)

/** Migrates the tables of version 1 to version 2, inside a transaction. */
export const UPGRADE_TABLES = `ALTER TABLE versions RENAME TO first_versions;
${VERSIONS};
INSERT INTO versions SELECT number, id, 'saved', name, created_at_ms, blocks, format, records FROM first_versions;
DROP TABLE first_versions;
${HISTORY};
${ORIGINS}`

/**
 * The version that the tables listed by SQLite belong to: the current one or version 1. Null for anything else, such as a trigger, which
 * another program added.
 */
export function judgeTables(statements: readonly string[]): 'today' | 'first' | null {
  const listed = statements.toSorted()
  const are = (tables: readonly string[]) =>
    tables.length === listed.length && tables.toSorted().every((sql, index) => sql === listed[index])
  if (are(TABLES)) return 'today'
  return are(FIRST_TABLES) ? 'first' : null
}

/** How long to wait for a lock: enough for a program that is only looking, not for one that has the story open. */
const LOCK_WAIT_MS = 250

interface OpenedConnection<T> {
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
