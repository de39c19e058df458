import type { Emit } from '../../../shared/ipc/contract.ts'
import type { RenderState } from '../../../shared/ipc/views.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { JobRecord, Project } from '../../project/project.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Collect } from './collectConversion.ts'
import { fitMisfits } from './fitMisfits.ts'
import type { Stretch } from './fitTake.ts'
import { keepStory } from './keepStory.ts'
import type { KeptStory } from './keepStory.ts'
import type { Delivery } from './makeTake.ts'
import { IDLE } from './renderState.ts'

export interface StoryCollectorOptions {
  readonly emit: Emit
  readonly collect: Collect
  readonly stretch: Stretch
  readonly clock: Clock
  readonly newId: () => string
  /** Told of errors that nobody can act on. */
  readonly report: (where: string, error: unknown) => void
}

export interface StoryCollection {
  readonly project: Project
  /** Accepted by its service. */
  readonly record: JobRecord
  readonly delivery: Delivery
  /** Ends the following; the conversion stays accepted. */
  readonly signal: AbortSignal
  /** Aborted when the project is about to close. */
  readonly closing: AbortSignal
  readonly onState: (state: RenderState) => void
}

export type CollectStory = (collection: StoryCollection) => Promise<void>

/**
 * Brings a story's conversion home: its audio, and a take for every block whose place the service told, as long as the block
 * wants it. It rejects with why there is none, and with `conversion-purpose-unknown`.
 */
export function createCollectStory(options: StoryCollectorOptions): CollectStory {
  const { emit, collect, stretch, clock, newId, report } = options

  return async ({ project, record, delivery, signal, closing, onState }) => {
    const { payload } = record
    if (payload?.kind !== 'story') throw new UserFacingError('conversion-purpose-unknown')
    let kept: KeptStory = { takes: [], misfits: [] }
    const end = await collect({
      project,
      record,
      ...delivery,
      signal,
      onProgress: (progress) => onState({ phase: 'running', ...progress, isFollowed: true }),
      keep: (audio, conversion) => {
        kept = keepStory(project, payload, audio, conversion, { newId, nowMs: clock.now() })
      },
    })
    if (end.kind === 'failed' || end.kind === 'lost') throw end.error
    if (end.kind === 'stopped') return
    const fitting = { newId, nowMs: clock.now(), stretch, signal: closing, report }
    const takes = [...kept.takes, ...(await fitMisfits(project, kept.misfits, fitting))]
    if (takes.length > 0) emit('takes:added', { projectId: project.projectId, takes })
    onState(IDLE)
  }
}
