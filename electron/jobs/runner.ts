/**
 * The one engine of all jobs: a job is prepared, submitted once, followed, its audio fetched, and stored. Each job under way is
 * one task with one AbortController; what kind of job it is (`kinds/`) says what to send and where the audio goes.
 */
import type { Emit } from '../../shared/ipc/contract.ts'
import type { JobEndpoint } from '../../shared/jobs/job.ts'
import type { JobPayload } from '../../shared/jobs/payload.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Take } from '../../shared/story/takes.ts'
import type { Clock } from '../lib/clock.ts'
import type { Redact } from '../lib/http/redact.ts'
import type { Report } from '../lib/report.ts'
import type { JobRecord, Project } from '../project/project.ts'
import type { ClientOfConnection } from '../speech/connections.ts'
import type { FetchStart, FetchJob } from './fetchJob.ts'
import { fitTake, type LengthMismatch, type ChangeLength } from './kinds/fitTake.ts'
import type { Arrival, Stored } from './kinds/jobKind.ts'
import { storeStory } from './kinds/story.ts'
import { storeTake } from './kinds/take.ts'
import type { SubmissionRequest, Submissions } from './submissions.ts'
import { createTasks, type Task, type Tasks } from './tasks.ts'

/** How many jobs of an earlier run are followed at the same time, in one project. */
const RESUMED_AT_ONCE = 32
/** How many are followed each time that a project is opened: a hostile file has any number of them. */
const MOST_RESUMED = 1_000

const NOTHING_KNOWN: FetchStart = { last: null }
const NOTHING_STORED: Stored = { takes: [], mismatches: [], render: null }

export interface Runner extends Pick<
  Tasks,
  'jobs' | 'job' | 'projectOf' | 'activity' | 'stop' | 'isStopped' | 'dismiss' | 'watch'
> {
  /** Runs a job from its beginning. A failure before there is a record stays in `jobs` for a story, until it is dismissed. */
  run<T>(project: Project, endpoint: JobEndpoint, work: (task: Task) => Promise<T>): Promise<T>
  /**
   * Submits a task's request once, and stores its audio. Gives the takes that this makes. Throws what the submission, the service
   * or the network says. `onStored` is told the id of the record that the answer belongs to, once it is on disk.
   */
  send(
    task: Task,
    to: ClientOfConnection,
    request: SubmissionRequest,
    onStored?: (id: string) => void,
  ): Promise<Take[]>
  /**
   * Fetches the audio of an accepted job, or stores what the writer brings for it. A fetch that is under way already is shared.
   * Throws why there is no audio.
   */
  fetch(project: Project, job: JobRecord, start?: FetchStart): Promise<Take[]>
  /** Asks the service about an accepted job at once, also where asking is under way and about to fail. */
  follow(project: Project, job: JobRecord): Promise<void>
  /** Stops a job and dismisses it, also where its request is on its way. A service that is known to offer that ends it, too. */
  cancel(project: Project, id: string): void
  /**
   * Fetches the accepted jobs of a project, or some of them, newest first and some at a time, but for those that the writer has
   * stopped.
   */
  resume(project: Project, isWanted?: (job: JobRecord) => boolean): void
}

export interface RunnerOptions {
  readonly emit: Emit
  readonly submissions: Submissions
  readonly fetchJob: FetchJob
  readonly stretch: ChangeLength
  /** Masks the password of a document in what a service says of its job. */
  readonly redactFor: (job: Pick<JobRecord, 'id' | 'payload'>) => Redact
  /** Asks the service of an accepted job to end it, where the service is known to offer that. */
  readonly cancel: (job: JobRecord) => Promise<void>
  readonly clock: Clock
  readonly newId: () => string
  readonly report: Report
}

