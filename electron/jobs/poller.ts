/**
 * Fetches the audio of accepted jobs, whether their projects are open or not: when the app starts, and every quarter of an hour, since
 * a network may be down for longer than any request waits. It uses the system time: after the computer slept, or its clock was set
 * back, it polls at once.
 */
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { ErrorCode } from '../../shared/messages/errors.ts'
import { hasPassed, type Clock } from '../lib/clock.ts'
import type { ProjectId } from '../../shared/ipc/views.ts'
import type { Report } from '../lib/report.ts'
import type { OpenProjects } from '../project/openProjects.ts'
import type { JobRecord, Project } from '../project/project.ts'
import type { WaitingJob } from './conversionTable.ts'
import type { Runner } from './runner.ts'

const ROUND_MS = 15 * 60_000
/** The longest delay of a round after sleep. */
const STEP_MS = 30_000
/** Errors that polling again cannot resolve: they need the writer, or an event of the service. */
const FOR_THE_WRITER: ReadonlySet<string> = new Set<ErrorCode>([
  'service-no-history',
  'conversion-forgotten',
  'webhook-host-new',
])

export interface PollerOptions {
  /** The jobs that wait for a service. */
  readonly waiting: () => readonly WaitingJob[]
  /** Fetches available audio for the project at a path. Rejects if the project cannot be opened. */
  readonly poll: (path: string) => Promise<void>
  readonly clock: Clock
  readonly report: Report
}

export type Poller = ReturnType<typeof createPoller>

export function createPoller({ waiting, poll, clock, report }: PollerOptions) {
  const closing = new AbortController()
  const polled = new Set<string>()
  let rounds: Promise<void> = Promise.resolve()
  let lastMs: number | null = null

  function pollAll(isFirst: boolean): void {
    for (const { path, errorCode } of waiting()) {
      if (polled.has(path) || (!isFirst && FOR_THE_WRITER.has(errorCode ?? ''))) continue
      polled.add(path)
      poll(path)
        .catch((error: unknown) => {
          // The file was moved, is damaged, or is open in another Fabula, which fetches its jobs itself.
          if (!(error instanceof UserFacingError)) report('poller', error)
        })
        .finally(() => polled.delete(path))
    }
  }

  async function run(): Promise<void> {
    pollAll(true)
    lastMs = clock.now()
    while (!closing.signal.aborted) {
      await clock.sleep(STEP_MS, closing.signal)
      if (!hasPassed(ROUND_MS, lastMs, clock.now())) continue
      lastMs = clock.now()
      pollAll(false)
    }
  }

  return {
    /** Polls at once, and from then on. */
    start(): void {
      rounds = run().catch((error: unknown) => {
        if (!closing.signal.aborted) report('poller', error)
      })
    },
    /** When jobs are polled again whose audio could not be fetched for this reason; null if polling does not help. */
    nextMs: (errorCode: string): number | null =>
      lastMs === null || FOR_THE_WRITER.has(errorCode) ? null : lastMs + ROUND_MS,
    /** Polls at once, because the computer slept. */
    pollNow(): void {
      if (lastMs === null || closing.signal.aborted) return
      lastMs = clock.now()
      pollAll(false)
    },
    async close(): Promise<void> {
      closing.abort()
      await rounds
    },
  }
}

/** Fetches the audio of a project's accepted jobs. Resolves when none of its jobs is running. */
export async function fetchAccepted(runner: Runner, project: Project): Promise<void> {
  runner.resume(project)
  await project.work.settled()
}

/** Closes a project that the writer leaves, or keeps it open in the background while one of its jobs runs. */
export async function leaveProject(
  projectId: ProjectId,
  { openProjects, runner, report }: { openProjects: OpenProjects; runner: Runner; report: Report },
): Promise<void> {
  const project = openProjects.find(projectId)
  const isWaiting = ({ state }: JobRecord) => state === 'sending' || state === 'accepted'
  if (project !== undefined && project.jobs.list().some(isWaiting)) {
    openProjects
      .hold(project, () => fetchAccepted(runner, project))
      .catch((error: unknown) => report('poller', error))
  }
  await openProjects.leave(projectId)
}
