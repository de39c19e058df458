/** The jobs that are under way, and what is known of a job beside its record. */
import { isForgotten, UNANSWERED, type JobEndpoint } from '../../shared/jobs/job.ts'
import { byOrder, type JobActivity, type JobView } from '../../shared/jobs/jobView.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { STATUS } from '../../shared/speech-api/statuses.ts'
import type { Take } from '../../shared/story/takes.ts'
import { hasPassed, createInterruptibleClock, type Clock, type InterruptibleClock } from '../lib/clock.ts'
import { toWireError, type Report } from '../lib/report.ts'
import type { JobRecord, Project } from '../project/project.ts'

/** The page draws a bar for an upload; more often than this it only costs. */
const TELL_EVERY_MS = 200

/** A job under way. */
export interface Task {
  /** The id of the job's record, once it has one. */
  readonly id: string
  readonly project: Project
  readonly endpoint: JobEndpoint
  readonly createdAtMs: number
  /** Its place among the jobs of its project while it has no record. */
  readonly order: number
  /** Aborted when the writer stops the job, or the project closes. */
  readonly signal: AbortSignal
  /** Aborted when the writer stops the job. */
  readonly abort: AbortController
  readonly clock: InterruptibleClock
  /** The takes that its audio makes, once the audio is followed. */
  takes: Promise<Take[]> | undefined
  /** Resolves when the task is over. */
  readonly ended: Promise<void>
  /** Tells how far the job is. */
  tell(change: Partial<JobActivity>): void
  /** Tells when a service that does not answer is asked again; null once it answers. */
  tellNextTry(nextTryMs: number | null): void
}

/** A job as it stands: its record, where it has one, and what goes on with it. */
export type JobNow = Omit<JobRecord, 'state' | 'requestHash'> &
  Pick<JobView, 'state' | 'activity' | 'isErrorSeen' | 'nextTryMs' | 'order'>

export type JobListener = (project: Project, jobId: string) => void

export interface Tasks {
  /** Runs the work of a job. A failure that no record can tell of is kept for a story, until it is dismissed. */
  begin<T>(
    job: Pick<Task, 'project' | 'id' | 'endpoint' | 'createdAtMs'>,
    work: (task: Task) => Promise<T>,
  ): Promise<T>
  find(id: string): Task | undefined
  /** Ends a task's part in its job, which goes on elsewhere. */
  handOn(id: string): void
  /** The jobs of a project, newest first; also those without a record so far. */
  jobs(project: Project): readonly JobNow[]
  /** A job of a project; undefined where it is over and has no record. */
  job(project: Project, id: string): JobNow | undefined
  /** The project of a job that is under way, or that failed before it had a record. */
  projectOf(id: string): Project | undefined
  /** What goes on with a job; null while nothing does. */
  activity(id: string): JobActivity | null
  /** Ends the upload or the following of a job. An accepted job stays accepted. */
  stop(id: string): void
  /** Whether the writer has stopped a job, and nobody has followed it since. */
  isStopped(id: string): boolean
  /** Puts an end to a job that failed, has no known outcome, is not followed or has lost its audio. Does nothing to any other. */
  dismiss(project: Project, id: string): void
  /** Calls a listener after each change of what goes on with a job. */
  watch(listener: JobListener): void
}

