/**
 * Runs all jobs: prepares a job, submits it once, follows it, fetches its audio and stores it. Each running job is one task with
 * one AbortController. The kind of the job (`kinds/`) defines what to send and how the audio is stored.
 */
import type { Emit } from '../../shared/ipc/contract.ts'
import { isForgotten, UNANSWERED, type JobEndpoint } from '../../shared/jobs/job.ts'
import { byOrder, type JobActivity, type JobView } from '../../shared/jobs/jobView.ts'
import type { JobPayload } from '../../shared/jobs/payload.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { STATUS } from '../../shared/speech-api/statuses.ts'
import type { Take } from '../../shared/story/takes.ts'
import { hasPassed, type Clock, createInterruptibleClock, type InterruptibleClock } from '../lib/clock.ts'
import type { Redact } from '../lib/http/redact.ts'
import { toWireError, type Report } from '../lib/report.ts'
import type { JobRecord, Project } from '../project/project.ts'
import type { ClientOfConnection } from '../speech/connections.ts'
import type { FetchJob, FetchStart } from './fetchJob.ts'
import { storeStory, storeTake, type Arrival, type Stored } from './kinds/speech.ts'
import { fitTake, type ChangeLength, type LengthMismatch } from './kinds/takeAudio.ts'
import type { SubmissionRequest, Submissions } from './submissions.ts'

/** The number of jobs from an earlier run that are followed at the same time, per project. */
const RESUMED_AT_ONCE = 32
/** The number that is followed each time a project is opened: a hostile file may contain any number of them. */
const MOST_RESUMED = 1_000
/** The page only draws a progress bar for an upload, so more frequent reports would waste time. */
const TELL_EVERY_MS = 200

const NOTHING_KNOWN: FetchStart = { last: null }
const NOTHING_STORED: Stored = { takes: [], mismatches: [], render: null }

/** A running job. */
export interface Task {
  /** The id of the job's record, once it has one. */
  readonly id: string
  readonly project: Project
  readonly endpoint: JobEndpoint
  readonly createdAtMs: number
  /** Its position among the jobs of its project while it has no record. */
  readonly order: number
  /** Aborted when the writer stops the job, or the project closes. */
  readonly signal: AbortSignal
  /** Aborted when the writer stops the job. */
  readonly abort: AbortController
  readonly clock: InterruptibleClock
  /** The progress of the job, for the page. */
  activity: JobActivity
  /** When a service that does not respond is tried again; null while it responds. */
  nextTryMs: number | null
  /** The takes that its audio becomes, once the conversion is followed. */
  takes: Promise<Take[]> | undefined
  /** Resolves when the task is over. */
  readonly ended: Promise<void>
  /** Reports the progress of the job. */
  tell(change: Partial<JobActivity>): void
  /** Reports when a service that does not respond is tried again; null once it responds. */
  tellNextTry(nextTryMs: number | null): void
}

/** A job now: its record, if it has one, and its progress. */
export type JobNow = Omit<JobRecord, 'state' | 'requestHash'> &
  Pick<JobView, 'state' | 'activity' | 'isErrorSeen' | 'nextTryMs' | 'order'>

export type JobListener = (project: Project, jobId: string) => void

/** A job that has just started. */
export interface Begun<T> {
  /** The id of the job, and of its record once it has one. */
  readonly id: string
  readonly result: Promise<T>
}

export interface RunnerOptions {
  readonly emit: Emit
  readonly submissions: Submissions
  readonly fetchJob: FetchJob
  readonly stretch: ChangeLength
  /** Masks the password of a document in messages of its service. */
  readonly redactFor: (job: Pick<JobRecord, 'id' | 'payload'>) => Redact
  /** Asks a service to cancel an accepted job, if the service is known to support that. */
  readonly cancel: (job: JobRecord) => Promise<void>
  readonly clock: Clock
  readonly newId: () => string
  readonly report: Report
}

export type Runner = ReturnType<typeof createRunner>

