/** Statements and transactions of a SQLite file, shared by all of Fabula's files. */
import { existsSync, rmSync } from 'node:fs'
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import * as z from 'zod'

/** A row by column name. */
export type Row = Record<string, SQLOutputValue>

/** Runs SQL with values for its `?`. */
export interface Statements {
  all(sql: string, ...params: SQLInputValue[]): Row[]
  get(sql: string, ...params: SQLInputValue[]): Row | undefined
  run(sql: string, ...params: SQLInputValue[]): void
}

/** The statements of a database. Each SQL text is compiled once and cached, so it must not contain values. Throws SQLite's errors. */
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
 * Runs writes as one transaction, on disk when this returns, and returns their result. After an error nothing is written. Throws their
 * errors, SQLite's errors, and an error if they return a promise.
 */
export function inTransaction<T>(db: DatabaseSync, write: () => T): T {
  db.exec('BEGIN IMMEDIATE')
  try {
    const result = write()
    if (result instanceof Promise) throw new Error('A transaction cannot wait')
    db.exec('COMMIT')
    return result
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK') // SQLite has already rolled back after some failures
    throw error
  }
}

/** The version stored in a file: `PRAGMA user_version`; 0 by default. */
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

/** The columns, like `columnsOf`, of the tables that this SQL creates. */
export function columnsMadeBy(sql: string): ReadonlySet<unknown> {
  const db = new DatabaseSync(':memory:')
  try {
    db.exec(sql)
    return columnsOf(db)
  } finally {
    db.close()
  }
}

/** The damage that SQLite finds in a database, or null. Reads all of it. */
export function findDamage(db: DatabaseSync): string | null {
  const report = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
  return report === 'ok' ? null : String(report)
}

// JSON values in SQLite with a checksum (CRC-32 of the text), so that a flipped bit on the disk is detected instead of changing a word.

/** A stored value: its JSON text, and the text's checksum. */
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

/** Removes SQLite's files beside a path, before a new database is created there: SQLite would apply the journal of the old database to the new one. */
export function removeDatabaseFiles(path: string): void {
  for (const ending of ENDINGS) rmSync(`${path}${ending}`, { force: true })
}

/** Moves SQLite's files beside a database that was moved: a journal may be needed to repair it. */
export function moveDatabaseFiles(
  path: string,
  target: string,
  move: (from: string, to: string) => void,
): void {
  for (const ending of ENDINGS) if (existsSync(path + ending)) move(path + ending, target + ending)
}
