/**
 * The project file as the stores see it: statements and transactions. It can continue in a copy of itself (Save As) without
 * its users noticing.
 */
import { accessSync, constants, existsSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import {
  FORMAT_VERSION,
  parseStored,
  STORED_TABLES,
  type StoredTable,
} from '../../shared/project-file/format.ts'
import { assertNotOpenHere, identify, newPartPath, renameDurably, syncFile } from '../lib/files/atomicFile.ts'
import {
  inTransaction,
  parseJsonRow,
  removeDatabaseFiles,
  type Statements,
  toJsonRow,
} from '../lib/sqlite/sqlite.ts'
import {
  judgeTables,
  openConnection,
  type ProjectConnection,
  tablesOf,
  UPGRADE_TABLES,
} from './connection.ts'
import { projectError, toProjectError, withProjectErrors } from '../lib/files/diskFaults.ts'
import type { Change } from '../../shared/story/changes.ts'
import type { RecordId, StoryRecord } from '../../shared/story/records.ts'
import type { Story } from '../../shared/story/story.ts'

/** Statements throw a UserFacingError with a `project-…` code if the file or its disk fails. */
export interface ProjectDatabase extends Statements {
  readonly path: string
  /**
   * Runs several writes as one transaction, on disk when this returns. A nested transaction becomes part of the outer one; a
   * nested failure fails the whole, even if it is caught on the way.
   */
  transaction<T>(write: () => T): T
  /** Makes a complete copy at `path`; an existing file is replaced once the copy is complete and checked. */
  copyTo(path: string): void
  /** Makes a copy like `copyTo` and continues in it. After a failure it continues in the old file. */
  moveTo(path: string): void
  close(): void
}

/** Notified when an outermost transaction begins, and how it ends, so that memory matches the disk. */
interface TransactionWatch {
  begun(): void
  committed(): void
  rolledBack(): void
}

interface OpenedDatabase<T> {
  readonly database: ProjectDatabase
  readonly content: T
  /** The path of the copy of the file as it was, if the file had an older format version. */
  readonly keptCopy: string | null
}

/**
 * Opens a project file for its stores and migrates it to this format version. `read` returns the content, and checks all of it
 * before anything is written. If the file is temporary, its writes are not flushed to disk until it is moved.
 */
export function openProjectDatabase<T>(
  path: string,
  read: (connection: ProjectConnection) => T,
  watch: TransactionWatch,
  isTemporary = false,
): OpenedDatabase<T> {
  const opened = openConnection(path, read)
  const keptCopy = migrateOrClose(opened.connection, read)
  if (isTemporary) opened.connection.db.exec('PRAGMA synchronous = OFF')
  let connection = opened.connection
  let isInTransaction = false
  const failures: unknown[] = []

  function outermost<T>(write: () => T): T {
    connection.assertInPlace()
    let hasBegun = false as boolean // set in the transaction
    let result: T
    try {
      result = inTransaction(connection.db, () => {
        isInTransaction = hasBegun = true
        failures.length = 0
        watch.begun()
        const written = write()
        if (failures.length > 0) throw failures[0]
        return written
      })
    } catch (error) {
      if (hasBegun) watch.rolledBack()
      throw error
    } finally {
      isInTransaction = false
    }
    watch.committed()
    return result
  }

  function nested<T>(write: () => T): T {
    try {
      return write()
    } catch (error) {
      failures.push(error)
      throw error
    }
  }

  const database: ProjectDatabase = {
    get path() {
      return connection.path
    },
    all: (sql, ...params) =>
      withProjectErrors(connection.path, () => connection.statements.all(sql, ...params)),
    get: (sql, ...params) =>
      withProjectErrors(connection.path, () => connection.statements.get(sql, ...params)),
    run(sql, ...params) {
      withProjectErrors(connection.path, () => connection.statements.run(sql, ...params))
    },
    transaction: (write) =>
      isInTransaction ? nested(write) : withProjectErrors(connection.path, () => outermost(write)),
    copyTo(target) {
      copyInto(connection, target, read)
    },
    moveTo(target) {
      copyInto(connection, target, read)
      const next = openConnection(target, read)
      connection.close()
      connection = next.connection
    },
    close: () => connection.close(),
  }
  return { database, content: opened.content, keptCopy }
}

function migrateOrClose(
  connection: ProjectConnection,
  read: (connection: ProjectConnection) => unknown,
): string | null {
  try {
    return migrate(connection, (path) => copyInto(connection, path, read))
  } catch (error) {
    connection.close()
    throw error
  }
}

/** Fills a file beside the target, checks it, and only then renames it to the target. */
function copyInto(
  source: ProjectConnection,
  target: string,
  read: (connection: ProjectConnection) => unknown,
): void {
  const partPath = newPartPath(dirname(target))
  try {
    accessSync(dirname(target), constants.W_OK)
    assertReplaceable(target, source, read)
    source.db.prepare('VACUUM INTO ?').run(partPath)
    openConnection(partPath, read).connection.close()
    syncFile(partPath)
    removeDatabaseFiles(target)
    renameDurably(partPath, target)
  } catch (error) {
    rmSync(partPath, { force: true })
    removeDatabaseFiles(partPath)
    throw toProjectError(error, target)
  }
}

/** Refuses to replace a story that is open, here or in another program: its process would write to a deleted file. */
function assertReplaceable(
  target: string,
  source: ProjectConnection,
  read: (connection: ProjectConnection) => unknown,
): void {
  if (!existsSync(target)) return
  if (identify(target) === identify(source.path)) throw projectError('project-same-file', target)
  assertNotOpenHere(target)
  try {
    openConnection(target, read).connection.close()
  } catch (error) {
    const refusal = toProjectError(error, target)
    if (refusal instanceof UserFacingError && refusal.code === 'project-locked') throw refusal
  }
}

// Migrates a file of an older format version to this one. A complete copy of the original stays beside it. If the
// program is killed meanwhile, the file is entirely of the old version or entirely of the new one.

/**
 * Migrates an open file whose content was read and checked. `copyTo` makes the complete copy. Returns the copy's path, or
 * null if the file has this version. After an error the file is unchanged, and there is no new copy.
 */
function migrate(connection: ProjectConnection, copyTo: (path: string) => void): string | null {
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
  // Without an alias, `rowid` takes the name of an integer primary key.
  for (const row of db.prepare(`SELECT rowid AS place, json, checksum FROM ${table}`).all()) {
    const { json, checksum } = toJsonRow(parseStored(table, parseJsonRow(row), formatVersion))
    update.run(json, checksum, Number(row['place']))
  }
}

/**
 * Where the copy of a file goes: an unused name beside it, because an earlier copy is never replaced; or the copy that a
 * program made before it was killed.
 */
function placeOfCopy({ path, formatVersion, db }: ProjectConnection): { copyPath: string; isThere: boolean } {
  for (let count = 1; ; count += 1) {
    const copyPath = `${path}.format-${formatVersion}${count === 1 ? '' : `-${count}`}.bak`
    if (!existsSync(copyPath)) return { copyPath, isThere: false }
    if (isCopyOf(copyPath, db)) return { copyPath, isThere: true }
  }
}

/** Queries that compare the content of two project files. Stored audio never changes: its bytes need not be compared. */
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

/** Writes a change of the story to its table: only the records it touches. */
const PUT = `INSERT INTO records (id, type, json, checksum) VALUES (?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET json = excluded.json, checksum = excluded.checksum`

/** Writes one record, new or changed. */
export function putRecord(to: Statements, record: StoryRecord): void {
  const { json, checksum } = toJsonRow(record)
  to.run(PUT, record.id, record.type, json, checksum)
}

/** Writes the difference that `change` made between two states of a story. */
export function writeChange(to: Statements, before: Story, after: Story, change: Change): void {
  const ids = new Set<RecordId>([...change.put.map((record) => record.id), ...change.remove])
  for (const id of ids) {
    const record = after.records.get(id)
    if (record === before.records.get(id)) continue
    if (record === undefined) to.run('DELETE FROM records WHERE id = ?', id)
    else putRecord(to, record)
  }
}

/**
 * Throws if a change would put a second story record, or a record of another type in place of one. The fields of the records
 * are checked where a change arrives (app/dispatcher.ts).
 */
export function assertStorable(story: Story, change: Change): void {
  for (const record of change.put) {
    const known = story.records.get(record.id)
    if (known === undefined ? record.type === 'story' : known.type !== record.type) {
      throw new Error(`A change puts ${record.type} ${record.id}, which the story does not allow`)
    }
  }
}
