/** Jobs as the page sees them: of open projects from their records and from what goes on, of all others from the index. */
import { existsSync } from 'node:fs'
import { endpointSchema } from '../../shared/jobs/job.ts'
import type { JobView } from '../../shared/jobs/jobView.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import type { Clock } from '../lib/clock.ts'
import type { Report } from '../lib/report.ts'
import type { OpenProjects } from '../project/openProjects.ts'
import type { JobRecord, Project } from '../project/project.ts'
import { durationOf, indexedSchema, toIndexed, type IndexedJob } from './indexWriter.ts'
import type { Row } from '../lib/sqlite/sqlite.ts'
import type { LibraryDatabase } from './libraryDatabase.ts'
import type { JobNow } from './tasks.ts'

export interface JobViewsOptions {
  readonly library: LibraryDatabase
  readonly openProjects: Pick<OpenProjects, 'find' | 'at'>
  readonly jobOf: (project: Project, id: string) => JobNow | undefined
  readonly nameOfConnection: (connectionId: string) => string | null
  /** The host of an address that the service offered for a job, where the writer has to allow the host first. */
  readonly offeredHost: (jobId: string) => string | null
  /** When a service is asked again about a job whose audio could not be fetched; null where nobody asks. */
  readonly nextRoundMs: (job: { readonly id: string; readonly errorCode: string }) => number | null
  readonly clock: Clock
  readonly report: Report
}

export interface JobViews {
  /** A job of an open project; undefined where it is over and has no record. */
  of(project: Project, id: string): JobView | undefined
  /** A job from its row in the index, or from its project where that is open. */
  ofRow(row: Row): JobView
}

export function createJobViews(options: JobViewsOptions): JobViews {
  const { library, openProjects, jobOf, nameOfConnection, offeredHost, nextRoundMs, clock, report } = options
  /** A long story's request takes time to read, and the job is told at each step. */
  const indexed = new WeakMap<JobRecord, IndexedJob>()
  let revision = 0

  function indexedOf(project: Project, record: JobRecord): IndexedJob {
    const known = indexed.get(record) ?? toIndexed(record, project)
    indexed.set(record, known)
    return known
  }

  /** The library says nothing that a job needs: where it cannot be read, a view does without. */
  function fromLibrary<T>(read: () => T, otherwise: T): T {
    try {
      return read()
    } catch (error) {
      report('conversions', error)
      return otherwise
    }
  }

  function isListed(id: string): boolean {
    const row = library.get('SELECT is_hidden FROM conversions WHERE id = ?', id)
    return row?.['is_hidden'] === 0
  }

  function toView(
    job: IndexedJob,
    path: string,
    facts: Pick<
      JobView,
      | 'endpoint'
      | 'storyTitle'
      | 'projectId'
      | 'isListed'
      | 'activity'
      | 'isErrorSeen'
      | 'nextTryMs'
      | 'order'
    >,
  ): JobView {
    const { id, state, connectionId } = job
    revision = Math.max(revision + 1, clock.now())
    return {
      ...job,
      ...facts,
      revision,
      connectionName: connectionId === BUILT_IN_CONNECTION ? null : nameOfConnection(connectionId),
      isStoryThere: existsSync(path),
      offeredHost: state === 'accepted' ? fromLibrary(() => offeredHost(id), null) : null,
    }
  }

  function of(project: Project, id: string): JobView | undefined {
    const job = jobOf(project, id)
    if (job === undefined) return undefined
    const { endpoint, activity, isErrorSeen, order, state, error } = job
    const isLost = activity === null && state === 'accepted' && error !== null
    const record = project.jobs.find(id)
    const kept = record === undefined ? toIndexed(job, project) : indexedOf(project, record)
    return toView({ ...kept, durationMs: durationOf(project, job.audioId) }, project.path, {
      endpoint,
      activity,
      isErrorSeen,
      order,
      nextTryMs: isLost ? nextRoundMs({ id, errorCode: error.code }) : job.nextTryMs,
      storyTitle: project.story().info.title,
      projectId: openProjects.find(project.projectId)?.projectId ?? null,
      isListed: fromLibrary(() => isListed(id), false),
    })
  }

  return {
    of,
    ofRow(row) {
      const path = String(row['path'])
      const job = indexedSchema.parse(JSON.parse(String(row['json'])))
      const project = openProjects.at(path)?.project
      const current = project === undefined ? undefined : of(project, job.id)
      if (current !== undefined) return current
      return toView(job, path, {
        activity: null,
        nextTryMs: null,
        isErrorSeen: false,
        order: 0,
        projectId: project?.projectId ?? null,
        endpoint: endpointSchema.parse(row['kind']),
        storyTitle: String(row['story_title']),
        isListed: row['is_hidden'] === 0,
      })
    },
  }
}
