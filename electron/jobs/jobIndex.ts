/**
 * Every job of every project in one list. Projects tell it what they wrote (`ProjectWatch`), so it is never asked before something
 * is sent: an index that fails costs an entry in a list and nothing else.
 */
import { existsSync } from 'node:fs'
import type { SQLInputValue } from 'node:sqlite'
import type * as z from 'zod'
import type { ConversionFilter, ConversionView, PageStart } from '../../shared/ipc/conversionsContract.ts'
import { conversionViewSchema } from '../../shared/ipc/conversionsContract.ts'
import { endpointSchema } from '../../shared/jobs/job.ts'
import type { JobState } from '../../shared/jobs/job.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import type { JobRecord, Project } from '../project/project.ts'
import type { ProjectWatch } from '../project/openProjects.ts'
import { foldText } from './libraryDatabase.ts'
import type { LibraryDatabase, LibraryRow } from './libraryDatabase.ts'
import { blockOfPayload, requestFacts } from './requestFacts.ts'

const PAGE = 100

/** What a row keeps as JSON, beside its columns. */
const indexedSchema = conversionViewSchema.omit({
  connectionName: true,
  isStoryThere: true,
  projectId: true,
  offeredHost: true,
  storyTitle: true,
  endpoint: true,
})
type IndexedJob = z.infer<typeof indexedSchema>

export interface JobIndexOptions {
  readonly library: LibraryDatabase
  /** The project that has this file open. */
  readonly projectAt: (path: string) => Project | undefined
  readonly nameOfConnection: (connectionId: string) => string | null
  /** The host of an address that the service offered for a job, where the writer has to allow the host first. */
  readonly offeredHost: (jobId: string) => string | null
  readonly onChange: (view: ConversionView) => void
  readonly report: (where: string, error: unknown) => void
}

/** A job that a service has accepted, or that was being sent when its project was last open. */
export interface WaitingJob {
  readonly path: string
  /** Why its audio is not here, as last told. */
  readonly errorCode: string | null
}

export interface JobIndex {
  readonly watch: Omit<ProjectWatch, 'edited'>
  /** Writes a job of a project into the list. Throws where it cannot be written. */
  record(project: Project, job: JobRecord): void
  /** A page of the jobs that pass the filter, newest first, from where the page before it ended. */
  list(
    after?: PageStart | null,
    filter?: ConversionFilter,
  ): { conversions: ConversionView[]; hasMore: boolean }
  /** The jobs that wait for a service, as far as their project's file is still there. */
  waiting(): readonly WaitingJob[]
  find(id: string): ConversionView | undefined
  /** The file of the project that a job belongs to. Throws `conversion-gone` for a job that the index does not know. */
  pathOf(id: string): string
  /** The newest job with a service's id that a connection in `connectionIds` made. */
  findByUuid(uuid: string, connectionIds: ReadonlySet<string>): ConversionView | undefined
  /** Whether a request to one of these connections is on its way, so that an answer may come any moment. */
  isSendingTo(connectionIds: ReadonlySet<string>): boolean
  /** Removes a job from the list; it stays in the ledger. */
  removeFromList(id: string): void
  /** Tells about a job again, after something that its project does not know has changed. */
  tell(id: string): void
  /** Tells about all accepted jobs, after something that concerns any of them has changed. */
  tellWaiting(): void
}

