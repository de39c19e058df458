/**
 * Brings a file of an older format version to this one. The file as it was stays beside it as a complete copy. Whenever the
 * program is killed meanwhile, the file is wholly of the old version or wholly of the new one.
 */
import { existsSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { FORMAT_VERSION, STORED_TABLES } from '../../shared/project-file/formatSteps.ts'
import type { StoredTable } from '../../shared/project-file/formatSteps.ts'
import { parseStored } from '../../shared/project-file/storedRecords.ts'
import { parseJsonRow, toJsonRow } from '../lib/sqlite/jsonRows.ts'
import { inTransaction } from '../lib/sqlite/statements.ts'
import { tablesOf } from './connection.ts'
import type { ProjectConnection } from './connection.ts'
import { toProjectError } from './projectErrors.ts'
import { judgeTables, UPGRADE_TABLES } from './schema.ts'

/**
 * Migrates an open file whose content was read and checked. `copyTo` makes the complete copy. Returns the copy's path, or
 * null if the file is of this version. After an error the file is as it was, and there is no new copy.
 */
export function migrate(connection: ProjectConnection, copyTo: (path: string) => void): string | null {
  if (connection.formatVersion === FORMAT_VERSION) return null
  const { copyPath, isThere } = placeOfCopy(connection)
  if (!isThere) copyTo(copyPath)
  try {
    connection.assertInPlace()
    inTransaction(connection.db, () => {
      if (judgeTables(tablesOf(connection.db)) === 'first') connection.db.exec(UPGRADE_TABLES)
      for (const table of STORED_TABLES) rewriteTable(connection, table)
      connection.db.exec(`PRAGMA user_version = ${FORMAT_VERSION}`)
    })
    return copyPath
  } catch (error) {
    if (!isThere) rmSync(copyPath, { force: true })
    throw toProjectError(error, connection.path)
  }
}

function rewriteTable({ db, formatVersion }: ProjectConnection, table: StoredTable): void {
  const update = db.prepare(`UPDATE ${table} SET json = ?, checksum = ? WHERE rowid = ?`)
  // Without a name of its own, `rowid` takes the name of an integer primary key.
  for (const row of db.prepare(`SELECT rowid AS place, json, checksum FROM ${table}`).all()) {
    const { json, checksum } = toJsonRow(parseStored(table, parseJsonRow(row), formatVersion))
    update.run(json, checksum, Number(row['place']))
  }
}

/**
 * Where the copy of a file goes: a name beside it that no file has, because an earlier copy is never replaced; or the copy that a
 * program made before it was killed.
 */
function placeOfCopy({ path, formatVersion, db }: ProjectConnection): { copyPath: string; isThere: boolean } {
  for (let count = 1; ; count += 1) {
    const copyPath = `${path}.format-${formatVersion}${count === 1 ? '' : `-${count}`}.bak`
    if (!existsSync(copyPath)) return { copyPath, isThere: false }
    if (isCopyOf(copyPath, db)) return { copyPath, isThere: true }
  }
}

/** What tells the content of two project files apart. Stored audio never changes: its bytes need not be compared. */
const CONTENT = [
  'PRAGMA user_version',
  ...STORED_TABLES.map((table) => `SELECT * FROM ${table} ORDER BY rowid`),
  'SELECT * FROM audio ORDER BY id',
  'SELECT audio_id, number, length(bytes) FROM audio_chunks ORDER BY audio_id, number',
  'SELECT number, id, name, format, length(records) FROM versions ORDER BY number',
]

function isCopyOf(path: string, db: DatabaseSync): boolean {
  try {
    const copy = new DatabaseSync(path, { readOnly: true, defensive: true })
    try {
      const rowsIn = (source: DatabaseSync, sql: string) => JSON.stringify(source.prepare(sql).all())
      return CONTENT.every((sql) => rowsIn(copy, sql) === rowsIn(db, sql))
    } finally {
      copy.close()
    }
  } catch {
    return false // it is not a project file, or cannot be read
  }
}
