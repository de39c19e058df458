/**
 * Writes every job of every project into one table. Projects tell it what they wrote (`ProjectWatch`), so it is never asked before
 * something is sent: an index that fails costs an entry in a list and nothing else.
 */
import type * as z from 'zod'
import { plannedTakes } from '../../shared/jobs/payload.ts'
import { jobViewSchema, type JobView } from '../../shared/jobs/jobView.ts'
import { readCredits, STATUS } from '../../shared/speech-api/statuses.ts'
import type { Report } from '../lib/report.ts'
import type { ProjectWatch } from '../project/openProjects.ts'
import type { JobRecord, Project } from '../project/project.ts'
import { readSentDocument } from './kinds/document.ts'
import type { LibraryDatabase } from './libraryDatabase.ts'
import { blockOfPayload, requestFacts } from './requestFacts.ts'
import type { JobNow } from './tasks.ts'

const { shape } = jobViewSchema

/** The part of a view that the index keeps as JSON, beside its columns. An earlier Fabula may have kept credits below 0. */
export const indexedSchema = jobViewSchema
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
export type IndexedJob = z.infer<typeof indexedSchema>

export interface IndexWriter {
  readonly watch: Pick<ProjectWatch, 'opened' | 'changed'>
  /** Writes a job of a project into the table. Throws where it cannot be written. */
  record(project: Project, job: JobRecord): void
}

export function createIndexWriter(library: LibraryDatabase, report: Report): IndexWriter {
  function put(project: Project, record: JobRecord): void {
    const { info } = project.story()
    const facts = requestFacts(record.requestBody)
    const kept = toIndexed(record, project, facts)
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
      facts.estimate || kept.estimatedCredits,
      chargedCredits(record, kept.estimatedCredits),
      record.createdAtMs,
      JSON.stringify(kept),
    )
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
            for (const record of project.jobs.list()) put(project, record)
            // A program that ended before its project had the job has sent nothing.
            const sending = library.all(
              `SELECT id FROM conversions WHERE path = ? AND state = 'sending'`,
              project.path,
            )
            for (const { id } of sending) {
              if (project.jobs.find(String(id)) === undefined)
                library.run('DELETE FROM conversions WHERE id = ?', String(id))
            }
          })
        })
      },
      changed(project, record) {
        safely(() => put(project, record))
      },
    },
  }
}

/** What the index keeps of a job. */
export function toIndexed(
  job: JobRecord | JobNow,
  project: Project,
  { input, estimate } = requestFacts(job.requestBody),
): IndexedJob {
  const { payload, audioId } = job
  const document = documentOf(job)
  return indexedSchema.parse({
    ...job,
    input,
    estimatedCredits: Math.max(estimate, job.estimatedCredits ?? 0),
    durationMs: durationOf(project, audioId),
    blockId: blockOfPayload(payload),
    voiceId: voiceOf(plannedTakes(payload).map((take) => take.voiceId)) ?? document?.voiceId ?? null,
    document,
  })
}

/** The length of a job's audio; null where there is none, or where it is lost. */
export function durationOf({ audio }: Project, audioId: string | null): number | null {
  return audioId === null ? null : (audio.find(audioId)?.durationMs ?? null)
}

/** The one voice of all takes; null where there are several, or none. */
function voiceOf(voiceIds: readonly string[]): string | null {
  const [only, ...others] = new Set(voiceIds)
  return others.length === 0 ? (only ?? null) : null
}

function documentOf(job: JobRecord | JobNow): JobView['document'] {
  const sent = readSentDocument(job)
  if (sent === null) return null
  const { fileName: name, sizeBytes, voiceId, model, speed } = sent.request
  return { name, sizeBytes, voiceId, model, speed, isProtected: sent.payload.isProtected }
}

/** What a request of unknown outcome may say. */
const NO_OUTCOME: ReadonlySet<string> = new Set(['conversion-outcome-unknown', 'conversion-repeated'])

/**
 * Credits as the ledger shows them: what the service said it used; before that, the higher of all estimates if the request may
 * have been charged. What was refused, failed or never left costs nothing unless the service says so.
 */
function chargedCredits({ state, status, uuid, error, usedCredits }: JobRecord, estimate: number): number {
  if (usedCredits !== null && uuid !== null && state !== 'accepted') return usedCredits
  if (state === 'failed') return 0
  // A refusal that was dismissed keeps its error; a request of unknown outcome has none, or says so.
  const wasRefused = uuid === null && error !== null && !NO_OUTCOME.has(error.code)
  if (state === 'dismissed' && (wasRefused || status === STATUS.failed)) return 0
  return Math.max(estimate, usedCredits ?? 0)
}

/**
 * Credits as the caps count them, in SQL over rows of the index: the higher of what Fabula estimates and what the service says, for
 * all that may have been charged. A service that says little, or nothing, never makes room under a cap.
 */
export const COUNTED_SQL = `CASE
  WHEN state = 'failed' OR uuid IS NULL
    OR (state = 'dismissed' AND json_extract(json, '$.status') = ${STATUS.failed}) THEN max(charged, 0)
  ELSE max(estimate, charged, 0) END`
