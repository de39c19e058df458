/** The question that stands before a render that costs credits: its plan. */
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
