/** Has a speech service render a story, as “Render story” does in the app, and waits for the audio. */
import { join } from 'node:path'
import { toUserFacing } from '../../../shared/ipc/result.ts'
import { isOpenEnded } from '../../../shared/jobs/job.ts'
import type { QueueView } from '../../../shared/jobs/jobView.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import type { PlanOptions } from '../../../shared/story/renderPlan.ts'
import { createJobEngine } from '../../jobs/engine.ts'
import { claimUnknown } from '../../jobs/jobActions.ts'
import type { SpendingGuard } from '../../jobs/submissions.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Report } from '../../lib/report.ts'
import type { Project } from '../../project/project.ts'
import type { SpeechService } from './speechService.ts'

export interface MakeProgress {
  /** 0 to 1. */
  readonly fraction: number
  /** Estimated from the service's earlier times; null if it has none. */
  readonly remainingMs: number | null
  /** The queue of a render of single blocks; null for a render of the whole story. */
  readonly blocks: QueueView | null
}

interface MakeAudioOptions {
  readonly project: Project
  readonly service: SpeechService
  /** Approves each request before credits are spent. */
  readonly guard: SpendingGuard
  readonly workFolder: string
  /** Whether the project is the writer's own rather than a copy. */
  readonly isInPlace: boolean
  /** Which part of the story is rendered, and how. */
  readonly choice: PlanOptions
  /** Confirmation that requests without an answer, or whose audio cannot be fetched, are sent again. */
  readonly maySendAgain: boolean
  readonly report: Report
  readonly signal: AbortSignal
  readonly onProgress: (progress: MakeProgress) => void
}

/**
 * Renders the project's story, which is addressed to the service; its audio is in the project when this resolves. A job that the
 * service accepted earlier is fetched, not bought again. If the outcome of a request is not known, the other blocks are rendered before
 * this throws. Throws the failure, or the signal's reason. Afterwards the project can only be closed.
 */
export async function makeAudio(options: MakeAudioOptions): Promise<void> {
  const { project, service, choice, guard, workFolder, maySendAgain, report, signal, onProgress } = options
  dismissOthers(project, options)
  const { connections } = service
  const downloadsDir = join(workFolder, 'downloads')
  const { runner, renders, findClient } = createJobEngine({
    connections,
    emit: () => {},
    downloadsDir,
    report,
    guard,
  })
  runner.watch(() => {
    const state = renders.state(project, service.connectionId)
    if (state.phase !== 'running') return
    const { percentage, remainingMs, blocks } = state
    onProgress({ fraction: percentage / 100, remainingMs, blocks })
  })
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }) // the reason that `abort` was called with
  })
  const settled = () => Promise.race([project.work.settled(), aborted])
  try {
    signal.throwIfAborted()
    await claimUnknown(project, service.connectionId, findClient, Date.now()).catch((error: unknown) => {
      if (!(error instanceof UserFacingError)) throw error // the service does not answer: the outcome stays unknown
    })
    // Conversions found in the service's history are not sent again, even with confirmation.
    if (maySendAgain) dismissUnknown(project, service.connectionId)
    runner.resume(project, ({ connectionId }) => connectionId === service.connectionId)
    await settled()
    const resumed = renders.state(project, service.connectionId)
    if (resumed.phase === 'failed' && !maySendAgain) throw toUserFacing(resumed.error)
    const despite = maySendAgain ? openJobs(project, service.connectionId) : []
    renders.start(project, { ...choice, despite })
    await settled()
    const state = renders.state(project, service.connectionId)
    if (state.phase === 'failed' || state.phase === 'unknown') throw toUserFacing(state.error)
  } finally {
    await project.work.close(systemClock)
  }
}

function openJobs(project: Project, ofConnection: string): string[] {
  return project.jobs
    .list()
    .filter((job) => job.connectionId === ofConnection && isOpenEnded(job))
    .map(({ id }) => id)
}

function dismissUnknown(project: Project, ofConnection: string): void {
  for (const { id, state, connectionId } of project.jobs.list())
    if (state === 'unknown' && connectionId === ofConnection)
      project.jobs.update(id, { state: 'dismissed', updatedAtMs: Date.now() })
}

/**
 * Dismisses open jobs that cannot be followed: those of the built-in voice, whose service has ended and which cost nothing, and, in a copy,
 * those of other services, which stay open in the story itself.
 */
function dismissOthers(project: Project, { service, isInPlace }: MakeAudioOptions): void {
  for (const job of project.jobs.list()) {
    const isFree = job.connectionId === BUILT_IN_CONNECTION
    const isOther = job.connectionId !== service.connectionId && !isInPlace
    if ((isFree || isOther) && isOpenEnded(job)) project.jobs.update(job.id, { state: 'dismissed' })
  }
}
