/** Makes the blocks of a story that changed since it was rendered, a few at a time, and tells how far it is. */
import type { RenderState } from '../../../shared/ipc/views.ts'
import { STATUS } from '../../../shared/speech-api/statuses.ts'
import { blockCharacters } from '../../../shared/story/renderPlan.ts'
import type { Block } from '../../../shared/story/records.ts'
import type { Clock } from '../../lib/clock.ts'
import { createProgressEstimate } from '../../lib/progressEstimate.ts'

/** As many as the built-in voice speaks at once on a small machine; few enough for any service's rate. */
const AT_ONCE = 2

export interface Mending {
  readonly blocks: readonly Block[]
  /** Makes the audio of one block. */
  readonly make: (block: Block) => Promise<unknown>
  readonly clock: Clock
  /** Aborted, no further block is begun; those that are under way are made. */
  readonly signal: AbortSignal
  readonly onState: (state: RenderState) => void
}

/** Resolves when all are made or it was stopped. Rejects with the first failure, when nothing is under way any more. */
export async function mendRender({ blocks, make, clock, signal, onState }: Mending): Promise<void> {
  const estimate = createProgressEstimate()
  const total = blocks.reduce((sum, block) => sum + blockCharacters(block), 0)
  const waiting = blocks.values()
  let [made, characters] = [0, 0]
  let hasFailed = false

  function tell(): void {
    if (signal.aborted || hasFailed) return
    const percentage = (characters / total) * 100
    const remainingMs = estimate.observe(percentage, clock.now())
    onState({
      phase: 'running',
      status: STATUS.converting,
      percentage,
      remainingMs,
      isFollowed: true,
      blocks: { made, of: blocks.length },
    })
  }

  async function work(): Promise<void> {
    for (const block of waiting) {
      if (signal.aborted || hasFailed) return
      try {
        await make(block)
      } catch (error) {
        hasFailed = true
        throw error
      }
      made += 1
      characters += blockCharacters(block)
      tell()
    }
  }

  tell()
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, work))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
