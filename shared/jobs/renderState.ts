/** How far the render of a story is, as its jobs tell it. */
import { STATUS } from '../speech-api/statuses.ts'
import type { RenderState } from '../ipc/views.ts'
import { BUILT_IN_CONNECTION } from '../story/records.ts'
import type { Job } from './job.ts'

/** What goes on with a job at this moment. */
export interface JobActivity {
  readonly status: number
  /** 0 to 100. */
  readonly percentage: number
  /** Milliseconds left, once there is enough to go by. */
  readonly remainingMs: number | null
  /** False once the writer has stopped the job, which may still wait for the answer to its request. */
  readonly isFollowed: boolean
  /** Bytes of a document that have left; null for what is no upload. */
  readonly sentBytes: number | null
  /** Where a render makes changed blocks only: how many are made, and how many there are to make. */
  readonly blocks: { readonly made: number; readonly of: number } | null
}

/** What of a job says how a render is. */
export interface JobProgress extends Pick<
  Job,
  'endpoint' | 'connectionId' | 'status' | 'percentage' | 'error' | 'createdAtMs'
> {
  /** `preparing` is a job without a request so far; it is nowhere but in memory. */
  readonly state: Job['state'] | 'preparing'
  readonly activity: JobActivity | null
  /** The writer has seen why its audio could not be fetched. */
  readonly isErrorSeen: boolean
}

/**
 * The state of a story's render, from the jobs of its project, newest first. The newest story job speaks for the story, unless it
 * has failed and audio was made after it; any job whose outcome is unknown asks for the writer's decision.
 */
export function renderStateOf(jobs: readonly JobProgress[]): RenderState {
  const latest = jobs.find(({ endpoint, activity }) => endpoint === 'story' && !isStoppedRender(activity))
  const newest = latest !== undefined && isOvertaken(latest, jobs) ? undefined : latest
  if (newest !== undefined && isUnderWay(newest)) return stateOfRunning(newest)
  const unknown = jobs.find(({ state }) => state === 'unknown')
  if (unknown !== undefined)
    return { phase: 'unknown', error: unknown.error ?? { code: 'conversion-interrupted', params: {} } }
  if (newest?.state === 'accepted' && newest.error !== null && !newest.isErrorSeen)
    return { phase: 'failed', error: newest.error }
  if (newest?.state === 'failed')
    return { phase: 'failed', error: newest.error ?? { code: 'conversion-failed-unexplained', params: {} } }
  return { phase: 'idle' }
}

/** Whether a failure is old: a later job has made audio for the story. */
function isOvertaken(failure: JobProgress, jobs: readonly JobProgress[]): boolean {
  const { error, createdAtMs } = failure
  if (error === null) return false
  const isLater = (job: JobProgress, at: number) =>
    job.createdAtMs > createdAtMs || (job.createdAtMs === createdAtMs && at < jobs.indexOf(failure))
  return jobs.some((job, at) => job.state === 'completed' && isLater(job, at))
}

/** A stopped render of changed blocks begins no further block; the blocks that it began are takes of their own. */
function isStoppedRender(activity: JobActivity | null): boolean {
  return activity !== null && activity.blocks !== null && !activity.isFollowed
}

function isUnderWay({ state, activity, error }: JobProgress): boolean {
  if (state === 'accepted') return activity !== null || error === null
  // The audio is stored; its takes are being fitted.
  if (state === 'completed') return activity !== null
  return state === 'preparing' || state === 'sending'
}

function stateOfRunning({ connectionId, status, percentage, activity }: JobProgress): RenderState {
  return {
    phase: 'running',
    status: activity?.status ?? status ?? STATUS.converting,
    percentage: activity?.percentage ?? percentage,
    remainingMs: activity?.isFollowed === true ? activity.remainingMs : null,
    isFollowed: activity?.isFollowed ?? false,
    ...(connectionId === BUILT_IN_CONNECTION && { canCancel: true }),
    ...(activity !== null && activity.blocks !== null && { blocks: activity.blocks }),
  }
}
