/** Undo and redo, a step at a time or several at once. */
import { travel } from '../../shared/story/history.ts'
import { steppedStory } from '../stores/storyStore.ts'
import type { World } from '../stores/world.ts'
import { keepSelectionValid } from './editing.ts'

/** Undoes the last edit. */
export function undoLast(world: World): void {
  const label = world.story.getState().open?.history.past.at(-1)?.label
  if (takeSteps(world, -1) && label !== undefined) world.announce('app.undone', { edit: label })
}

/** Redoes the last edit that was undone. */
export function redoLast(world: World): void {
  const label = world.story.getState().open?.history.future.at(-1)?.label
  if (takeSteps(world, 1) && label !== undefined) world.announce('app.redone', { edit: label })
}

/** Goes to an earlier (negative) or later state of the story, and says how many edits that undoes or redoes. */
export function jumpInHistory(world: World, steps: number): void {
  if (!takeSteps(world, steps)) return
  world.announce(steps < 0 ? 'app.history.undone' : 'app.history.redone', { count: Math.abs(steps) })
}

function takeSteps(world: World, steps: number): boolean {
  const { open } = world.story.getState()
  const next = open === null ? null : travel(open.story, open.history, steps)
  if (open === null || next === null) return false
  world.story.setState(steppedStory(open, next))
  world.saver.push(next)
  keepSelectionValid(world, next.story)
  return true
}
