/** The SQLite file of the service: conversions, custom vibes and events still to be delivered. */
import { DatabaseSync } from 'node:sqlite'
import { columnsMadeBy, columnsOf, findDamage, readUserVersion } from '../../lib/sqlite/sqlite.ts'

/** The statements that upgrade the file from each version to the next. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE conversions (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    uuid TEXT NOT NULL UNIQUE,
    request TEXT NOT NULL,
    subject TEXT NOT NULL,
    mediaToken TEXT NOT NULL UNIQUE,
    status INTEGER NOT NULL,
    percentage INTEGER NOT NULL,
    estimatedCredit INTEGER NOT NULL,
    usedCredit INTEGER NOT NULL,
    errorMessage TEXT NOT NULL,
    createdAtMs INTEGER NOT NULL,
    updatedAtMs INTEGER NOT NULL,
    fileSize INTEGER NOT NULL,
    timings TEXT NOT NULL
  ) STRICT;`,
  // Ids are never reused, and begin far above those of the master vibes (1, 2, 3…).
  `CREATE TABLE vibes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    vibe TEXT NOT NULL,
    prompt TEXT NOT NULL,
    createdAtMs INTEGER NOT NULL,
    updatedAtMs INTEGER NOT NULL
  ) STRICT;
  INSERT INTO sqlite_sequence (name, seq) VALUES ('vibes', 1000);
  CREATE TABLE deliveries (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    eventUuid TEXT NOT NULL,
    event TEXT NOT NULL,
    conversionUuid TEXT NOT NULL,
    url TEXT NOT NULL,
    tries INTEGER NOT NULL,
    dueAtMs INTEGER NOT NULL
  ) STRICT;`,
]

/** Another service uses the folder: two services in one folder would both continue the same conversions. */
export class FolderInUseError extends Error {}

/** The file is damaged, or this version of the service cannot use it. */
export class UnusableDatabaseError extends Error {}

/**
 * Opens the file, or creates it. The lock is exclusive while the file is open. Throws `FolderInUseError`, `UnusableDatabaseError`
 * if the file is damaged or a newer version wrote it, and the errors of SQLite.
 */
export function openServiceDatabase(path: string): DatabaseSync {
  const database = new DatabaseSync(path)
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
    const version = readUserVersion(database)
    if (version > MIGRATIONS.length) throw new UnusableDatabaseError('It is of a newer version')
    const damage = findDamage(database)
    if (damage !== null) throw new UnusableDatabaseError(damage)
    const steps = MIGRATIONS.slice(version).join('\n')
    database.exec(`BEGIN EXCLUSIVE; ${steps} PRAGMA user_version = ${MIGRATIONS.length}; COMMIT;`)
    const missing = columnsMadeBy(MIGRATIONS.join('\n')).difference(columnsOf(database))
    if (missing.size > 0) throw new UnusableDatabaseError(`It has no ${[...missing].join(', ')}`)
  } catch (error) {
    database.close()
    if (error instanceof Error && error.message.includes('database is locked')) {
      throw new FolderInUseError(`Another speech service is using ${path}`, { cause: error })
    }
    throw error
  }
  return database
}
