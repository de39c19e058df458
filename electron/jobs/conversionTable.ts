/** The table of all conversions of all stories, one row each. Its columns are used only in this file. */
import { existsSync } from 'node:fs'
import type { SQLInputValue } from 'node:sqlite'
import type * as z from 'zod'
import {
  type JobFilter,
  type JobGroup,
  DAYS_WITH_STORIES,
  MAX_LEDGER_LINES,
  type Ledger,
  type LedgerLine,
  type LedgerSums,
} from '../../shared/ipc/jobsContract.ts'
import { endpointSchema, type JobEndpoint, type JobState } from '../../shared/jobs/job.ts'
import { jobViewSchema, type JobPlace } from '../../shared/jobs/jobView.ts'
import { pacesOf, type Paces } from '../../shared/jobs/pace.ts'
import { readCredits, STATUS } from '../../shared/speech-api/statuses.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import type { Row, Statements } from '../lib/sqlite/sqlite.ts'

export const CONVERSION_TABLE = `
CREATE TABLE IF NOT EXISTS conversions (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  connection_id TEXT NOT NULL,
  state TEXT NOT NULL,
  uuid TEXT,
  story_id TEXT NOT NULL,
  story_title TEXT NOT NULL,
  path TEXT NOT NULL,
  -- Credits: Fabula's own estimate (the service's if Fabula does not know the text), and what was used as the ledger shows it.
  -- What a service said is in json. An earlier Fabula may have written numbers below 0.
  estimate INTEGER NOT NULL,
  charged INTEGER NOT NULL,
  created_at_ms INTEGER NOT NULL,
  is_hidden INTEGER NOT NULL DEFAULT 0,
  json TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS conversions_by_time ON conversions (created_at_ms);
CREATE INDEX IF NOT EXISTS conversions_by_uuid ON conversions (uuid);
`

const { shape } = jobViewSchema

/** The part of a job's view that its row stores as JSON, besides its columns. Earlier versions of Fabula may have stored negative credits. */
export const keptJobSchema = jobViewSchema
  .omit({
    revision: true,
    order: true,
    activity: true,
    isErrorSeen: true,
    nextTryMs: true,
    isListed: true,
    connectionName: true,
    isStoryThere: true,
    projectId: true,
    offeredHost: true,
    storyTitle: true,
    endpoint: true,
  })
  .extend({
    estimatedCredits: shape.estimatedCredits.transform((credits) => readCredits(credits) ?? 0),
    usedCredits: shape.usedCredits.transform(readCredits),
  })
export type KeptJob = z.infer<typeof keptJobSchema>

/** A job as written to the table. */
export interface ConversionRow {
  readonly job: KeptJob
  readonly endpoint: JobEndpoint
  readonly storyId: string
  readonly storyTitle: string
  /** The file of its project. */
  readonly path: string
  /** Credits; see the table. */
  readonly estimate: number
  readonly charged: number
}

/** A job as read from the table. */
export interface ListedJob extends Pick<ConversionRow, 'job' | 'endpoint' | 'storyTitle' | 'path'> {
  readonly isListed: boolean
}

/** A job that a service accepted, or that was being sent when its project was last open. */
export interface WaitingJob {
  readonly path: string
  /** The last known reason why its audio is missing. */
  readonly errorCode: string | null
}

const PAGE = 400
/** The number of recent blocks from which a connection's speed is estimated. */
const MADE_BEFORE = 200

/** The day of a conversion, as YYYY-MM-DD in the writer's own time. */
const DAY = "date(created_at_ms / 1000, 'unixepoch', 'localtime')"

/**
 * Credits as caps count them, for everything that may have been charged: the higher of Fabula's estimate and the service's figure.
 * So a service that states too little, or nothing, never makes room under a cap.
 */
const COUNTED = `CASE
  WHEN state = 'failed' OR uuid IS NULL
    OR (state = 'dismissed' AND json_extract(json, '$.status') = ${STATUS.failed}) THEN max(charged, 0)
  ELSE max(estimate, charged, 0) END`

/** `total` adds in floating point, because a service may state integers that would overflow. */
const SUMS = `count(*) AS conversions, total(max(estimate, 0)) AS estimated, total(max(charged, 0)) AS charged,
  total(${COUNTED}) AS counted`

/** The built-in voice costs nothing, so sums leave it out. */
const PAID = `connection_id <> '${BUILT_IN_CONNECTION}'`

const STATES: Readonly<Record<JobGroup, readonly JobState[]>> = {
  waiting: ['sending', 'accepted'],
  unknown: ['unknown'],
  completed: ['completed'],
  failed: ['failed', 'dismissed'],
}

