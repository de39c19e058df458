/**
 * Writes every job of every project into one table. Projects tell it what they wrote (`ProjectWatch`), so it is never asked before
 * something is sent: an index that fails costs an entry in a list and nothing else.
 */
import type * as z from 'zod'
import { plannedTakes } from '../../shared/jobs/payload.ts'
import { jobViewSchema } from '../../shared/jobs/jobView.ts'
import type { JobView } from '../../shared/jobs/jobView.ts'
import type { Report } from '../lib/report.ts'
import type { ProjectWatch } from '../project/openProjects.ts'
import type { JobRecord, Project } from '../project/project.ts'
import { readSentDocument } from './kinds/document.ts'
import type { LibraryDatabase } from './libraryDatabase.ts'
import { blockOfPayload, requestFacts } from './requestFacts.ts'
import type { JobNow } from './tasks.ts'

/** The part of a view that the index keeps as JSON, beside its columns. */
export const indexedSchema = jobViewSchema.omit({
  revision: true,
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
export type IndexedJob = z.infer<typeof indexedSchema>

export interface IndexWriter {
  readonly watch: Pick<ProjectWatch, 'opened' | 'changed'>
  /** Writes a job of a project into the table. Throws where it cannot be written. */
  record(project: Project, job: JobRecord): void
}

export function createIndexWriter(library: LibraryDatabase, report: Report): IndexWriter {
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
export function toIndexed(job: JobRecord | JobNow, project: Project): IndexedJob {
  const { requestBody, payload, audioId } = job
  const { input, estimate } = requestFacts(requestBody)
  const document = documentOf(job)
  return indexedSchema.parse({
    ...job,
    input,
    estimatedCredits: job.estimatedCredits ?? estimate,
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

/**
 * Credits as the ledger and the caps count them: what the service said it used; before that, the estimate of everything
 * that may have been charged. What was refused or never left costs nothing.
 */
function chargedCredits(record: JobRecord, estimate: number): number {
  if (record.usedCredits !== null && record.uuid !== null && record.state !== 'accepted')
    return record.usedCredits
  if (record.state === 'failed') return 0
  // A refusal that was dismissed keeps its error; a request of unknown outcome has none, or says so.
  const code = record.error?.code
  const wasRefused = record.uuid === null && code !== undefined && code !== 'conversion-outcome-unknown'
  if (record.state === 'dismissed' && wasRefused) return 0
  return Math.max(estimate, record.usedCredits ?? 0)
}
