/** The writer's actions on the queue of a render: pause, reorder, remove blocks, and retry failed ones. */
import i18next from 'i18next'
import type { JobView, QueueAct } from '../../shared/jobs/jobView.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { blockName } from '../i18n/blockName.ts'
import { jobsOf } from '../stores/jobsStore.ts'
import { storyOf, type Session } from '../stores/app.ts'
import { renderStory } from './rendering.ts'

/** The job of the open story with a running queue. */
function queueJob(session: Session): JobView | undefined {
  const open = session.story.getState()
  const jobs = jobsOf(session.jobs.getState(), open.project.projectId)
  return jobs.find(({ activity }) => activity?.isFollowed === true && activity.blocks !== null)
}

/** Whether the render of the open story is paused; null if no render of single blocks is running. */
export function isRenderPaused(session: Session): boolean | null {
  return queueJob(session)?.activity?.blocks?.isPaused ?? null
}

/** Pauses or resumes a render. */
export async function pauseRender(session: Session, isPaused: boolean): Promise<void> {
  const job = queueJob(session)
  if (job === undefined) return
  await session.bridge.call('jobs:pause', { id: job.id, isPaused })
  session.announce(isPaused ? 'render.queue.nowPaused' : 'render.queue.nowResumed')
}

/** Moves a waiting block in the queue, or removes it. */
export async function changeQueue(
  session: Session,
  blockId: BlockId,
  act: Exclude<QueueAct, 'retry'>,
): Promise<void> {
  const job = queueJob(session)
  const story = storyOf(session)
  if (job === undefined) return
  // The event with the new order may arrive later than the answer.
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

/** Retries a failed block: in the running render, or by itself, with its price if it costs anything. */
export async function retryBlock(session: Session, blockId: BlockId): Promise<void> {
  const job = queueJob(session)
  if (job === undefined) await renderStory(session, new Set([blockId]))
  else await session.bridge.call('jobs:changeQueue', { id: job.id, blockId, act: 'retry' })
}