export function createRunner(options: RunnerOptions): Runner {
  const { emit, submissions, fetchJob, stretch, redactFor, clock, newId, report } = options
  const tasks = createTasks(clock, report)

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
        stored = storeArrival(payload, {
          project,
          ...audio,
          conversion,
          newId,
          nowMs: project.takeTimeMs(clock.now()),
        })
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

  /** Gives blocks the length that they asked for. The audio is stored by now: a block that cannot be fitted has no take. */
  async function fitAll(project: Project, mismatches: readonly LengthMismatch[]): Promise<Take[]> {
    const fitted: Take[] = []
    const signal = project.work.closing
    for (const mismatch of mismatches) {
      try {
        fitted.push(
          await fitTake({
            project,
            ...mismatch,
            newId,
            nowMs: project.takeTimeMs(clock.now()),
            stretch,
            signal,
          }),
        )
      } catch (error) {
        if (signal.aborted) break
        report('fit', error)
      }
    }
    return fitted
  }

  async function send(
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
      tasks.handOn(id)
      onStored(submission.job.id)
      return fetch(project, submission.job)
    }
    task.takes = complete(task, submission.job, { last: submission.conversion, to })
    return task.takes
  }

  function fetch(project: Project, job: JobRecord, start = NOTHING_KNOWN): Promise<Take[]> {
    const running = tasks.find(job.id)
    const shared = running?.abort.signal.aborted === false ? running.takes : undefined
    if (shared !== undefined && start.byHand === undefined) return shared
    // What the writer brings does not wait for the service, which may never answer.
    running?.abort.abort()
    const completeAfter = async (task: Task) => {
      await running?.ended
      return complete(task, job, start)
    }
    return tasks.begin({ ...job, project }, (task) => {
      task.takes = completeAfter(task)
      return task.takes
    })
  }

  /** Runs work that nothing waits for, and that is not begun if the project is closing. */
  function inBackground({ work }: Project, task: () => Promise<void>): void {
    work.run(task).catch((error: unknown) => {
      if (!work.closing.aborted) report('jobs', error)
    })
  }

  function dismiss(project: Project, id: string): void {
    const before = project.jobs.find(id)
    tasks.dismiss(project, id)
    if (before?.state !== 'accepted' || project.jobs.find(id)?.state !== 'dismissed') return
    options.cancel(before).catch((error: unknown) => report('jobs', error))
  }

  return {
    ...tasks,
    run: (project, endpoint, work) =>
      tasks.begin({ id: newId(), project, endpoint, createdAtMs: clock.now() }, work),
    send,
    fetch,
    dismiss,
    cancel(project, id) {
      const ended = tasks.find(id)?.ended
      tasks.stop(id)
      dismiss(project, id)
      if (project.jobs.find(id)?.state === 'dismissed') return
      // A request that is on its way is answered first.
      inBackground(project, async () => {
        await ended
        dismiss(project, id)
      })
    },
    async follow(project, job) {
      const task = tasks.find(job.id)
      // A task that the writer has stopped is about to end.
      const running = task?.abort.signal.aborted === true ? undefined : task
      if (running?.clock.interrupt() === true) return
      try {
        await (running?.takes ?? fetch(project, job))
      } catch (error) {
        if (running === undefined) throw error
        // The task that failed asked before there was anything new.
        await running.ended
        await fetch(project, job)
      }
    },
    resume(project, isWanted = () => true) {
      const accepted = project.jobs
        .list()
        .filter((job) => job.state === 'accepted' && isWanted(job))
        .slice(0, MOST_RESUMED)
      const waiting = accepted.values()
      async function fetchNext(): Promise<void> {
        for (const { id } of waiting) {
          const job = project.work.closing.aborted ? undefined : project.jobs.find(id)
          if (job?.state !== 'accepted' || tasks.isStopped(id) || tasks.find(id) !== undefined) continue
          // Why the audio is not here is kept with the job.
          await fetch(project, job).catch(() => undefined)
        }
      }
      for (let count = Math.min(accepted.length, RESUMED_AT_ONCE); count > 0; count--)
        inBackground(project, fetchNext)
    },
  }
}

function storeArrival(payload: JobPayload, arrival: Arrival): Stored {
  if (payload.kind === 'take') return storeTake(payload, arrival)
  if (payload.kind === 'story') return storeStory(payload, arrival)
  return NOTHING_STORED // the job itself names a document's audio
}
