import { DatabaseSync } from 'node:sqlite'

/** The columns of all tables of a database, as `table.column`. */
export function columnsOf(db: DatabaseSync): ReadonlySet<unknown> {
  const rows = db.prepare(
    `SELECT t.name || '.' || c.name AS place FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table'`,
  )
  return new Set(rows.all().map(({ place }) => place))
}

/** The columns, as `columnsOf` gives them, of tables that are made by this SQL. */
export function columnsMadeBy(sql: string): ReadonlySet<unknown> {
  const db = new DatabaseSync(':memory:')
  try {
    db.exec(sql)
    return columnsOf(db)
  } finally {
    db.close()
  }
}

/** What SQLite finds wrong with the content of a database, or null. Reads all of it. */
export function findDamage(db: DatabaseSync): string | null {
  const report = db.prepare('PRAGMA quick_check(1)').get()?.['quick_check']
  return report === 'ok' ? null : String(report)
}
