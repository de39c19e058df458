/** Rendering and exporting, from the writer's side. */
import { countsOf } from '../stores/timing.ts'
import { revealBlock } from './editing.ts'
import { settleVoices } from './unread.ts'
import type { RenderView } from '../../shared/ipc/views.ts'
import { withRendering } from '../stores/audioStore.ts'
import type { World } from '../stores/world.ts'

/** Sends the story to the speech service and follows it. A block that is too long is shown instead. */
export async function renderStory(world: World): Promise<void> {
  const open = world.story.getState().open
  if (open === null) return
  const [tooLong] = countsOf(open.story, world.audio.getState()).tooLong
  if (tooLong !== undefined) revealBlock(world, tooLong, true) // the host refuses it, and says why
  if (!(await settleVoices(world, () => true))) return
  await world.saver.flush()
  noteRendering(world, await world.bridge.call('render:start', { projectId: open.project.projectId }))
  // Nothing was missing, or the render was over before this answer came.
  if (world.audio.getState().renderState.phase === 'idle') world.note('app.rendered')
}

/** Stops following, follows again, cancels, or puts an outcome aside. */
export async function tellRender(
  world: World,
  channel: 'render:stopFollowing' | 'render:follow' | 'render:cancel' | 'render:dismiss',
): Promise<void> {
  const open = world.story.getState().open
  if (open === null) return
  noteRendering(world, await world.bridge.call(channel, { projectId: open.project.projectId }))
}

/** Takes in what the host tells of a render, in an answer or in an event. */
export function noteRendering(world: World, view: RenderView): void {
  const openId = world.story.getState().open?.project.projectId
  const { renderState: before } = world.audio.getState()
  world.audio.setState((state) => withRendering(state, view, openId))
  const { renderState: now } = world.audio.getState()
  if (before.phase !== 'failed' || now.phase === 'failed') return
  // A message about a failure goes when the render is tried again, or dismissed.
  const told = `errors.${before.error.code}`
  world.view.setState(({ notices }) => ({ notices: notices.filter(({ message }) => message !== told) }))
}
