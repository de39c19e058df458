/** Rendering the open story, from the writer's side. */
import { jobsToDismiss, jobsToStop, jobToResume } from '../../shared/jobs/renderState.ts'
import type { RenderState } from '../../shared/jobs/renderState.ts'
import type { ChapterId } from '../../shared/story/records.ts'
import type { StoryCounts } from '../../shared/story/storyCounts.ts'
import { blocksOf, chapterStory, findChapter } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import type { JobView } from '../../shared/jobs/jobView.ts'
import { jobsOf, renderOf } from '../stores/jobsStore.ts'
import { countsOf } from '../stores/timing.ts'
import type { SpokenAudio } from '../stores/timing.ts'
import type { World } from '../stores/world.ts'
import { revealBlock } from './editing.ts'
import { hearJobs } from './jobs.ts'
import { settleVoices } from './unread.ts'

/** How the render of the open story is. */
export function renderNow(world: World): RenderState {
  return renderOf(world.jobs.getState(), world.story.getState().open?.project.projectId)
}

/** What the last render of each page was to make: a render that is tried again makes no more. */
const lastParts = new WeakMap<World, ChapterId | null>()

/** A story or one of its chapters, with what of it is made; a chapter has no render of its own. */
export function partOf(
  story: Story,
  audio: SpokenAudio,
  chapterId: ChapterId | null,
): { readonly part: Story; readonly counts: StoryCounts } {
  if (chapterId === null) return { part: story, counts: countsOf(story, audio) }
  const part = chapterStory(story, chapterId)
  return { part, counts: countsOf(part, { ...audio, render: null }) }
}

/** Sends the story, or the blocks of one chapter, to the speech service and follows it. A block that is too long is shown instead. */
export async function renderStory(world: World, chapterId: ChapterId | null = null): Promise<void> {
  const open = world.story.getState().open
  if (open === null) return
  lastParts.set(world, chapterId)
  const { part, counts } = partOf(open.story, world.audio.getState(), chapterId)
  const [tooLong] = counts.tooLong
  if (tooLong !== undefined) revealBlock(world, tooLong, true) // the host refuses it, and says why
  const ids = new Set(blocksOf(part).map(({ id }) => id))
  if (!(await settleVoices(world, ({ id }) => ids.has(id)))) return
  await world.saver.flush()
  const { projectId } = open.project
  const order = { kind: 'story' as const, projectId, ...(chapterId !== null && { only: [...ids] }) }
  const { job } = await world.bridge.call('jobs:start', order)
  if (job !== null) hearJobs(world, { jobs: [job], gone: [] })
  else if (chapterId === null) world.note('app.rendered')
}

/** Renders again what the last render was to make. */
export async function renderAgain(world: World): Promise<void> {
  const story = world.story.getState().open?.story
  const chapterId = lastParts.get(world) ?? null
  const isThere = story !== undefined && findChapter(story, chapterId) !== undefined
  await renderStory(world, isThere ? chapterId : null)
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
