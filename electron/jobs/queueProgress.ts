/** How far a render that makes blocks is, for the page: its percentage, pace, time left and queue. */
import type { WireError } from '../../shared/ipc/result.ts'
import type { JobActivity } from '../../shared/jobs/jobView.ts'
import { timeFor } from '../../shared/jobs/pace.ts'
import type { Paces } from '../../shared/jobs/pace.ts'
import { blockCharacters } from '../../shared/story/renderPlan.ts'
import type { Block } from '../../shared/story/records.ts'
import type { Story } from '../../shared/story/story.ts'
import type { Clock } from '../lib/clock.ts'
import { toWireError } from '../lib/report.ts'
import type { Report } from '../lib/report.ts'
import type { QueueProgress } from './renderQueue.ts'

/** A shorter time says little of a pace. */
const LEAST_MS = 1_000

export interface QueueProgressOptions {
  readonly story: Story
  /** How fast the service was before. */
  readonly paces: () => Paces
  readonly atOnce: () => number
  readonly clock: Clock
  readonly report: Report
}

type Told = Pick<JobActivity, 'percentage' | 'remainingMs' | 'blocks'>

/** Gives a function that tells how far a queue is; `done` is the block that was just made. */
export function createQueueProgress(
  options: QueueProgressOptions,
): (progress: QueueProgress, done: Block | null) => Told {
  const { story, paces, atOnce, clock, report } = options
  const lengthOf = (blocks: readonly Block[]) =>
    blocks.reduce((sum, block) => sum + blockCharacters(story, block), 0)
  const errors = new WeakMap<Error, WireError>()
  let madeCharacters = 0
  /** The time in which blocks were made: a pause does not count. */
  let activeMs = 0
  let atMs = clock.now()
  let wasPaused = false

  function wireError(error: Error): WireError {
    const known = errors.get(error) ?? toWireError(error, 'render', report)
    errors.set(error, known)
    return known
  }

  return ({ made, of, isPaused, waiting, underWay, failed }, done) => {
    const nowMs = clock.now()
    if (!wasPaused) activeMs += Math.max(0, nowMs - atMs) // the clock may be set back
    atMs = nowMs
    wasPaused = isPaused
    if (done !== null) madeCharacters += lengthOf([done])
    const left = [...underWay, ...waiting]
    const leftCharacters = lengthOf(left)
    const total = madeCharacters + leftCharacters + lengthOf([...failed.keys()])
    const hasPace = made > 0 && activeMs >= LEAST_MS
    const byOwnPace = hasPace ? Math.round((activeMs / madeCharacters) * leftCharacters) : null
    return {
      percentage: (madeCharacters / Math.max(1, total)) * 100,
      remainingMs: isPaused ? null : (timeFor(story, left, paces(), atOnce()) ?? byOwnPace),
      blocks: {
        made,
        of,
        isPaused,
        perMinute: hasPace ? (made * 60_000) / activeMs : null,
        waiting: waiting.map(({ id }) => id),
        underWay: underWay.map(({ id }) => id),
        failed: [...failed].map(([{ id: blockId }, error]) => ({ blockId, error: wireError(error) })),
      },
    }
  }
}
