/**
 * Every conversion of every story in one list. The stories tell it what they wrote (`ProjectWatch`), so it is never asked
 * before something is sent: a log that fails costs an entry in a list and nothing else.
 */
import { existsSync } from 'node:fs'
import type * as z from 'zod'
import type { ConversionFilter, ConversionView, PageStart } from '../../../shared/ipc/conversionsContract.ts'
import { conversionViewSchema } from '../../../shared/ipc/conversionsContract.ts'
import { endpointSchema } from '../../../shared/jobs/job.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import type { JobRecord, Project } from '../../project/project.ts'
import type { ProjectWatch } from '../../project/projects.ts'
import type { LibraryDatabase, LibraryRow } from './libraryDatabase.ts'
import { blockOfPayload, requestFacts } from './requestFacts.ts'
import { conditionOf } from './listConditions.ts'

const PAGE = 100

/** What a row keeps beside the columns that are asked by. */
const keptSchema = conversionViewSchema.omit({
  connectionName: true,
  isStoryThere: true,
  projectId: true,
  offeredHost: true,
  storyTitle: true,
  endpoint: true,
})
type Kept = z.infer<typeof keptSchema>

export interface LogOptions {
  readonly library: LibraryDatabase
  readonly nameOfConnection: (connectionId: string) => string | null
  /** The host of an address that the service offered for a conversion, where the writer has to allow it first. */
  readonly offeredHost: (conversionId: string) => string | null
  readonly onChange: (view: ConversionView) => void
  readonly report: (where: string, error: unknown) => void
}

/** A conversion that a service has accepted, or that was on its way when it was last heard of. */
export interface Waiting {
  readonly place: Place
  /** Why its audio is not here, as last told. */
  readonly errorCode: string | null
}

/** Where a conversion is kept in truth. */
export interface Place {
  readonly path: string
  /** Undefined while its story is closed. */
  readonly project: Project | undefined
}

export interface ConversionLog {
  readonly watch: ProjectWatch
  /** A page of those that pass the filter, newest first, from where the page before it ended. */
  list(
    after?: PageStart | null,
    filter?: ConversionFilter,
  ): { conversions: ConversionView[]; hasMore: boolean }
  /** Those that somebody has to look after, where their story is still there. */
  waiting(): readonly Waiting[]
  find(id: string): ConversionView | undefined
  /** Undefined for a conversion that the log does not know. */
  place(id: string): Place | undefined
  /** Those of a service's id that a connection in `connectionIds` made. */
  findByUuid(uuid: string, connectionIds: ReadonlySet<string>): ConversionView | undefined
  /** Whether a request to one of these connections is on its way, so that an answer may come any moment. */
  isSendingTo(connectionIds: ReadonlySet<string>): boolean
  /** Takes it off the list; it stays in the ledger. */
  hide(id: string): void
  /** Tells about a conversion again, after something that the stories do not know has changed. */
  tell(id: string): void
  /** Tells about all that wait, after something that concerns any of them has changed. */
  tellWaiting(): void
}

export function createConversionLog(options: LogOptions): ConversionLog {
  const { library, nameOfConnection, offeredHost, onChange, report } = options
  const open = new Map<string, Project>()

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
    const kept = keptSchema.parse(JSON.parse(String(row['json'])))
    const path = String(row['path'])
    return {
      ...kept,
      endpoint: endpointSchema.parse(row['kind']),
      storyTitle: String(row['story_title']),
      connectionName: kept.connectionId === BUILT_IN_CONNECTION ? null : nameOfConnection(kept.connectionId),
      isStoryThere: existsSync(path),
      projectId: open.get(path)?.projectId ?? null,
      offeredHost: kept.state === 'accepted' ? offeredHost(kept.id) : null,
    }
  }

  function find(id: string): ConversionView | undefined {
    const row = library.get('SELECT * FROM conversions WHERE id = ?', id)
    return row === undefined ? undefined : toView(row)
  }

  function placeAt(path: string): Place {
    return { path, project: open.get(path) }
  }

  function tell(id: string): void {
    const row = library.get('SELECT * FROM conversions WHERE id = ? AND is_hidden = 0', id)
    if (row !== undefined) onChange(toView(row))
  }

  /** A story is never kept from its work by a list of it. */
  function safely(write: () => void): void {
    try {
      write()
    } catch (error) {
      report('conversions', error)
    }
  }

  return {
    watch: {
      opened(project) {
        for (const [path, other] of open) if (other === project) open.delete(path)
        open.set(project.path, project)
        safely(() => {
          library.transaction(() => {
            for (const record of project.jobs.list()) put(project, record)
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
        open.delete(project.path)
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
          place: placeAt(String(row['path'])),
          errorCode: row['code'] === null ? null : String(row['code']),
        }))
        .filter(({ place }) => existsSync(place.path)),
    find,
    place(id) {
      const row = library.get('SELECT path FROM conversions WHERE id = ?', id)
      return row === undefined ? undefined : placeAt(String(row['path']))
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
    hide: (id) => library.run('UPDATE conversions SET is_hidden = 1 WHERE id = ?', id),
    tell,
    tellWaiting() {
      for (const row of library.all("SELECT id FROM conversions WHERE state = 'accepted'"))
        tell(String(row['id']))
    },
  }
}

function toIndexed(record: JobRecord, project: Project): Kept {
  const { requestBody, payload, audioId, ...job } = record
  const { input, estimate } = requestFacts(requestBody)
  return keptSchema.parse({
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
