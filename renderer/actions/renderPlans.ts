/** The question that stands before a render that costs credits: its plan. */
import type { ProjectId } from '../../shared/ipc/views.ts'
import type { BlockId } from '../../shared/story/records.ts'
import type { World } from '../stores/world.ts'

/** What the last render of each page was to make: a render that is tried again makes no more. */
const lastParts = new WeakMap<World, ReadonlySet<BlockId> | null>()

/** The blocks that the last render was to make; null for the whole story. */
export function lastPart(world: World): ReadonlySet<BlockId> | null {
  return lastParts.get(world) ?? null
}

/** Remembers what a render is to make. */
export function rememberPart(world: World, only: ReadonlySet<BlockId> | null): void {
  lastParts.set(world, only)
}

type StartAgain = (despite: readonly string[]) => Promise<unknown>
/** How the last render of each page is started once more. */
const lastStarts = new WeakMap<World, { readonly projectId: ProjectId; readonly again: StartAgain }>()

/** Starts the last render of the open story once more, despite some jobs; undefined if this page has not started it. */
export function lastStart(world: World): StartAgain | undefined {
  const last = lastStarts.get(world)
  return last?.projectId === world.story.getState().open?.project.projectId ? last?.again : undefined
}

/** Remembers how a render of a story is started once more. */
export function rememberStart(world: World, projectId: ProjectId, again: StartAgain): void {
  lastStarts.set(world, { projectId, again })
}

/** Shows the plan of a render. Gives whether the writer has started it. */
export function askWithPlan(world: World, only: ReadonlySet<BlockId> | null): Promise<boolean> {
  return new Promise((resolve) => {
    const answer = (isStarted: boolean) => {
      world.view.setState({ renderPlan: null })
      resolve(isStarted)
    }
    world.view.setState({ renderPlan: { only, answer } })
  })
}