export function createRunner(options: RunnerOptions) {
  const { emit, submissions, fetchJob, stretch, redactFor, clock, newId, report } = options
  const running = new Map<string, Task>()
  /** Renders that failed before they had a record. */
  const failures = new Map<string, { readonly project: Project; readonly job: JobNow }>()
  const stopped = new Set<string>()
  const seenErrors = new Set<string>()
  const listeners: JobListener[] = []

  function tell(project: Project, id: string): void {
    for (const listener of listeners) listener(project, id)
  }

  /**
   * Runs the work of a job. `jobs` lists the job as soon as this returns. If a story's job fails before it has a record, the failure is
   * kept until it is dismissed. Rejects with `request-cancelled`, without starting the work, if the project is closing.
   */
  function begin<T>(job: NewTask, work: (task: Task) => Promise<T>): Promise<T> {
    const { id, project, endpoint } = job
    if (project.work.closing.aborted) return Promise.reject(new UserFacingError('request-cancelled'))
    const abort = new AbortController()
    const signal = AbortSignal.any([abort.signal, project.work.closing])
    const step = createStepper(clock, signal, () => tell(project, id))
    const over = Promise.withResolvers<undefined>()
    const task: Task = {
      ...job,
      order: project.jobs.orderOf(id),
      signal,
      abort,
      clock: createInterruptibleClock(clock),
      activity: activityOf(project.jobs.find(id)),
      nextTryMs: null,
      takes: undefined,
      ended: over.promise,
      tell(change) {
        task.activity = { ...task.activity, ...change }
        step(typeof change.sentBytes === 'number')
      },
      tellNextTry(nextTryMs) {
        task.nextTryMs = nextTryMs
        step(false)
      },
    }
    running.set(id, task)
    stopped.delete(id)
    seenErrors.delete(id)
    if (endpoint === 'story') forgetFailures(project)
    tell(project, id)
    return project.work.run(async () => {
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
  }

  function forgetFailures(project: Project): void {
    for (const [id, failure] of failures) {
      if (failure.project !== project) continue
      failures.delete(id)
      tell(project, id)
    }
  }

  /** Stores a failure in the job's record, or in memory for a render without a record. */
  function keepFailure(task: Task, failure: unknown): void {
    // The task may have been handed over to another job, or replaced.
    if (task.signal.aborted || running.get(task.id) !== task) return
    const { id, project, endpoint } = task
    const isKnown = failure instanceof UserFacingError
    const error = toWireError(failure, 'jobs', report)
    const record = project.jobs.find(id)
    if (record?.state === 'accepted' && !isKnown) project.jobs.update(id, { error, updatedAtMs: clock.now() })
    if (record !== undefined || endpoint !== 'story') return
    // Dated by the failure, so that blocks made earlier by the same render are not newer.
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

  /** Follows an accepted job to its end, fetches its audio and stores it. */
  async function complete(task: Task, job: JobRecord, start: FetchStart): Promise<Take[]> {
    const { project, signal } = task
    const { payload } = job
    if (payload === null) throw new UserFacingError('conversion-purpose-unknown')
    let stored: Stored = NOTHING_STORED
    const end = await fetchJob({
      project,
      job,
      ...start,
      redact: redactFor(job),
      clock: task.clock,
      signal,
      onProgress: (progress) => task.tell({ ...progress, sentBytes: null }),
      onRetry: (nextTryMs) => task.tellNextTry(nextTryMs),
      store: (audio, conversion) => {
        const nowMs = project.takeTimeMs(clock.now())
        stored = storeArrival(payload, { project, ...audio, conversion, newId, nowMs })
      },
    })
    if (end.kind === 'failed' || end.kind === 'lost') throw end.error
    if (end.kind === 'stopped') return []
    const takes = [...stored.takes, ...(await fitAll(project, stored.mismatches))]
    const { render } = stored
    if (takes.length > 0 || render !== null)
      emit('takes:added', { projectId: project.projectId, takes, render })
    return takes
  }

  /** Stretches blocks to their target lengths. The audio is already stored; a block that cannot be fitted gets no take. */
  async function fitAll(project: Project, mismatches: readonly LengthMismatch[]): Promise<Take[]> {
    const fitted: Take[] = []
    const signal = project.work.closing
    for (const mismatch of mismatches) {
      try {
        const nowMs = project.takeTimeMs(clock.now())
        fitted.push(await fitTake({ project, ...mismatch, newId, nowMs, stretch, signal }))
      } catch (error) {
        if (signal.aborted) break
        report('fit', error)
      }
    }
    return fitted
  }

  /**
   * Fetches the audio of an accepted job, or stores audio that the writer supplies. Joins a fetch that is already running.
   * Throws the reason if there is no audio.
   */
  async function fetch(project: Project, job: JobRecord, start = NOTHING_KNOWN): Promise<Take[]> {
    const earlier = running.get(job.id)
    const shared = earlier?.abort.signal.aborted === false ? earlier.takes : undefined
    if (shared !== undefined && start.byHand === undefined) return shared
    // Supplied audio does not wait for the service, which may never respond.
    earlier?.abort.abort()
    const completeAfter = async (task: Task) => {
      await earlier?.ended
      return complete(task, job, start)
    }
    const { id, endpoint, createdAtMs } = job
    return begin({ id, project, endpoint, createdAtMs }, (task) => {
      task.takes = completeAfter(task)
      return task.takes
    })
  }

  /** Runs work that nothing waits for; does not start it if the project is closing. */
  function inBackground({ work }: Project, task: () => Promise<void>): void {
    work.run(task).catch((error: unknown) => {
      if (!work.closing.aborted) report('jobs', error)
    })
  }

  /** Stops uploading or following a job. An accepted job stays accepted. */
  function stop(id: string): void {
    const task = running.get(id)
    if (task === undefined) return
    stopped.add(id)
    task.abort.abort()
    task.tell({ remainingMs: null, isFollowed: false })
  }

  /**
   * Dismisses a job that failed, has an unknown outcome, is not followed or has lost its audio; leaves any other job unchanged. An accepted
   * job is also cancelled at a service that is known to support that.
   */
  function dismiss(project: Project, id: string): void {
    const job = project.jobs.find(id)
    const isFollowed = running.get(id)?.abort.signal.aborted === false
    if (job?.state === 'accepted' && isFollowed) return
    if (job === undefined) failures.delete(id)
    else if (
      job.state === 'accepted' &&
      job.endpoint === 'story' &&
      job.error !== null &&
      !isForgotten(job)
    ) {
      // Its audio can still be fetched, so the same story is not bought again.
      seenErrors.add(id)
    } else if (job.state !== 'sending' && job.state !== 'dismissed' && !hasAudio(project, job)) {
      project.jobs.update(id, { state: 'dismissed', updatedAtMs: clock.now() })
      if (job.state === 'accepted') options.cancel(job).catch((error: unknown) => report('jobs', error))
    }
    tell(project, id)
  }

  return {
    /** The jobs of a project, newest first, including those without a record. */
    jobs(project: Project): readonly JobNow[] {
      const records = project.jobs.list()
      const known = new Set(records.map(({ id }) => id))
      return [
        ...jobsWithoutRecord(project, (id) => known.has(id)),
        ...records.map((record) => toJobNow(project, record)),
      ].toSorted(byOrder)
    },
    /** A job of a project; undefined if it is over and has no record. */
    job(project: Project, id: string): JobNow | undefined {
      const record = project.jobs.find(id)
      if (record !== undefined) return toJobNow(project, record)
      return jobsWithoutRecord(project, () => false).find((job) => job.id === id)
    },
    /** The project of a job that is under way, or that failed before it had a record. */
    projectOf: (id: string): Project | undefined => running.get(id)?.project ?? failures.get(id)?.project,
    /** The progress of a job; null while it is not running. */
    activity: (id: string): JobActivity | null => running.get(id)?.activity ?? null,
    /** Whether the writer stopped a job that has not been followed since. */
    isStopped: (id: string): boolean => stopped.has(id),
    /** Calls a listener after each change of a job's progress. */
    watch: (listener: JobListener): void => void listeners.push(listener),
    /** Starts a job. If a story's job fails before it has a record, `jobs` lists the failure until it is dismissed. */
    run<T>(project: Project, endpoint: JobEndpoint, work: (task: Task) => Promise<T>): Begun<T> {
      const id = newId()
      return { id, result: begin({ id, project, endpoint, createdAtMs: clock.now() }, work) }
    },
    /**
     * Submits a task's request once, and stores its audio. Returns the new takes. Throws errors of the submission, the service and the
     * network. `onStored` is called with the id of the record that the response belongs to, once the record is on disk.
     */
    async send(
      task: Task,
      to: ClientOfConnection,
      request: SubmissionRequest,
      onStored: (id: string) => void = () => undefined,
    ): Promise<Take[]> {
      const { id, project } = task
      const { closed } = project.work
      const signal = request.isStoppable ? AbortSignal.any([task.signal, closed]) : closed
      const job = { ...request, id, onStored: () => onStored(id) }
      const submission = await submissions.submit(project, to, job, signal)
      if (submission.kind === 'failed' || submission.kind === 'unknown') throw submission.error
      if (submission.kind === 'already-accepted') {
        running.delete(id) // the job continues as the task of the earlier request
        onStored(submission.job.id)
        return fetch(project, submission.job)
      }
      task.takes = complete(task, submission.job, { last: submission.conversion, to })
      return task.takes
    },
    fetch,
    stop,
    dismiss,
    /** Stops a job and dismisses it, even while its request is being sent. */
    cancel(project: Project, id: string): void {
      const ended = running.get(id)?.ended
      stop(id)
      dismiss(project, id)
      if (project.jobs.find(id)?.state === 'dismissed') return
      // Wait for the response to a request that is being sent.
      inBackground(project, async () => {
        await ended
        dismiss(project, id)
      })
    },
    /** Polls the service about an accepted job at once, even if a running poll is about to fail. */
    async follow(project: Project, job: JobRecord): Promise<void> {
      const task = running.get(job.id)
      // A task that the writer has stopped is about to end.
      const current = task?.abort.signal.aborted === true ? undefined : task
      if (current?.clock.interrupt() === true) return
      try {
        await (current?.takes ?? fetch(project, job))
      } catch (error) {
        if (current === undefined) throw error
        // The failed task polled before there was anything new.
        await current.ended
        await fetch(project, job)
      }
    },
    /**
     * Fetches the accepted jobs of a project, or some of them, newest first and a few at a time, except those that the writer
     * stopped.
     */
    resume(project: Project, isWanted: (job: JobRecord) => boolean = () => true): void {
      const accepted = project.jobs
        .list()
        .filter((job) => job.state === 'accepted' && isWanted(job))
        .slice(0, MOST_RESUMED)
      const waiting = accepted.values()
      async function fetchNext(): Promise<void> {
        for (const { id } of waiting) {
          const job = project.work.closing.aborted ? undefined : project.jobs.find(id)
          if (job?.state !== 'accepted' || stopped.has(id) || running.has(id)) continue
          // The job stores why its audio is missing.
          await fetch(project, job).catch(() => undefined)
        }
      }
      for (let count = Math.min(accepted.length, RESUMED_AT_ONCE); count > 0; count--)
        inBackground(project, fetchNext)
    },
  }
}

type NewTask = Pick<Task, 'id' | 'project' | 'endpoint' | 'createdAtMs'>

/** A job that has no request yet. */
function withoutRecord({ id, project, endpoint, createdAtMs, order }: NewTask & Pick<Task, 'order'>): JobNow {
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

function storeArrival(payload: JobPayload, arrival: Arrival): Stored {
  if (payload.kind === 'take') return storeTake(payload, arrival)
  if (payload.kind === 'story') return storeStory(payload, arrival)
  return NOTHING_STORED // a document's audio is named by its job
}

function hasAudio(project: Project, { state, audioId }: JobRecord): boolean {
  return state === 'completed' && audioId !== null && project.audio.find(audioId) !== undefined
}

/** Returns a function that reports at once, or, for small steps, at most every `TELL_EVERY_MS` and once more after the last step. */
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
    // Also report the last step before a pause: an upload may stall, or wait for its response.
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
