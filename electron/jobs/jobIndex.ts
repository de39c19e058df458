/**
 * The list of all jobs: every job of every project is written to one table, and read from it for the pages. Projects report what they
 * wrote (`ProjectWatch`), so the list is never asked before something is sent: a list that fails costs an entry and nothing else.
 */
import { existsSync } from 'node:fs'
import type { Emit } from '../../shared/ipc/contract.ts'
import type { JobFilter, JobGroup } from '../../shared/ipc/jobsContract.ts'
import type { JobPlace, JobView } from '../../shared/jobs/jobView.ts'
import { plannedTakes } from '../../shared/jobs/payload.ts'
import { jobsOfRender } from '../../shared/jobs/renderState.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { ErrorCode } from '../../shared/messages/errors.ts'
import { STATUS } from '../../shared/speech-api/statuses.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import type { Clock } from '../lib/clock.ts'
import type { Report } from '../lib/report.ts'
import type { OpenProjects, ProjectWatch } from '../project/openProjects.ts'
import type { JobRecord, Project } from '../project/project.ts'
import { keptJobSchema, type ConversionRow, type KeptJob, type ListedJob } from './conversionTable.ts'
import { readSentDocument } from './kinds/document.ts'
import type { LibraryDatabase } from './libraryDatabase.ts'
import { blockOfPayload, requestFacts } from './requestFacts.ts'
import type { JobNow, Runner } from './runner.ts'

/** The number of jobs of a project sent to pages when it is opened or closed: as many as the list shows at first. */
const MAX_SENT = 100
/** A render has as many jobs as blocks at most, of which few are open at a time. */
const MOST_OF_RENDER = 1_000

/** Writes the jobs of projects into the table as they change. A table that fails never stops a project's work. */
export function indexWriter(
  { conversions, transaction }: LibraryDatabase,
  report: Report,
): Pick<ProjectWatch, 'opened' | 'changed'> {
  function safely(write: () => void): void {
    try {
      write()
    } catch (error) {
      report('conversions', error)
    }
  }

  function putAll(project: Project): void {
    for (const record of project.jobs.list()) conversions.put(toRow(project, record))
    // A process that ended before its project had the job has sent nothing.
    for (const id of conversions.sendingFrom(project.path))
      if (project.jobs.find(id) === undefined) conversions.remove(id)
  }

  return {
    opened: (project) => safely(() => transaction(() => putAll(project))),
    changed: (project, record) => safely(() => conversions.put(toRow(project, record))),
  }
}

export interface JobIndexOptions {
  readonly library: LibraryDatabase
  readonly openProjects: OpenProjects
  readonly runner: Runner
  readonly nameOfConnection: (connectionId: string) => string | null
  /** The host of an address that the service offered for a job, if the writer has to allow the host first. */
  readonly offeredHost: (jobId: string) => string | null
  /** When a job is polled again whose audio could not be fetched for this reason; null if it is not. */
  readonly nextRoundMs: (errorCode: string) => number | null
  readonly emit: Emit
  readonly clock: Clock
  readonly report: Report
}

export type JobIndex = ReturnType<typeof createJobIndex>

