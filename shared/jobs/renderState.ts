/** The progress of a story's render, derived from its jobs, and the jobs affected when the writer stops or dismisses the render. */
import type { WireError } from '../ipc/result.ts'
import { STATUS } from '../speech-api/statuses.ts'
import { BUILT_IN_CONNECTION } from '../story/records.ts'
import type { JobActivity, JobView } from './jobView.ts'

/** The fields of a job that the state of a render depends on. */
export type JobProgress = Pick<
  JobView,
  | 'id'
  | 'endpoint'
  | 'connectionId'
  | 'state'
  | 'status'
  | 'percentage'
  | 'error'
  | 'activity'
  | 'isErrorSeen'
>

/** The render of a story as the writer follows it. */
export type RenderState =
  | { readonly phase: 'idle' }
  | ({
      readonly phase: 'running'
      /** Whether the service is known to end cancelled conversions: the embedded service does. */
      readonly canCancel: boolean
    } & Omit<JobActivity, 'sentBytes'>)
  | { readonly phase: 'failed'; readonly error: WireError }
  /** The request was sent but not answered: it may have been charged, so it is not sent again automatically. */
  | { readonly phase: 'unknown'; readonly error: WireError }

/**
 * The state of a story's render, from the jobs of its project, newest first. The newest story job decides, unless it
 * has failed and audio was made after it; any job whose outcome is unknown asks for the writer's decision.
 */
export function renderStateOf(jobs: readonly JobProgress[]): RenderState {
  const latest = jobs.find((job) => isOfStory(job) && !isStoppedRender(job.activity))
  const newest = latest !== undefined && isOvertaken(latest, jobs) ? undefined : latest
  if (newest !== undefined && isUnderWay(newest)) return stateOfRunning(newest)
  const unknown = jobs.find(({ state }) => state === 'unknown')
  if (unknown !== undefined) return { phase: 'unknown', error: reasonOf(unknown) }
  const isFailure =
    newest?.state === 'failed' ||
    (newest?.state === 'accepted' && newest.error !== null && !newest.isErrorSeen)
  return isFailure ? { phase: 'failed', error: reasonOf(newest) } : { phase: 'idle' }
}

/** Why a job failed, or why its outcome is unknown: the same object each time, as React compares states. */
export function reasonOf({ state, error }: Pick<JobView, 'state' | 'error'>): WireError {
  return error ?? (state === 'unknown' ? INTERRUPTED : UNEXPLAINED)
}

const INTERRUPTED: WireError = { code: 'conversion-interrupted', params: {} }
const UNEXPLAINED: WireError = { code: 'conversion-failed-unexplained', params: {} }

/** Those of a project's jobs that `renderStateOf` and the functions below depend on. */
export function jobsOfRender<T extends JobProgress>(jobs: readonly T[]): T[] {
  const newestStory = jobs.find((job) => isOfStory(job) && job.activity === null)
  const newestAudio = jobs.find(({ state }) => state === 'completed')
  const isOpen = ({ state, activity }: T) =>
    activity !== null || ['preparing', 'sending', 'accepted', 'unknown'].includes(state)
  return jobs.filter((job) => job === newestStory || job === newestAudio || isOpen(job) || isFailedStory(job))
}

/** The jobs to stop, or to cancel, when the writer stops or cancels the render. */
export function jobsToStop<T extends JobProgress>(jobs: readonly T[]): T[] {
  return jobs.filter((job) => isOfStory(job) && job.activity !== null)
}

/** The job to resume when the writer follows the render again. */
export function jobToResume<T extends JobProgress>(jobs: readonly T[]): T | undefined {
  const newest = jobs.find((job) => isOfStory(job) && job.state !== 'preparing')
  return newest?.state === 'accepted' ? newest : undefined
}

/** The jobs to dismiss when the writer dismisses the outcome of the render, or a render that is not followed. */
export function jobsToDismiss<T extends JobProgress>(jobs: readonly T[]): T[] {
  if (renderStateOf(jobs).phase === 'running') return jobs.filter(isOfStory).slice(0, 1)
  return jobs.filter((job) => job.state === 'unknown' || isFailedStory(job))
}

function isOfStory({ endpoint }: JobProgress): boolean {
  return endpoint === 'story'
}

function isFailedStory(job: JobProgress): boolean {
  return isOfStory(job) && job.state !== 'dismissed' && (job.state === 'failed' || job.error !== null)
}

/** Whether a failure is outdated, because a later job made audio for the story. */
function isOvertaken(failure: JobProgress, jobs: readonly JobProgress[]): boolean {
  return (
    failure.error !== null && jobs.slice(0, jobs.indexOf(failure)).some(({ state }) => state === 'completed')
  )
}

/** A stopped render of changed blocks starts no more blocks; the blocks that it started become ordinary takes. */
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
    canCancel: connectionId === BUILT_IN_CONNECTION,
    blocks: activity?.blocks ?? null,
  }
}
