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
