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

/** Starts the last render of each page once more. */
const lastStarts = new WeakMap<World, StartAgain>()
type StartAgain = (despite: readonly string[]) => Promise<unknown>

/** Starts the last render once more, and buys its words despite some jobs; undefined for a page that has started none. */
export function lastStart(world: World): StartAgain | undefined {
  return lastStarts.get(world)
}

/** Remembers how a render is started once more. */
export function rememberStart(world: World, start: StartAgain): void {
  lastStarts.set(world, start)
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
