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
  reason TEXT NOT NULL,
  name TEXT NOT NULL,
  created_at_ms INTEGER NOT NULL,
  blocks INTEGER NOT NULL,
  format INTEGER NOT NULL,
  records BLOB NOT NULL
) STRICT`,
  // The latest edits, oldest first: what each was (json), and its change with what takes it back, gzipped (edit).
  `CREATE TABLE history (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  is_undone INTEGER NOT NULL,
  at_ms REAL NOT NULL,
  json TEXT NOT NULL,
  checksum INTEGER NOT NULL,
  format INTEGER NOT NULL,
  edit BLOB NOT NULL
) STRICT`,
] as const

/** Whether SQLite lists exactly Fabula's tables: anything else, such as a trigger, comes from another program. */
export function isExpectedSchema(statements: readonly string[]): boolean {
  const expected = TABLES.toSorted()
  return (
    statements.length === expected.length &&
    statements.toSorted().every((sql, index) => sql === expected[index])
  )
}
