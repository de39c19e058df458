/** Statements and transactions of a SQLite file, the same for every file that Fabula keeps. */
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'

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
