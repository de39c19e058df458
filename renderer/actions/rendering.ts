/** Rendering and exporting, from the writer's side. */
import { countsOf } from '../stores/timing.ts'
import { revealBlock } from './editing.ts'
import type { World } from '../stores/world.ts'

/** Sends the story to the speech service and follows it. A block that is too long is shown instead. */
export async function renderStory(world: World): Promise<void> {
  const open = world.story.getState().open
  if (open === null) return
  const [tooLong] = countsOf(open.story, world.audio.getState()).tooLong
  if (tooLong !== undefined) revealBlock(world, tooLong, true) // the host refuses it, and says why
  await world.saver.flush()
  const renderState = await world.bridge.call('render:start', { projectId: open.project.projectId })
  world.audio.setState({ renderState })
  if (renderState.phase === 'idle') world.note('app.rendered') // nothing was missing
}

/** Stops following, follows again, or puts an outcome aside. */
export async function tellRender(
  world: World,
  channel: 'render:stopFollowing' | 'render:follow' | 'render:dismiss',
): Promise<void> {
  const open = world.story.getState().open
  if (open === null) return
  const renderState = await world.bridge.call(channel, { projectId: open.project.projectId })
  world.audio.setState({ renderState })
}
