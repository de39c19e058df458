/** Lets a service speak a whole story, as “Render story” does in the app, and waits for it. */
import { join } from 'node:path'
import { toUserFacing } from '../../../shared/ipc/result.ts'
import { isOpenEnded } from '../../../shared/jobs/job.ts'
import { createEngine } from '../../jobs/engine.ts'
import type { SpendingGuard } from '../../jobs/submissions.ts'
import { systemClock } from '../../lib/clock.ts'
import type { Report } from '../../lib/report.ts'
import { countMissing } from '../../mixdown/mixdownPlan.ts'
import type { Project } from '../../project/project.ts'
import type { SpeechService } from './speechService.ts'

export interface MakeAudioOptions {
  readonly project: Project
  readonly service: SpeechService
  /** Has the last word before credits are spent. */
  readonly guard: SpendingGuard
  readonly workFolder: string
  /** The writer's yes to sending again what got no answer before. */
  readonly maySendAgain: boolean
  readonly report: Report
  readonly signal: AbortSignal
  /** Told how far it is (0 to 1), and how many milliseconds are left where that is known. */
  readonly onProgress: (fraction: number, remainingMs: number | null) => void
}

/** How many blocks of a project's story have no audio that fits. */
export function missingBlocks(project: Project): number {
  return countMissing({ story: project.story(), takes: project.takes(), render: project.render() })
}

/**
 * Renders the project's story; its audio is in the project when this resolves. A job that the service has accepted before is
 * fetched, not bought again. Throws what is in the way, or the signal's reason. The project can only be closed afterwards.
 */
export async function makeAudio(options: MakeAudioOptions): Promise<void> {
  const { project, service, guard, workFolder, maySendAgain, report, signal, onProgress } = options
  addressTo(service, project)
  if (maySendAgain)
    for (const { id, state } of project.jobs.list())
      if (state === 'unknown') project.jobs.update(id, { state: 'dismissed', updatedAtMs: Date.now() })
  const { connections } = service
  const downloadsDir = join(workFolder, 'downloads')
  const { runner, renders } = createEngine({ connections, emit: () => {}, downloadsDir, report, guard })
  runner.watch(() => {
    const state = renders.state(project)
    if (state.phase === 'running') onProgress(state.percentage / 100, state.remainingMs)
  })
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }) // what `abort` was called with
  })
  const settled = () => Promise.race([project.work.settled(), aborted])
  const assertNoError = () => {
    const state = renders.state(project)
    if (state.phase === 'failed' || state.phase === 'unknown') throw toUserFacing(state.error)
  }
  try {
    signal.throwIfAborted()
    runner.resume(project)
    await settled()
    assertNoError()
    if (missingBlocks(project) === 0) return
    renders.start(project)
    await settled()
    assertNoError()
  } finally {
    await project.work.close(systemClock)
  }
}

/** Makes the given service the story's own, and dismisses open jobs of other services: this service cannot be asked about them. */
function addressTo(service: SpeechService, project: Project): void {
  const { info } = project.story()
  if (info.connectionId !== service.connectionId)
    project.commit({ put: [{ ...info, connectionId: service.connectionId }], remove: [] })
  for (const job of project.jobs.list()) {
    const isOurs = service.isHosted && job.connectionId === service.connectionId
    if (!isOurs && isOpenEnded(job)) project.jobs.update(job.id, { state: 'dismissed' })
  }
}
