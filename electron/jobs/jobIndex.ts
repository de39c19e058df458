/** Every job of every project in one list, as `indexWriter.ts` has written it. */
import { existsSync } from 'node:fs'
import type { SQLInputValue } from 'node:sqlite'
import type { JobFilter, JobGroup } from '../../shared/ipc/jobsContract.ts'
import type { JobState } from '../../shared/jobs/job.ts'
import { pacesOf, type Paces } from '../../shared/jobs/pace.ts'
import type { JobPlace, JobView } from '../../shared/jobs/jobView.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { JobViews } from './jobViews.ts'
import { foldText, DAY_SQL, type LibraryDatabase } from './libraryDatabase.ts'

const PAGE = 400
/** So many blocks of the past tell how fast a connection is. */
const MADE_BEFORE = 200

export interface JobIndexOptions {
  readonly library: LibraryDatabase
  readonly views: Pick<JobViews, 'ofRow'>
}

/** A job that a service has accepted, or that was being sent when its project was last open. */
export interface WaitingJob {
  readonly path: string
  /** Why its audio is not here, as last told. */
  readonly errorCode: string | null
}

export interface JobIndex {
  /** A page of the jobs that pass the filter, newest first, from where the page before it ended. */
  list(after?: JobPlace | null, filter?: JobFilter): { jobs: JobView[]; hasMore: boolean }
  /** How many listed jobs pass the filter in each group, whatever group the filter names. */
  count(filter?: JobFilter): Record<JobGroup, number>
  /** The jobs that wait for a service, as far as their project's file is still there. */
  waiting(): readonly WaitingJob[]
  find(id: string): JobView | undefined
  /** The file of the project that a job belongs to. Throws `conversion-gone` for a job that the index does not know. */
  pathOf(id: string): string
  /** The newest job with a service's id that a connection in `connectionIds` made. */
  findByUuid(uuid: string, connectionIds: ReadonlySet<string>): JobView | undefined
  /** Whether a request to one of these connections is on its way, so that an answer may come any moment. */
  isSendingTo(connectionIds: ReadonlySet<string>): boolean
  /** How fast a connection was with the last blocks that it made. */
  paces(connectionId: string): Paces
  /** Removes a job from the list, or puts it back. It stays in the ledger. */
  setListed(id: string, isListed: boolean): void
  /** The jobs that a service has accepted. */
  accepted(): readonly string[]
}

export function createJobIndex(options: JobIndexOptions): JobIndex {
  const { library, views } = options

  function find(id: string): JobView | undefined {
    const row = library.get('SELECT * FROM conversions WHERE id = ?', id)
    return row === undefined ? undefined : views.ofRow(row)
  }

  return {
    list(after = null, filter = {}) {
      const { createdAtMs, id } = after ?? { createdAtMs: Number.MAX_SAFE_INTEGER, id: '' }
      const condition = conditionOf(filter)
      const rows = library.all(
        `SELECT * FROM conversions WHERE is_hidden = 0 AND (created_at_ms, id) < (?, ?) AND ${condition.sql}
         ORDER BY created_at_ms DESC, id DESC LIMIT ?`,
        createdAtMs,
        id,
        ...condition.params,
        PAGE + 1,
      )
      return { jobs: rows.slice(0, PAGE).map(views.ofRow), hasMore: rows.length > PAGE }
    },
    count({ group: _, ...filter } = {}) {
      const condition = conditionOf(filter)
      const rows = library.all(
        `SELECT state, count(*) AS count FROM conversions WHERE is_hidden = 0 AND ${condition.sql} GROUP BY state`,
        ...condition.params,
      )
      const counts = new Map(rows.map((row) => [row['state'], Number(row['count'])]))
      const countOf = (group: JobGroup) =>
        STATES[group].reduce((sum, state) => sum + (counts.get(state) ?? 0), 0)
      return {
        waiting: countOf('waiting'),
        unknown: countOf('unknown'),
        completed: countOf('completed'),
        failed: countOf('failed'),
      }
    },
    waiting: () =>
      library
        .all(
          `SELECT path, json_extract(json, '$.error.code') AS code FROM conversions
           WHERE is_hidden = 0 AND state IN ('accepted', 'sending')`,
        )
        .map((row) => ({
          path: String(row['path']),
          errorCode: row['code'] === null ? null : String(row['code']),
        }))
        .filter(({ path }) => existsSync(path)),
    find,
    pathOf(id) {
      const row = library.get('SELECT path FROM conversions WHERE id = ?', id)
      if (row === undefined) throw new UserFacingError('conversion-gone')
      return String(row['path'])
    },
    findByUuid(uuid, connectionIds) {
      return library
        .all('SELECT * FROM conversions WHERE uuid = ? ORDER BY created_at_ms DESC', uuid)
        .filter((row) => connectionIds.has(String(row['connection_id'])))
        .map(views.ofRow)[0]
    },
    isSendingTo: (connectionIds) =>
      library
        .all("SELECT connection_id FROM conversions WHERE state = 'sending'")
        .some((row) => connectionIds.has(String(row['connection_id']))),
    paces: (connectionId) =>
      pacesOf(
        library
          .all(
            `SELECT json_extract(json, '$.voiceId') AS voice, estimate,
               json_extract(json, '$.updatedAtMs') - created_at_ms AS took
             FROM conversions
             WHERE connection_id = ? AND state = 'completed' AND json_extract(json, '$.blockId') IS NOT NULL
             ORDER BY created_at_ms DESC LIMIT ?`,
            connectionId,
            MADE_BEFORE,
          )
          .map(({ voice, estimate, took }) => ({
            voiceId: voice === null ? null : String(voice),
            tookMs: Number(took),
            characters: Number(estimate),
          })),
      ),
    setListed: (id, isListed) =>
      library.run('UPDATE conversions SET is_hidden = ? WHERE id = ?', isListed ? 0 : 1, id),
    accepted: () =>
      library.all("SELECT id FROM conversions WHERE state = 'accepted'").map((row) => String(row['id'])),
  }
}

const STATES: Readonly<Record<JobGroup, readonly JobState[]>> = {
  waiting: ['sending', 'accepted'],
  unknown: ['unknown'],
  completed: ['completed'],
  failed: ['failed', 'dismissed'],
}

/** A filter as a condition on rows of `conversions`, with the values of its placeholders. */
function conditionOf({ text = '', group, connectionId, endpoint, day }: JobFilter): {
  readonly sql: string
  readonly params: readonly SQLInputValue[]
} {
  const states = group === undefined ? [] : STATES[group]
  const sought = foldText(text.trim())
  const fields = `json_extract(json, '$.input') || char(10) || story_title || char(10) || coalesce(uuid, '')`
  const conditions = ['TRUE']
  const params: SQLInputValue[] = []
  if (states.length > 0) {
    conditions.push(`state IN (${states.map(() => '?').join(', ')})`)
    params.push(...states)
  }
  if (connectionId !== undefined) {
    conditions.push('connection_id = ?')
    params.push(connectionId)
  }
  if (endpoint !== undefined) {
    conditions.push('kind = ?')
    params.push(endpoint)
  }
  if (day !== undefined) {
    conditions.push(`${DAY_SQL} = ?`)
    params.push(day)
  }
  if (sought !== '') {
    conditions.push(`has_text(${fields}, ?)`)
    params.push(sought)
  }
  return { sql: conditions.join(' AND '), params }
}
