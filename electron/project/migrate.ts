/**
 * Brings a file of an older format version to this one. The file as it was stays beside it as a complete copy. Whenever the
 * program is killed meanwhile, the file is wholly of the old version or wholly of the new one.
 */
import { existsSync, rmSync } from 'node:fs'
import { FORMAT_VERSION, STORED_TABLES } from '../../shared/project-file/formatSteps.ts'
import type { StoredTable } from '../../shared/project-file/formatSteps.ts'
import { parseStored } from '../../shared/project-file/storedRecords.ts'
import { parseJsonRow, toJsonRow } from '../lib/sqlite/jsonRows.ts'
import { inTransaction } from '../lib/sqlite/statements.ts'
import type { ProjectConnection } from './connection.ts'
import { toProjectError } from './projectErrors.ts'

/**
 * Migrates an open file whose content was read and checked. `copyTo` makes the complete copy. Gives the copy's path, or
 * null where the file is of this version. After an error the file is as it was, and there is no copy.
 */
export function migrate(connection: ProjectConnection, copyTo: (path: string) => void): string | null {
  if (connection.formatVersion === FORMAT_VERSION) return null
  const copyPath = newCopyPath(connection)
  copyTo(copyPath)
  try {
    connection.assertInPlace()
    inTransaction(connection.db, () => {
      for (const table of STORED_TABLES) rewriteTable(connection, table)
      connection.db.exec(`PRAGMA user_version = ${FORMAT_VERSION}`)
    })
    return copyPath
  } catch (error) {
    rmSync(copyPath, { force: true })
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

/** A name beside the file that no file has: an earlier copy is never replaced. */
function newCopyPath({ path, formatVersion }: ProjectConnection): string {
  for (let count = 1; ; count += 1) {
    const copyPath = `${path}.format-${formatVersion}${count === 1 ? '' : `-${count}`}.bak`
    if (!existsSync(copyPath)) return copyPath
  }
}