export type ConversionTable = ReturnType<typeof createConversionTable>

/** The table in a library database. Each function throws SQLite's errors. */
export function createConversionTable({ all, get, run }: Statements) {
  function lines(key: string, name: string, order: string): LedgerLine[] {
    return all(
      `SELECT ${key} AS key, ${name} AS name, ${SUMS} FROM conversions WHERE ${PAID}
       GROUP BY 1 ORDER BY ${order} LIMIT ${MAX_LEDGER_LINES}`,
    ).map(toLine)
  }

  const idsOf = (rows: readonly Row[]): string[] => rows.map(({ id }) => String(id))

  return {
    /** Writes a job to disk. Does not change whether the job is listed. */
    put({ job, endpoint, storyId, storyTitle, path, estimate, charged }: ConversionRow): void {
      run(
        `INSERT INTO conversions (id, kind, connection_id, state, uuid, story_id, story_title, path, estimate, charged,
           created_at_ms, json)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, connection_id = excluded.connection_id,
           state = excluded.state, uuid = excluded.uuid, story_id = excluded.story_id,
           story_title = excluded.story_title, path = excluded.path, estimate = excluded.estimate,
           charged = excluded.charged, json = excluded.json`,
        job.id,
        endpoint,
        job.connectionId,
        job.state,
        job.uuid,
        storyId,
        storyTitle,
        path,
        estimate,
        charged,
        job.createdAtMs,
        JSON.stringify(job),
      )
    },
    remove: (id: string): void => run('DELETE FROM conversions WHERE id = ?', id),
    find(id: string): ListedJob | undefined {
      const row = get('SELECT * FROM conversions WHERE id = ?', id)
      return row === undefined ? undefined : toListed(row)
    },
    /** The path of a job's project file; undefined if the table does not have the job. */
    pathOf(id: string): string | undefined {
      const row = get('SELECT path FROM conversions WHERE id = ?', id)
      return row === undefined ? undefined : String(row['path'])
    },
    isListed: (id: string): boolean =>
      get('SELECT is_hidden FROM conversions WHERE id = ?', id)?.['is_hidden'] === 0,
    /** Removes a job from the list, or restores it. The ledger keeps it. */
    setListed: (id: string, isListed: boolean): void =>
      run('UPDATE conversions SET is_hidden = ? WHERE id = ?', isListed ? 0 : 1, id),

    /** A page of the listed jobs that match the filter, newest first, starting where the previous page ended. */
    list(after: JobPlace | null, filter: JobFilter): { jobs: ListedJob[]; hasMore: boolean } {
      const { createdAtMs, id } = after ?? { createdAtMs: Number.MAX_SAFE_INTEGER, id: '' }
      const condition = conditionOf(filter)
      const rows = all(
        `SELECT * FROM conversions WHERE is_hidden = 0 AND (created_at_ms, id) < (?, ?) AND ${condition.sql}
         ORDER BY created_at_ms DESC, id DESC LIMIT ?`,
        createdAtMs,
        id,
        ...condition.params,
        PAGE + 1,
      )
      return { jobs: rows.slice(0, PAGE).map(toListed), hasMore: rows.length > PAGE }
    },
    /** The number of listed jobs in each group that match the filter, ignoring the filter's own group. */
    count({ group: _, ...filter }: JobFilter): Record<JobGroup, number> {
      const condition = conditionOf(filter)
      const rows = all(
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

    /** The jobs that wait for a service and whose project file still exists. */
    waiting: (): readonly WaitingJob[] =>
      all(
        `SELECT path, json_extract(json, '$.error.code') AS code FROM conversions
         WHERE is_hidden = 0 AND state IN ('accepted', 'sending')`,
      )
        .map(({ path, code }) => ({
          path: String(path),
          errorCode: typeof code === 'string' ? code : null,
        }))
        .filter(({ path }) => existsSync(path)),
    /** The accepted jobs. */
    accepted: (): string[] => idsOf(all("SELECT id FROM conversions WHERE state = 'accepted'")),
    /** The jobs of a file whose last known state is `sending`. */
    sendingFrom: (path: string): string[] =>
      idsOf(all("SELECT id FROM conversions WHERE path = ? AND state = 'sending'", path)),
    /** Whether a request to one of these connections is being sent, so that a response may arrive any moment. */
    isSendingTo: (connectionIds: ReadonlySet<string>): boolean =>
      all("SELECT connection_id FROM conversions WHERE state = 'sending'").some((row) =>
        connectionIds.has(String(row['connection_id'])),
      ),
    /** The newest job with a service's id that was sent to one of `connectionIds`. */
    findByUuid(uuid: string, connectionIds: ReadonlySet<string>): ListedJob | undefined {
      const rows = all('SELECT * FROM conversions WHERE uuid = ? ORDER BY created_at_ms DESC', uuid)
      const row = rows.find((each) => connectionIds.has(String(each['connection_id'])))
      return row === undefined ? undefined : toListed(row)
    },

    /** The number of the newest request of all stories; 0 if there is none. */
    newestNumber: (): number => Number(get('SELECT max(rowid) AS newest FROM conversions')?.['newest'] ?? 0),
    /** The requests of a story to a connection that are newer than the request with this number. */
    sentSince: (storyId: string, connectionId: string, number: number): string[] =>
      idsOf(
        all(
          'SELECT id FROM conversions WHERE story_id = ? AND connection_id = ? AND rowid > ?',
          storyId,
          connectionId,
          number,
        ),
      ),
    /** The speed of a connection, from the last blocks that it made. */
    paces: (connectionId: string): Paces =>
      pacesOf(
        all(
          `SELECT json_extract(json, '$.voiceId') AS voice, estimate,
             json_extract(json, '$.updatedAtMs') - created_at_ms AS took
           FROM conversions
           WHERE connection_id = ? AND state = 'completed' AND json_extract(json, '$.blockId') IS NOT NULL
           ORDER BY created_at_ms DESC LIMIT ?`,
          connectionId,
          MADE_BEFORE,
        ).map(({ voice, estimate, took }) => ({
          voiceId: voice === null ? null : String(voice),
          tookMs: Number(took),
          characters: Number(estimate),
        })),
      ),

    /** The credits requested from services that charge, as caps count them: by a story, or since a time. */
    counted(of: { readonly storyId: string } | { readonly sinceMs: number }): number {
      const [condition, value] =
        'storyId' in of ? ['story_id = ?', of.storyId] : ['created_at_ms >= ?', of.sinceMs]
      const row = get(
        `SELECT total(${COUNTED}) AS counted FROM conversions WHERE ${PAID} AND ${condition}`,
        value,
      )
      return Number(row?.['counted'])
    },
    /** The credits requested from services that charge. `daysAgo` returns the midnight that many days before today's, in ms. */
    ledger: (daysAgo: (days: number) => number): Ledger => ({
      // In SQLite, bare columns beside max() come from the row with the maximum: this selects the latest title of the story.
      stories: lines('story_id', 'story_title', 'max(created_at_ms) DESC'),
      connections: lines('connection_id', 'NULL', 'max(created_at_ms) DESC'),
      days: lines(DAY, 'NULL', '1 DESC'),
      storiesByDay: all(
        `SELECT ${DAY} AS day, story_title AS title, total(charged) AS charged FROM conversions
         WHERE ${PAID} AND charged > 0 AND created_at_ms >= ?
         GROUP BY 1, story_id ORDER BY 1 DESC, 3 DESC LIMIT ${MAX_LEDGER_LINES}`,
        daysAgo(DAYS_WITH_STORIES - 1),
      ).map(({ day, title, charged }) => ({
        day: String(day),
        title: String(title),
        charged: Number(charged),
      })),
      total: toSums(get(`SELECT ${SUMS} FROM conversions WHERE ${PAID}`) ?? {}),
    }),
  }
}

function toListed(row: Row): ListedJob {
  return {
    job: keptJobSchema.parse(JSON.parse(String(row['json']))),
    endpoint: endpointSchema.parse(row['kind']),
    storyTitle: String(row['story_title']),
    path: String(row['path']),
    isListed: row['is_hidden'] === 0,
  }
}

function toLine(row: Row): LedgerLine {
  const { key, name } = row
  return { key: String(key), name: typeof name === 'string' ? name : null, ...toSums(row) }
}

function toSums({ conversions, estimated, charged, counted }: Row): LedgerSums {
  return {
    conversions: Number(conversions),
    estimated: Number(estimated),
    charged: Number(charged),
    counted: Number(counted),
  }
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
    conditions.push(`${DAY} = ?`)
    params.push(day)
  }
  if (sought !== '') {
    conditions.push(`has_text(${fields}, ?)`)
    params.push(sought)
  }
  return { sql: conditions.join(' AND '), params }
}

/** Folds a text for searching: `has_text(text, sought)` finds a sought text that was folded the same way, in any script. */
export function foldText(text: string): string {
  return text.normalize('NFKC').toLocaleLowerCase('en')
}
