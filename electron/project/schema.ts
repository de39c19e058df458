/** The files that the story came from, as JSON (shared/import/origin.ts). */
const ORIGINS = `CREATE TABLE origins (
  number INTEGER PRIMARY KEY,
  json TEXT NOT NULL,
  checksum INTEGER NOT NULL
) STRICT`

/** The tables of a project file. Story records, takes, renders and conversions are JSON with a checksum (lib/sqlite/jsonRows.ts). */
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
  // The newest row is the story's render; older ones keep their audio in the story, since it was paid for.
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
  // Chunks of 1 MiB, counted from 0. Those without a row in audio are on their way in, or were left by a crash.
  `CREATE TABLE audio_chunks (
  audio_id TEXT NOT NULL,
  number INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (audio_id, number)
) STRICT`,
  // The story's records as a gzipped JSON array of the given format version.
  `CREATE TABLE versions (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  blocks INTEGER NOT NULL,
  format INTEGER NOT NULL,
  records BLOB NOT NULL
) STRICT`,
  ORIGINS,
] as const

/** The tables of version 1 have no origins. */
const FIRST_TABLES: readonly string[] = TABLES.filter((table) => table !== ORIGINS)

/** Makes the tables of version 1 those of today, inside a transaction. */
export const UPGRADE_TABLES = ORIGINS

/**
 * Whose tables SQLite lists: those of today, or those of version 1. Null for anything else, such as a trigger: that comes from another
 * program.
 */
export function judgeTables(statements: readonly string[]): 'today' | 'first' | null {
  const listed = statements.toSorted()
  const are = (tables: readonly string[]) =>
    tables.length === listed.length && tables.toSorted().every((sql, index) => sql === listed[index])
  if (are(TABLES)) return 'today'
  return are(FIRST_TABLES) ? 'first' : null
}
