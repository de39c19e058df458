/** What a writer does with the queue of a render: pause it, change its order, take blocks out, and try failed blocks again. */
import i18next from 'i18next'
import type { JobView, QueueAct } from '../../shared/jobs/jobView.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { blockName } from '../i18n/blockName.ts'
import { jobsOf } from '../stores/jobsStore.ts'
import { storyOf, type Session } from '../stores/app.ts'
import { renderStory } from './rendering.ts'

/** The job of the open story whose queue is under way. */
function queueJob(session: Session): JobView | undefined {
  const open = session.story.getState()
  const jobs = jobsOf(session.jobs.getState(), open.project.projectId)
  return jobs.find(({ activity }) => activity?.isFollowed === true && activity.blocks !== null)
}

/** Whether the render of the open story is paused; null where no render makes single blocks. */
export function isRenderPaused(session: Session): boolean | null {
  return queueJob(session)?.activity?.blocks?.isPaused ?? null
}

/** Lets a render begin no further block, or go on. */
export async function pauseRender(session: Session, isPaused: boolean): Promise<void> {
  const job = queueJob(session)
  if (job === undefined) return
  await session.bridge.call('jobs:pause', { id: job.id, isPaused })
  session.announce(isPaused ? 'render.queue.nowPaused' : 'render.queue.nowResumed')
}

/** Changes the place of a block that waits, or takes it out. */
export async function changeQueue(
  session: Session,
  blockId: BlockId,
  act: Exclude<QueueAct, 'retry'>,
): Promise<void> {
  const job = queueJob(session)
  const story = storyOf(session)
  if (job === undefined) return
  // The news of the new order may come later than the answer.
  const { waiting = [] } = job.activity?.blocks ?? {}
  const at = waiting.indexOf(blockId)
  await session.bridge.call('jobs:changeQueue', { id: job.id, blockId, act })
  const block = blockName(i18next.t, story, blockId)
  if (act === 'remove') {
    session.announce('render.queue.removed', { block })
    return
  }
  if (at === -1) return
  const place = act === 'first' ? 1 : Math.max(1, Math.min(waiting.length, act === 'up' ? at : at + 2))
  session.announce('render.queue.moved', { block, place, of: waiting.length })
}

/** Makes a block again that failed: in the render that is under way, or by itself, with its price where it costs. */
export async function retryBlock(session: Session, blockId: BlockId): Promise<void> {
  const job = queueJob(session)
  if (job === undefined) await renderStory(session, new Set([blockId]))
  else await session.bridge.call('jobs:changeQueue', { id: job.id, blockId, act: 'retry' })
}
