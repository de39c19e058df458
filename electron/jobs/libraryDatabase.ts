/**
 * What the app knows across all stories, in one SQLite file of its own: conversions, what they cost, events received. The
 * stories stay the truth about themselves; a library that is lost or damaged fills up again as they are opened.
 */
import { mkdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite'
import { isSqliteError } from '../project/projectErrors.ts'

const TABLES = `
CREATE TABLE IF NOT EXISTS conversions (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  state TEXT NOT NULL,
  uuid TEXT,
  story_id TEXT NOT NULL,
  story_title TEXT NOT NULL,
  path TEXT NOT NULL,
  -- Estimated and charged credits as the ledger counts them, told apart from what a service said (in json).
  estimate INTEGER NOT NULL,
  charged INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  is_hidden INTEGER NOT NULL DEFAULT 0,
  json TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS conversions_by_time ON conversions (created_at_ms);
CREATE INDEX IF NOT EXISTS conversions_by_uuid ON conversions (uuid);
CREATE TABLE IF NOT EXISTS events (
  uuid TEXT PRIMARY KEY,
  received_at_ms INTEGER NOT NULL,
  conversion_id TEXT,
  json TEXT
) STRICT;
CREATE INDEX IF NOT EXISTS events_by_conversion ON events (conversion_id);
`

/** Several hosts may share one app folder: each waits for the other's short writes. */
const LOCK_WAIT_MS = 2_000

export type LibraryRow = Record<string, SQLOutputValue>

export interface LibraryDatabase {
  all(sql: string, ...params: SQLInputValue[]): LibraryRow[]
  get(sql: string, ...params: SQLInputValue[]): LibraryRow | undefined
  run(sql: string, ...params: SQLInputValue[]): void
  transaction(write: () => void): void
  close(): void
}

/** SQLite's codes for a file that is damaged, and for one that is no database. */
const DAMAGED: ReadonlySet<unknown> = new Set([11, 26])

/**
 * Opens `library.db` in the app's folder. One that is damaged is kept aside, and a new one begun; one that another program
 * holds, or that may not be read, is left as it is: then it throws.
 */
export function openLibrary(dataDir: string): LibraryDatabase {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'library.db')
  let db: DatabaseSync
  try {
    db = connect(path)
  } catch (error) {
    // The primary code of SQLite is in the lowest byte.
    if (!isSqliteError(error) || !DAMAGED.has(error.errcode & 0xff)) throw error
    renameSync(path, `${path}.damaged`)
    for (const ending of ['-journal', '-wal', '-shm']) rmSync(path + ending, { force: true })
    db = connect(path)
  }
  const statements = new Map<string, StatementSync>()
  function prepared(sql: string): StatementSync {
    const statement = statements.get(sql) ?? db.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  return {
    all: (sql, ...params) => prepared(sql).all(...params),
    get: (sql, ...params) => prepared(sql).get(...params),
    run: (sql, ...params) => void prepared(sql).run(...params),
    transaction(write) {
      db.exec('BEGIN IMMEDIATE')
      try {
        write()
        db.exec('COMMIT')
      } catch (error) {
        if (db.isTransaction) db.exec('ROLLBACK')
        throw error
      }
    },
    close: () => db.close(),
  }
}

/** A text as it is searched: `has_text(text, sought)` finds a sought text that was folded alike, in any script. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLocaleLowerCase('en')
}

function connect(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: LOCK_WAIT_MS, defensive: true })
  try {
    db.function('has_text', { deterministic: true }, (text, sought) =>
      Number(foldText(String(text)).includes(String(sought))),
    )
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    db.exec(TABLES)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
