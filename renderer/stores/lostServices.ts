/** Services that do not respond about conversions that they have accepted. */
import type { ProjectId } from '../../shared/ipc/views.ts'
import type { JobView } from '../../shared/jobs/jobView.ts'
import type { RenderState } from '../../shared/jobs/renderState.ts'
import type { ErrorCode } from '../../shared/messages/errors.ts'
import { BUILT_IN_CONNECTION } from '../../shared/story/records.ts'
import type { JobsState } from './jobsStore.ts'

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