export function createJobIndex(options: JobIndexOptions): JobIndex {
  const { library, projectAt, nameOfConnection, offeredHost, onChange, report } = options

  function put(project: Project, record: JobRecord): void {
    const { info } = project.story()
    const kept = toIndexed(record, project)
    const estimate = kept.estimatedCredits
    library.run(
      `INSERT INTO conversions (id, kind, connection_id, state, uuid, story_id, story_title, path, estimate, charged,
         created_at_ms, json)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET kind = excluded.kind, connection_id = excluded.connection_id,
         state = excluded.state, uuid = excluded.uuid, story_id = excluded.story_id,
         story_title = excluded.story_title, path = excluded.path, estimate = excluded.estimate,
         charged = excluded.charged, json = excluded.json`,
      record.id,
      record.endpoint,
      record.connectionId,
      record.state,
      record.uuid,
      info.id,
      info.title,
      project.path,
      estimate,
      chargedCredits(record, estimate),
      record.createdAtMs,
      JSON.stringify(kept),
    )
  }

  function toView(row: LibraryRow): ConversionView {
    const kept = indexedSchema.parse(JSON.parse(String(row['json'])))
    const path = String(row['path'])
    return {
      ...kept,
      endpoint: endpointSchema.parse(row['kind']),
      storyTitle: String(row['story_title']),
      connectionName: kept.connectionId === BUILT_IN_CONNECTION ? null : nameOfConnection(kept.connectionId),
      isStoryThere: existsSync(path),
      projectId: projectAt(path)?.projectId ?? null,
      offeredHost: kept.state === 'accepted' ? offeredHost(kept.id) : null,
    }
  }

  function find(id: string): ConversionView | undefined {
    const row = library.get('SELECT * FROM conversions WHERE id = ?', id)
    return row === undefined ? undefined : toView(row)
  }

  function tell(id: string): void {
    const row = library.get('SELECT * FROM conversions WHERE id = ? AND is_hidden = 0', id)
    if (row !== undefined) onChange(toView(row))
  }

  /** A failing index never stops a project's work. */
  function safely(write: () => void): void {
    try {
      write()
    } catch (error) {
      report('conversions', error)
    }
  }

  return {
    record: put,
    watch: {
      opened(project) {
        safely(() => {
          library.transaction(() => {
            const jobs = project.jobs.list()
            for (const record of jobs) put(project, record)
            // A program that ended before its project had the job has sent nothing.
            library.run(
              `DELETE FROM conversions WHERE path = ? AND state = 'sending' AND id NOT IN (SELECT value FROM json_each(?))`,
              project.path,
              JSON.stringify(jobs.map(({ id }) => id)),
            )
          })
          for (const { id } of project.jobs.list().slice(0, PAGE)) tell(id)
        })
      },
      changed(project, record) {
        safely(() => {
          put(project, record)
          tell(record.id)
        })
      },
      closed(project) {
        const ids = project.jobs.list().slice(0, PAGE)
        safely(() => {
          for (const { id } of ids) tell(id)
        })
      },
    },
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
      return { conversions: rows.slice(0, PAGE).map(toView), hasMore: rows.length > PAGE }
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
        .map(toView)[0]
    },
    isSendingTo: (connectionIds) =>
      library
        .all("SELECT connection_id FROM conversions WHERE state = 'sending'")
        .some((row) => connectionIds.has(String(row['connection_id']))),
    removeFromList: (id) => library.run('UPDATE conversions SET is_hidden = 1 WHERE id = ?', id),
    tell,
    tellWaiting() {
      for (const row of library.all("SELECT id FROM conversions WHERE state = 'accepted'"))
        tell(String(row['id']))
    },
  }
}

function toIndexed(record: JobRecord, project: Project): IndexedJob {
  const { requestBody, payload, audioId, ...job } = record
  const { input, estimate } = requestFacts(requestBody)
  return indexedSchema.parse({
    ...job,
    input,
    estimatedCredits: job.estimatedCredits ?? estimate,
    audioId,
    durationMs: audioId === null ? null : (project.audio.find(audioId)?.durationMs ?? null),
    blockId: blockOfPayload(payload),
  })
}

/**
 * Credits as the ledger and the caps count them: what the service said it used; before that, the estimate of everything
 * that may have been charged. What was refused or never left costs nothing.
 */
function chargedCredits(record: JobRecord, estimate: number): number {
  if (record.usedCredits !== null && record.uuid !== null && record.state !== 'accepted')
    return record.usedCredits
  if (record.state === 'failed') return 0
  // A refusal that was put aside keeps its error; a request of unknown outcome has none, or says so.
  const code = record.error?.code
  const wasRefused = record.uuid === null && code !== undefined && code !== 'conversion-outcome-unknown'
  if (record.state === 'dismissed' && wasRefused) return 0
  return Math.max(estimate, record.usedCredits ?? 0)
}

const STATES: Readonly<Record<NonNullable<ConversionFilter['group']>, readonly JobState[]>> = {
  waiting: ['sending', 'accepted'],
  unknown: ['unknown'],
  completed: ['completed'],
  failed: ['failed', 'dismissed'],
}

/** A filter as a condition on rows of `conversions`, with the values of its placeholders. */
function conditionOf({ text = '', group, connectionId }: ConversionFilter): {
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
  if (sought !== '') {
    conditions.push(`has_text(${fields}, ?)`)
    params.push(sought)
  }
  return { sql: conditions.join(' AND '), params }
}
