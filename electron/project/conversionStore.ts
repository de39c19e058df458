/** The conversions of a project: on disk before anything is sent, so that what may have been charged is never forgotten. */
import { storedConversionSchema } from '../../shared/project-file/storedRecords.ts'
import type { ConversionRecord, ConversionStore } from './project.ts'
import type { ProjectDatabase, Row } from './projectDatabase.ts'
import { projectError } from './projectErrors.ts'
import { parseJsonRow } from './readProject.ts'
import { checksumOf } from './schema.ts'

export interface ConversionStoreOptions {
  readonly database: ProjectDatabase
  readonly transaction: <T>(write: () => T) => T
  /** Told inside the transaction which record it writes. */
  readonly onWrite?: (id: string) => void
}

const SELECT = 'SELECT json, checksum, request_body FROM conversions'

/** The conversion records of an open project. */
export function createConversionStore(options: ConversionStoreOptions): ConversionStore {
  const { database, transaction, onWrite = () => undefined } = options

  function toRecord(row: Row): ConversionRecord {
    try {
      return { ...storedConversionSchema.parse(parseJsonRow(row)), requestBody: String(row['request_body']) }
    } catch (error) {
      throw projectError('project-corrupt', database.path, {}, error)
    }
  }

  function find(id: string): ConversionRecord | undefined {
    const row = database.get(`${SELECT} WHERE id = ?`, id)
    return row === undefined ? undefined : toRecord(row)
  }

  return {
    find,
    list: () => database.all(`${SELECT} ORDER BY number DESC`).map(toRecord),
    insert(record) {
      const { requestBody, ...stored } = record
      const { json, checksum } = toJsonColumns(stored)
      transaction(() => {
        database.run(
          'INSERT INTO conversions (id, json, checksum, request_body) VALUES (?, ?, ?, ?)',
          record.id,
          json,
          checksum,
          requestBody,
        )
        onWrite(record.id)
      })
    },
    update(id, patch) {
      const before = find(id)
      if (before === undefined) throw new Error(`The project has no conversion ${id}`)
      const after: ConversionRecord = { ...before, ...patch, id }
      const { requestBody, ...stored } = after
      const { json, checksum } = toJsonColumns(stored)
      transaction(() => {
        database.run('UPDATE conversions SET json = ?, checksum = ? WHERE id = ?', json, checksum, id)
        if (requestBody !== before.requestBody) {
          database.run('UPDATE conversions SET request_body = ? WHERE id = ?', requestBody, id)
        }
        onWrite(id)
      })
      return after
    },
  }
}

/** A conversion that was being sent when the program ended may have arrived: its outcome is unknown. */
export function settleInterruptedConversions(conversions: ConversionStore, nowMs: number): void {
  for (const { id, state } of conversions.list()) {
    if (state === 'sending') conversions.update(id, { state: 'unknown', updatedAtMs: nowMs })
  }
}

function toJsonColumns(stored: Omit<ConversionRecord, 'requestBody'>): { json: string; checksum: number } {
  const json = JSON.stringify(storedConversionSchema.parse(stored))
  return { json, checksum: checksumOf(json) }
}