export function createJobIndex(options: JobIndexOptions) {
  const { library, openProjects, runner, nameOfConnection, offeredHost, nextRoundMs, emit, clock, report } =
    options
  const { conversions } = library
  /** The facts of a job's request: reading the request of a long story takes time, and the job is reported at each step. */
  const kept = new WeakMap<JobRecord, KeptJob>()
  let revision = 0

  function keptOf(project: Project, job: JobNow): KeptJob {
    const record = project.jobs.find(job.id)
    if (record === undefined) return toKept(job, project)
    const known = kept.get(record) ?? toKept(record, project)
    kept.set(record, known)
    return known
  }

  /** Reads from the library. Jobs do not depend on it: if it cannot be read, a view leaves its data out. */
  function fromLibrary<T>(read: () => T, otherwise: T): T {
    try {
      return read()
    } catch (error) {
      report('conversions', error)
      return otherwise
    }
  }

  type Facts =
    'endpoint' | 'storyTitle' | 'projectId' | 'isListed' | 'activity' | 'isErrorSeen' | 'nextTryMs' | 'order'

  function toView(job: KeptJob, path: string, facts: Pick<JobView, Facts>): JobView {
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

  /** A job of an open project as the page sees it; undefined if it is over and has no record. */
  function view(project: Project, id: string): JobView | undefined {
    const job = runner.job(project, id)
    if (job === undefined) return undefined
    const { endpoint, activity, isErrorSeen, order, state, error } = job
    const isLost = activity === null && state === 'accepted' && error !== null
    const nextRound = () => (runner.isStopped(id) ? null : nextRoundMs(error?.code ?? ''))
    const durationMs = durationOf(project, job.audioId)
    return toView({ ...keptOf(project, job), durationMs }, project.path, {
      endpoint,
      activity,
      isErrorSeen,
      order,
      nextTryMs: isLost ? nextRound() : job.nextTryMs,
      storyTitle: project.story().info.title,
      projectId: openProjects.find(project.projectId)?.projectId ?? null,
      isListed: fromLibrary(() => conversions.isListed(id), false),
    })
  }

  /** A job from its row, or from its project if that is open. */
  function viewOfRow({ job, path, endpoint, storyTitle, isListed }: ListedJob): JobView {
    const project = openProjects.at(path)?.project
    const current = project === undefined ? undefined : view(project, job.id)
    if (current !== undefined) return current
    return toView(job, path, {
      activity: null,
      nextTryMs: null,
      isErrorSeen: false,
      order: 0,
      projectId: project?.projectId ?? null,
      endpoint,
      storyTitle,
      isListed,
    })
  }

  function find(id: string): JobView | undefined {
    const row = conversions.find(id)
    return row === undefined ? undefined : viewOfRow(row)
  }

  /** Sends every page the views of jobs of an open project. */
  function sendViews(project: Project, ids: readonly string[]): void {
    if (ids.length === 0) return
    try {
      const sent = ids.map((id) => ({ id, job: view(project, id) }))
      emit('jobs:changed', {
        jobs: sent.flatMap(({ job }) => job ?? []),
        gone: sent.flatMap(({ id, job }) => (job === undefined ? id : [])),
      })
    } catch (error) {
      report('jobs', error) // the job continues
    }
  }

  function sendNewest(project: Project): void {
    const newest = project.jobs.list().slice(0, MAX_SENT)
    sendViews(
      project,
      newest.map(({ id }) => id),
    )
  }

  return {
    view,
    /** The jobs that determine the state of an open project's render. */
    viewRender: (project: Project): JobView[] =>
      jobsOfRender(runner.jobs(project))
        .slice(0, MOST_OF_RENDER)
        .flatMap(({ id }) => view(project, id) ?? []),
    find,
    /** The path of a job's project file. Throws `conversion-gone` if the list does not have the job. */
    pathOf(id: string): string {
      const path = conversions.pathOf(id)
      if (path === undefined) throw new UserFacingError('conversion-gone')
      return path
    },
    /** A page of the jobs that match the filter, newest first, starting where the previous page ended. */
    list(after: JobPlace | null = null, filter: JobFilter = {}): { jobs: JobView[]; hasMore: boolean } {
      const { jobs, hasMore } = conversions.list(after, filter)
      return { jobs: jobs.map(viewOfRow), hasMore }
    },
    count: (filter: JobFilter = {}): Record<JobGroup, number> => conversions.count(filter),
    /** Sends every page the views of listed jobs, after a change that their projects do not know about. */
    tell(ids: readonly string[]): void {
      const jobs = ids.flatMap((id) => find(id) ?? [])
      if (jobs.length > 0) emit('jobs:changed', { jobs, gone: [] })
    },
    /** From now on, sends every page the views of open projects' jobs after each change. */
    watch(): void {
      openProjects.watch({
        opened: sendNewest,
        changed: (project, { id }) => sendViews(project, [id]),
        closed: sendNewest,
      })
      runner.watch((project, id) => sendViews(project, [id]))
    },
  }
}

/** A job as a row of the table. */
export function toRow(project: Project, record: JobRecord): ConversionRow {
  const { info } = project.story()
  const facts = requestFacts(record.requestBody)
  const job = toKept(record, project, facts)
  return {
    job,
    endpoint: record.endpoint,
    storyId: info.id,
    storyTitle: info.title,
    path: project.path,
    estimate: facts.estimate || job.estimatedCredits,
    charged: chargedCredits(record, job.estimatedCredits),
  }
}

/** The part of a job that the table stores as JSON. */
function toKept(
  job: JobRecord | JobNow,
  project: Project,
  { input, estimate } = requestFacts(job.requestBody),
): KeptJob {
  const { payload, audioId } = job
  const document = documentOf(job)
  return keptJobSchema.parse({
    ...job,
    input,
    estimatedCredits: Math.max(estimate, job.estimatedCredits ?? 0),
    durationMs: durationOf(project, audioId),
    blockId: blockOfPayload(payload),
    voiceId: voiceOf(plannedTakes(payload).map((take) => take.voiceId)) ?? document?.voiceId ?? null,
    document,
  })
}

/** The length of a job's audio; null if there is none, or if it is lost. */
function durationOf({ audio }: Project, audioId: string | null): number | null {
  return audioId === null ? null : (audio.find(audioId)?.durationMs ?? null)
}

/** The one voice of all takes; null if there are several, or none. */
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

/** The error codes of a request with an unknown outcome. */
const NO_OUTCOME: ReadonlySet<string> = new Set<ErrorCode>([
  'conversion-outcome-unknown',
  'conversion-repeated',
])

/**
 * Credits as the ledger shows them: the figure that the service reported; before that, the highest estimate if the request may have
 * been charged. A request that was rejected, failed or was never sent costs nothing, unless the service reports otherwise.
 */
function chargedCredits({ state, status, uuid, error, usedCredits }: JobRecord, estimate: number): number {
  if (usedCredits !== null && uuid !== null && state !== 'accepted') return usedCredits
  if (state === 'failed') return 0
  // A dismissed rejection keeps its error. A request of unknown outcome has none, or one of `NO_OUTCOME`.
  const wasRefused = uuid === null && error !== null && !NO_OUTCOME.has(error.code)
  if (state === 'dismissed' && (wasRefused || status === STATUS.failed)) return 0
  return Math.max(estimate, usedCredits ?? 0)
}
