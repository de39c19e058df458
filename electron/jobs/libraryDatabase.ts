/**
 * What the app knows across all stories, in one SQLite file of its own: conversions, what they cost, events received. The
 * stories stay the truth about themselves; a library that is lost or damaged fills up again as they are opened.
 */
import { chmodSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { diskFaultOf } from '../lib/files/diskFaults.ts'
import { setAside } from '../lib/files/atomicFile.ts'
import {
  columnsMadeBy,
  columnsOf,
  findDamage,
  createStatements,
  inTransaction,
  readUserVersion,
  type Statements,
} from '../lib/sqlite/sqlite.ts'

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
  -- Credits: Fabula's own estimate (the service's if Fabula does not know the text), and what was used as the ledger shows it.
  -- What a service said is in json. An earlier Fabula may have written numbers below 0.
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

/** The day of a conversion, as YYYY-MM-DD in the writer's own time. */
export const DAY_SQL = "date(created_at_ms / 1000, 'unixepoch', 'localtime')"

/** Several hosts may share one app folder: each waits for the other's short writes. */
const LOCK_WAIT_MS = 2_000

export interface LibraryDatabase extends Statements {
  /** Runs several writes as one transaction. */
  transaction(write: () => void): void
  /** The name that the library before this one has now, where it was damaged or of another version; null where it was not. */
  readonly setAsideAs: string | null
  close(): void
}

/** Kept as `user_version`. A library of another version is not read; one without a number is of the first. */
const LIBRARY_VERSION = 1

/** The library in a file cannot be used, whatever SQLite says of the file. */
class UnusableLibrary extends Error {}

/**
 * Opens `library.db` in the app's folder, which only this user may read. A damaged file, or a file of a newer version, is set aside,
 * and a new file is begun. Throws where another program holds the file or it may not be read, and leaves it as it is. `onLost` is
 * called before the list of spending is set aside.
 */
export function openLibrary(dataDir: string, onLost: () => void = () => {}): LibraryDatabase {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'library.db')
  let db: DatabaseSync
  let setAsideAs: string | null = null
  try {
    db = connect(path)
  } catch (error) {
    if (!(error instanceof UnusableLibrary) && diskFaultOf(error) !== 'damaged') throw error
    onLost()
    setAsideAs = basename(setAside(path))
    db = connect(path)
  }
  chmodSync(path, 0o600)
  return {
    ...createStatements(db),
    transaction: (write) => inTransaction(db, write),
    setAsideAs,
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
    db.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON')
    if (readUserVersion(db) > LIBRARY_VERSION) throw new UnusableLibrary('The library is of a newer version')
    if (findDamage(db) !== null) throw new UnusableLibrary('The library is damaged')
    const columns = columnsOf(db)
    const missing = columns.size === 0 ? columns : columnsMadeBy(TABLES).difference(columns)
    if (missing.size > 0) throw new UnusableLibrary(`The library has no ${[...missing].join(', ')}`)
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    db.exec(`BEGIN IMMEDIATE; ${TABLES}; PRAGMA user_version = ${LIBRARY_VERSION}; COMMIT`)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
