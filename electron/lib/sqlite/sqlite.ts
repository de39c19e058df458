/** Statements and transactions of a SQLite file, the same for every file that Fabula keeps. */
import { existsSync, rmSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import * as z from 'zod'

/** A row by the names of its columns. */
export type Row = Record<string, SQLOutputValue>

/** Runs SQL with values for its `?`. */
export interface Statements {
  all(sql: string, ...params: SQLInputValue[]): Row[]
  get(sql: string, ...params: SQLInputValue[]): Row | undefined
  run(sql: string, ...params: SQLInputValue[]): void
}

/** The statements of a database. Each text of SQL is compiled once, so it must not hold values. Throws what SQLite throws. */
export function createStatements(db: DatabaseSync): Statements {
  const compiled = new Map<string, StatementSync>()
  function statement(sql: string): StatementSync {
    const known = compiled.get(sql) ?? db.prepare(sql)
    compiled.set(sql, known)
    return known
  }
  return {
    all: (sql, ...params) => statement(sql).all(...params),
    get: (sql, ...params) => statement(sql).get(...params),
    run: (sql, ...params) => void statement(sql).run(...params),
  }
}

/**
 * Runs writes as one transaction, on disk when this returns, and returns what they give. After an error nothing is written.
 * Throws what they throw, what SQLite throws, and if they are not done when they return.
 */
export function inTransaction<T>(db: DatabaseSync, write: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = write()
    if (result instanceof Promise) throw new Error('A transaction cannot wait')
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK') // SQLite has already done so after some failures
    throw error
  }
}

/** The version that a file was given: `PRAGMA user_version`, 0 if it was given none. */
export function readUserVersion(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
}

/** The columns of all tables of a database, as `table.column`. */
export function columnsOf(db: DatabaseSync): ReadonlySet<unknown> {
  const rows = db.prepare(
    `SELECT t.name || '.' || c.name AS place FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'`,
  )
  return new Set(rows.all().map(({ place }) => place))
}

/** The columns, as `columnsOf` gives them, of tables that are made by this SQL. */
export function columnsMadeBy(sql: string): ReadonlySet<unknown> {
  const db = new DatabaseSync(':memory:')
  try {
    db.exec(sql)
    return columnsOf(db)
  } finally {
    db.close()
  }
}

/** What SQLite finds wrong with the content of a database, or null. Reads all of it. */
export function findDamage(db: DatabaseSync): string | null {
  const report = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
  return report === 'ok' ? null : String(report)
}

// JSON values in SQLite with a checksum (CRC-32 of the text) beside them: a bit that flips on a disk is noticed, instead of
// changing a word.

/** A value as it is stored: its JSON text, and the text's checksum. */
interface JsonRow {
  readonly json: string
  readonly checksum: number
}

/** The columns `json` and `checksum` of a value. */
export function toJsonRow(value: unknown): JsonRow {
  const json = JSON.stringify(value)
  return { json, checksum: crc32(json) }
}

const jsonRowSchema = z.object({ json: z.string(), checksum: z.int() })

/** The value in a row with the columns `json` and `checksum`. Throws if the text differs from the text that was written. */
export function parseJsonRow(row: unknown): unknown {
  const { json, checksum } = jsonRowSchema.parse(row)
  if (crc32(json) !== checksum) throw new Error('The checksum of a stored value does not fit')
  return JSON.parse(json)
}

/** The files that SQLite keeps beside a database. */
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
