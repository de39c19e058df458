/** Lets a service speak a whole story, as “Render story” does in the app, and waits for it. */
import { join } from 'node:path'
import type { Emit } from '../../../shared/ipc/contract.ts'
import type { RenderState } from '../../../shared/ipc/views.ts'
import type { Report } from '../../lib/report.ts'
import { countMissing } from '../../mixdown/mixdownPlan.ts'
import { toUserFacing } from '../../../shared/ipc/result.ts'
import { isOpenEnded } from '../../../shared/jobs/job.ts'
import type { Project } from '../../project/project.ts'
import type { SpendingGuard } from '../../jobs/submissions.ts'
import { createTakesRoom } from '../../jobs/takes/takesRoom.ts'
import type { SpeechService } from './speechService.ts'

export interface MakeAudioOptions {
  readonly project: Project
  readonly service: SpeechService
  /** Has the last word before credits are spent. */
  readonly guard: SpendingGuard
  readonly workFolder: string
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
 * Renders the project's story; its audio is in the project when this resolves. A conversion that the service has accepted
 * before is fetched, not bought again. Throws what is in the way, or the signal's reason.
 */
export async function makeAudio(options: MakeAudioOptions): Promise<void> {
  const { project, service, guard, workFolder, report, signal, onProgress } = options
  addressTo(service, project)

  const emit: Emit = (event, payload) => {
    // The payload's type goes with the event's name, which TypeScript does not follow here.
    if (event === 'render:changed') tell((payload as { state: RenderState }).state)
  }
  function tell(state: RenderState): void {
    if (state.phase === 'running') onProgress(state.percentage / 100, state.remainingMs)
  }

  const room = createTakesRoom({
    connections: service.connections,
    emit,
    downloadsDir: join(workFolder, 'downloads'),
    peaksDir: join(workFolder, 'peaks'),
    report,
    guard,
  })
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true }) // what `abort` was called with
  })
  try {
    signal.throwIfAborted()
    let state = room.resume(project)
    if (state.phase === 'running') state = await Promise.race([room.renders.settled(project), aborted])
    assertNoTrouble(state)
    if (missingBlocks(project) === 0) return
    room.renders.start(project)
    assertNoTrouble(await Promise.race([room.renders.settled(project), aborted]))
  } finally {
    await room.release(project)
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

function assertNoTrouble(state: RenderState): void {
  if (state.phase === 'failed' || state.phase === 'unknown') throw toUserFacing(state.error)
}
