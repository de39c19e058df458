/** Rendering the open story, from the writer's side. */
import { jobsToDismiss, jobsToStop, jobToResume } from '../../shared/jobs/renderState.ts'
import type { RenderState } from '../../shared/jobs/renderState.ts'
import type { JobView } from '../../shared/jobs/jobView.ts'
import { jobsOf, renderOf } from '../stores/jobsStore.ts'
import { countsOf } from '../stores/timing.ts'
import type { World } from '../stores/world.ts'
import { revealBlock } from './editing.ts'
import { hearJobs } from './jobs.ts'
import { settleVoices } from './unread.ts'

/** How the render of the open story is. */
export function renderNow(world: World): RenderState {
  return renderOf(world.jobs.getState(), world.story.getState().open?.project.projectId)
}

/** Sends the story to the speech service and follows it. A block that is too long is shown instead. */
export async function renderStory(world: World): Promise<void> {
  const open = world.story.getState().open
  if (open === null) return
  const [tooLong] = countsOf(open.story, world.audio.getState()).tooLong
  if (tooLong !== undefined) revealBlock(world, tooLong, true) // the host refuses it, and says why
  if (!(await settleVoices(world, () => true))) return
  await world.saver.flush()
  const { projectId } = open.project
  const { job } = await world.bridge.call('jobs:start', { kind: 'story', projectId })
  if (job === null) world.note('app.rendered')
  else hearJobs(world, { jobs: [job], gone: [] })
}

/** Stops asking the service, and begins no further block. The service goes on, and `resumeRender` fetches what it made. */
export async function stopRender(world: World): Promise<void> {
  await Promise.all(jobsToStop(ofOpenStory(world)).map(({ id }) => world.bridge.call('jobs:stop', { id })))
}

/** Ends a render whose service is known to end it (`canCancel`). */
export async function cancelRender(world: World): Promise<void> {
  await Promise.all(jobsToStop(ofOpenStory(world)).map(({ id }) => world.bridge.call('jobs:cancel', { id })))
}

/** Follows a render again that was stopped. */
export async function resumeRender(world: World): Promise<void> {
  const job = jobToResume(ofOpenStory(world))
  if (job !== undefined) await world.bridge.call('jobs:resume', { id: job.id })
}

/** Dismisses how the render ended, after the writer has seen it. */
export async function dismissRender(world: World): Promise<void> {
  const jobs = jobsToDismiss(ofOpenStory(world))
  await Promise.all(jobs.map(({ id }) => world.bridge.call('jobs:dismiss', { id })))
}

function ofOpenStory(world: World): readonly JobView[] {
  const open = world.story.getState().open
  return open === null ? [] : jobsOf(world.jobs.getState(), open.project.projectId)
}