export function createTasks(clock: Clock, report: Report): Tasks {
  const running = new Map<string, Task & { activity: JobActivity; nextTryMs: number | null }>()
  /** Renders that failed before they had a record. */
  const failures = new Map<string, { readonly project: Project; readonly job: JobNow }>()
  const stopped = new Set<string>()
  const seenErrors = new Set<string>()
  const listeners: JobListener[] = []

  function tell(project: Project, id: string): void {
    for (const listener of listeners) listener(project, id)
  }

  /** A failure is kept with the job's record. A render without a record is kept in memory. */
  function keepFailure(task: Task, failure: unknown): void {
    // A task that was handed on, or replaced, is not this job's task any more.
    if (task.signal.aborted || running.get(task.id) !== task) return
    const { id, project, endpoint } = task
    const isKnown = failure instanceof UserFacingError
    const error = toWireError(failure, 'jobs', report)
    const record = project.jobs.find(id)
    if (record?.state === 'accepted' && !isKnown) project.jobs.update(id, { error, updatedAtMs: clock.now() })
    if (record !== undefined || endpoint !== 'story') return
    // As new as the failure: blocks that the same render has made before do not overtake it.
    const order = project.jobs.orderOf(id)
    const failed = withoutRecord({ id, project, endpoint, createdAtMs: clock.now(), order })
    failures.set(id, { project, job: { ...failed, state: 'failed', error } })
  }

  function toJobNow(project: Project, record: JobRecord): JobNow {
    const { activity = null, nextTryMs = null } = running.get(record.id) ?? {}
    const order = project.jobs.orderOf(record.id)
    return { ...record, order, activity, nextTryMs, isErrorSeen: seenErrors.has(record.id) }
  }

  /** The jobs of a project that have no record. */
  function jobsWithoutRecord(project: Project, isRecorded: (id: string) => boolean): JobNow[] {
    return [
      ...[...running.values()]
        .filter((task) => task.project === project)
        .map((task) => ({ ...withoutRecord(task), activity: task.activity })),
      ...[...failures.values()].filter((failure) => failure.project === project).map(({ job }) => job),
    ].filter(({ id }) => !isRecorded(id))
  }

  return {
    begin({ project, id, endpoint, createdAtMs }, work) {
      return project.work.run(async () => {
        const abort = new AbortController()
        const signal = AbortSignal.any([abort.signal, project.work.closing])
        const step = createStepper(clock, signal, () => tell(project, id))
        const over = Promise.withResolvers<undefined>()
        const task = {
          id,
          project,
          endpoint,
          createdAtMs,
          order: project.jobs.orderOf(id),
          signal,
          abort,
          clock: createInterruptibleClock(clock),
          activity: activityOf(project.jobs.find(id)),
          nextTryMs: null as number | null,
          takes: undefined,
          ended: over.promise,
          tell(change: Partial<JobActivity>) {
            task.activity = { ...task.activity, ...change }
            step(typeof change.sentBytes === 'number')
          },
          tellNextTry(nextTryMs: number | null) {
            task.nextTryMs = nextTryMs
            step(false)
          },
        }
        running.set(id, task)
        stopped.delete(id)
        seenErrors.delete(id)
        if (endpoint === 'story')
          for (const [other, failure] of failures) {
            if (failure.project !== project) continue
            failures.delete(other)
            tell(project, other)
          }
        tell(project, id)
        try {
          return await work(task)
        } catch (error) {
          keepFailure(task, error)
          throw error
        } finally {
          if (running.get(id) === task) running.delete(id)
          over.resolve(undefined)
          tell(project, id)
        }
      })
    },
    find: (id) => running.get(id),
    handOn: (id) => void running.delete(id),
    jobs(project) {
      const records = project.jobs.list()
      const known = new Set(records.map(({ id }) => id))
      return [
        ...jobsWithoutRecord(project, (id) => known.has(id)),
        ...records.map((record) => toJobNow(project, record)),
      ].toSorted(byOrder)
    },
    job(project, id) {
      const record = project.jobs.find(id)
      if (record !== undefined) return toJobNow(project, record)
      return jobsWithoutRecord(project, () => false).find((job) => job.id === id)
    },
    projectOf: (id) => running.get(id)?.project ?? failures.get(id)?.project,
    activity: (id) => running.get(id)?.activity ?? null,
    stop(id) {
      const task = running.get(id)
      if (task === undefined) return
      stopped.add(id)
      task.abort.abort()
      task.tell({ remainingMs: null, isFollowed: false })
    },
    isStopped: (id) => stopped.has(id),
    dismiss(project, id) {
      const job = project.jobs.find(id)
      if (job === undefined) failures.delete(id)
      if (job === undefined || job.state === 'sending') {
        tell(project, id)
        return
      }
      const isFollowed = running.get(id)?.abort.signal.aborted === false
      if (job.state === 'accepted' && isFollowed) return
      if (job.state === 'accepted' && job.endpoint === 'story' && job.error !== null && !isForgotten(job)) {
        // It can still be fetched, and the same story is not bought again.
        seenErrors.add(id)
      } else if (job.state !== 'dismissed' && !hasAudio(project, job)) {
        project.jobs.update(id, { state: 'dismissed', updatedAtMs: clock.now() })
      }
      tell(project, id)
    },
    watch: (listener) => void listeners.push(listener),
  }
}

/** A job without a request so far. */
function withoutRecord({
  id,
  project,
  endpoint,
  createdAtMs,
  order,
}: Pick<Task, 'id' | 'project' | 'endpoint' | 'createdAtMs' | 'order'>): JobNow {
  return {
    id,
    order,
    endpoint,
    state: 'preparing',
    createdAtMs,
    updatedAtMs: createdAtMs,
    connectionId: project.story().info.connectionId,
    requestBody: '',
    payload: null,
    ...UNANSWERED,
    activity: null,
    isErrorSeen: false,
    nextTryMs: null,
  }
}

function hasAudio(project: Project, { state, audioId }: JobRecord): boolean {
  return state === 'completed' && audioId !== null && project.audio.find(audioId) !== undefined
}

/** Gives a function that tells at once, or, for small steps, at most every `TELL_EVERY_MS` and once more after the last. */
function createStepper(clock: Clock, signal: AbortSignal, tell: () => void): (isSmall: boolean) => void {
  let toldAtMs = -Infinity
  let isDue = false
  const tellNow = () => {
    toldAtMs = clock.now()
    isDue = false
    tell()
  }
  return (isSmall) => {
    if (!isSmall || hasPassed(TELL_EVERY_MS, toldAtMs, clock.now())) {
      tellNow()
      return
    }
    if (isDue) return
    isDue = true
    // The last step before a long pause is told, too: an upload may stand still, or wait for its answer.
    void clock.sleep(toldAtMs + TELL_EVERY_MS - clock.now(), signal).then(tellNow, () => undefined)
  }
}

function activityOf(job: JobRecord | undefined): JobActivity {
  return {
    status: job?.status ?? STATUS.converting,
    percentage: job?.percentage ?? 0,
    remainingMs: null,
    isFollowed: true,
    sentBytes: null,
    blocks: null,
  }
}
