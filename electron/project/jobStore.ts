/** The jobs of a project: on disk before anything is sent, so that a request that may have been charged is never forgotten. */
import { wireErrorSchema, type WireError } from '../../shared/ipc/result.ts'
import { parsePayload } from '../../shared/jobs/payload.ts'
import { parseStored, type StoredJob } from '../../shared/project-file/format.ts'
import { readCredits } from '../../shared/speech-api/statuses.ts'
import { parseJsonRow, toJsonRow, type Row } from '../lib/sqlite/sqlite.ts'
import type { JobRecord, JobStore } from './project.ts'
import type { ProjectDatabase } from './projectDatabase.ts'
import { projectError } from '../lib/files/diskFaults.ts'

const SELECT = 'SELECT number, id, json, checksum, request_body FROM conversions'
/** A cap far above what a story needs, so that a file with a long history (or a hostile one) opens fast. */
const MOST_LISTED = 10_000

/**
 * The listed jobs: open jobs come before newer finished ones, because a request that may have been charged is not sent
 * again, however old it is. Damaged JSON is reported when it is read.
 */
const SELECT_LISTED = `${SELECT} WHERE number IN (
  SELECT number FROM conversions
  ORDER BY CASE WHEN json_valid(json) THEN json_extract(json, '$.state') IN ('sending', 'unknown', 'accepted') END DESC, number DESC
  LIMIT ?
) ORDER BY number DESC`

/** The jobs of an open project. `onWrite` is called inside the transaction with the job that it writes. */
export function createJobStore(
  database: ProjectDatabase,
  onWrite: (id: string) => void,
): JobStore & {
  /** Must be called after a transaction was rolled back. */
  forgetList(): void
} {
  function toStored(row: Row): StoredJob {
    try {
      return parseStored('conversions', parseJsonRow(row))
    } catch (error) {
      throw projectError('project-corrupt', database.path, {}, error)
    }
  }

  function toRecord(row: Row): JobRecord {
    const { kind, purpose, error, ...stored } = toStored(row)
    return {
      ...stored,
      endpoint: kind,
      payload: parsePayload(purpose),
      estimatedCredits: readCredits(stored.estimatedCredits),
      usedCredits: readCredits(stored.usedCredits),
      error: error === null ? null : parseError(error),
      requestBody: String(row['request_body']),
    }
  }

  function find(id: string): JobRecord | undefined {
    const listed = known?.get(id)
    if (listed !== undefined) return listed
    const row = database.get(`${SELECT} WHERE id = ?`, id)
    return row === undefined ? undefined : toRecord(row)
  }

  /**
   * The listed jobs, oldest first, once they were read: the list is needed at each step of a render, and a long story has thousands
   * of jobs. Null after a transaction that was rolled back.
   */
  let known: Map<string, JobRecord> | null = null
  /** The numbers of the rows read so far: they never change. Forgotten with the list. */
  const numbers = new Map<string, number>()

  function orderOf(id: string): number {
    const kept =
      numbers.get(id) ?? database.get('SELECT number FROM conversions WHERE id = ?', id)?.['number']
    if (kept === undefined) {
      const newest = database.get('SELECT max(number) AS number FROM conversions')?.['number']
      return Number(newest ?? 0) + 0.5
    }
    numbers.set(id, Number(kept))
    return Number(kept)
  }

  function list(): JobRecord[] {
    if (known === null) {
      const rows = database.all(SELECT_LISTED, MOST_LISTED)
      for (const row of rows) numbers.set(String(row['id']), Number(row['number']))
      known = new Map(
        rows
          .map(toRecord)
          .reverse()
          .map((job) => [job.id, job]),
      )
    }
    return [...known.values()].reverse()
  }

  return {
    find,
    list,
    orderOf,
    insert({ payload, endpoint, error, requestBody, ...job }) {
      const stored = {
        ...job,
        kind: endpoint,
        purpose: JSON.stringify(payload ?? {}),
        error: formatError(error),
      }
      const { json, checksum } = toJsonRow(parseStored('conversions', stored))
      database.transaction(() => {
        database.run(
          'INSERT INTO conversions (id, json, checksum, request_body) VALUES (?, ?, ?, ?)',
          job.id,
          json,
          checksum,
          requestBody,
        )
        known?.set(job.id, toRecord({ json, checksum, request_body: requestBody }))
        onWrite(job.id)
      })
    },
    update(id, { requestBody, endpoint, error, ...patch }) {
      const row = database.get(`${SELECT} WHERE id = ?`, id)
      if (row === undefined) throw new Error(`The project has no job ${id}`)
      const { json, checksum } = toJsonRow(
        parseStored('conversions', {
          ...toStored(row),
          ...patch,
          ...(endpoint !== undefined && { kind: endpoint }),
          ...(error !== undefined && { error: formatError(error) }),
          id,
        }),
      )
      const body = requestBody ?? String(row['request_body'])
      const job = toRecord({ json, checksum, request_body: body })
      database.transaction(() => {
        database.run('UPDATE conversions SET json = ?, checksum = ? WHERE id = ?', json, checksum, id)
        if (requestBody !== undefined)
          database.run('UPDATE conversions SET request_body = ? WHERE id = ?', body, id)
        known?.set(id, job)
        onWrite(id)
      })
      return job
    },
    forgetList() {
      known = null
      numbers.clear()
    },
  }
}

/** A job that was being sent when the program ended may have arrived: its outcome is unknown. */
export function settleInterruptedJobs(jobs: JobStore, nowMs: number): void {
  for (const { id, state } of jobs.list()) {
    if (state === 'sending') jobs.update(id, { state: 'unknown', updatedAtMs: nowMs })
  }
}

function formatError(error: WireError | null): string | null {
  return error === null ? null : JSON.stringify(error)
}

function parseError(text: string): WireError | null {
  try {
    return wireErrorSchema.parse(JSON.parse(text))
  } catch {
    return null
  }
}
