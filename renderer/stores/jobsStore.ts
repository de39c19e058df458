import { createStore } from 'zustand/vanilla'
import { derive } from '../../shared/lib/derive.ts'
import type { WireError } from '../../shared/ipc/result.ts'
import type { ProjectId } from '../../shared/ipc/views.ts'
import { byOrder, type JobUpdate, type JobView } from '../../shared/jobs/jobView.ts'
import { type RenderState, renderStateOf } from '../../shared/jobs/renderState.ts'
import type { PendingDeletes } from './pendingDeletes.ts'
import type { ErrorCode } from '../../shared/messages/errors.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'

export interface JobsState {
  /** Every job that the page knows, by its id. */
  readonly jobs: ReadonlyMap<string, JobView>
  /** Jobs that ended without a request: an answer about them may still be on its way. */
  readonly gone: ReadonlySet<string>
  /** The library of documents. */
  readonly library: {
    /** Whether the app has opened it since the page began. */
    readonly isOpen: boolean
    /** Whether there are more documents in a file that another program has open. */
    readonly isHeldElsewhere: boolean
    /** Why it cannot be opened. */
    readonly error: WireError | null
    /** The new place of an unreadable library, after the writer chose to begin a new one. */
    readonly setAsideAt: string | null
  }
  /** Documents that are about to be deleted. */
  readonly removing: PendingDeletes<string>
}

export type JobsStore = ReturnType<typeof createJobsStore>

/** A job that speaks a document. */
export type DocumentJob = JobView & { readonly document: NonNullable<JobView['document']> }

/** The jobs of all stories and documents, regardless of the open story. */
export function createJobsStore() {
  return createStore<JobsState>(() => ({
    jobs: new Map(),
    gone: new Set(),
    library: { isOpen: false, isHeldElsewhere: false, error: null, setAsideAt: null },
    removing: new Map(),
  }))
}

/** The jobs with an update applied, newest first. Of two views of a job, that with the higher revision counts. */
export function withUpdate(
  state: Pick<JobsState, 'jobs' | 'gone'>,
  update: JobUpdate,
): Pick<JobsState, 'jobs' | 'gone'> {
  const gone = update.gone.length === 0 ? state.gone : new Set([...state.gone, ...update.gone])
  const jobs = new Map(state.jobs)
  // The map has a later job after an earlier one.
  for (const job of update.jobs.toReversed()) {
    const known = jobs.get(job.id)
    if (known === undefined || known.revision < job.revision) jobs.set(job.id, job)
  }
  for (const id of gone) jobs.delete(id)
  return { jobs, gone }
}

/** The jobs of an open project, newest first. */
export function jobsOf({ jobs }: Pick<JobsState, 'jobs'>, projectId: ProjectId): readonly JobView[] {
  return newestFirst([...jobs.values()].filter((job) => job.projectId === projectId))
}

const IDLE: RenderState = { phase: 'idle' }

/** The state of an open project's render, computed once for all views. */
export function renderOf(state: Pick<JobsState, 'jobs'>, projectId: ProjectId | undefined): RenderState {
  return projectId === undefined ? IDLE : renderIn(state.jobs, projectId)
}

const renderIn = derive((jobs: JobsState['jobs'], projectId: ProjectId) =>
  renderStateOf(jobsOf({ jobs }, projectId)),
)

/** The documents of the library that the app has open, newest first, except dismissed ones. */
export function documentsOf({ jobs }: Pick<JobsState, 'jobs'>): readonly DocumentJob[] {
  return newestFirst([...jobs.values()].filter(isDocument)).filter(
    ({ state, projectId }) => state !== 'dismissed' && projectId !== null,
  )
}

export function isDocument(job: JobView): job is DocumentJob {
  return job.document !== null
}

/** Among jobs without a record, the one reported later is newer. */
function newestFirst<T extends JobView>(jobs: readonly T[]): readonly T[] {
  return jobs.toReversed().toSorted(byOrder)
}

/** A service that does not respond about conversions that it has accepted. */
export interface LostService {
  readonly connectionId: string
  /** Null for a connection that was removed. */
  readonly name: string | null
  /** The jobs that wait for it. */
  readonly jobs: readonly JobView[]
  /** The time of the next attempt. */
  readonly nextTryMs: number
}

/** The services that do not respond. The built-in service restarts by itself within a second, so it is not included. */
export function lostServices({ jobs }: Pick<JobsState, 'jobs'>): readonly LostService[] {
  const waiting = [...jobs.values()].flatMap((job) =>
    job.nextTryMs !== null && isLost(job) ? [{ job, nextTryMs: job.nextTryMs }] : [],
  )
  const byConnection = Map.groupBy(waiting, ({ job }) => job.connectionId)
  return [...byConnection].map(([connectionId, ofConnection]) => ({
    connectionId,
    name: ofConnection[0]?.job.connectionName ?? null,
    jobs: ofConnection.map(({ job }) => job),
    nextTryMs: Math.min(...ofConnection.map(({ nextTryMs }) => nextTryMs)),
  }))
}

/** Whether the render of a project failed because a lost service has not delivered its audio yet. */
export function isOfLostService(
  render: RenderState,
  services: readonly LostService[],
  projectId: ProjectId | undefined,
): boolean {
  if (render.phase !== 'failed') return false
  const isReason = (job: JobView) => job.projectId === projectId && job.error?.code === render.error.code
  return services.some(({ jobs }) => jobs.some(isReason))
}

function isLost({ connectionId, activity, error, isErrorSeen }: JobView): boolean {
  if (connectionId === BUILT_IN_CONNECTION || isErrorSeen) return false
  return activity !== null || (error !== null && UNREACHABLE.has(error.code))
}

/** Why a service could not be reached, after several attempts. */
const UNREACHABLE: ReadonlySet<string> = new Set<ErrorCode>([
  'service-unreachable',
  'service-name-unknown',
  'service-silent',
  'service-cut-off',
  'service-failed',
])
