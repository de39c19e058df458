/** Undo and redo, a step at a time or several at once. */
import { travel } from '../../shared/story/history.ts'
import type { Step } from '../../shared/story/history.ts'
import { blocksOf, findBlock } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { steppedStory } from '../stores/storyStore.ts'
import type { World } from '../stores/world.ts'
import { keepSelectionValid } from './editing.ts'
import { focusedInScript } from './regions.ts'

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
  const focused = focusedInScript()
  world.story.setState(steppedStory(open, next))
  world.saver.push(next)
  keepSelectionValid(world, open.story, next.story)
  showStep(world, open.story, next, focused)
  return true
}

/**
 * Chooses the blocks that came back, else the first changed one where no changed one is chosen, and brings the chosen block into view. The
 * focus goes along where a block had it, so that a text is written on where undo has changed it.
 */
function showStep(
  world: World,
  before: Story,
  { story, change }: Step,
  focused: ReturnType<typeof focusedInScript>,
): void {
  const touched = new Set(change.put.map(({ id }) => id))
  const blocks = blocksOf(story).filter(({ id }) => touched.has(id))
  const back = blocks.filter(({ id }) => !before.records.has(id))
  const isGone = change.remove.some((id) => findBlock(before, id) !== undefined)
  if (blocks.length === 0 && !isGone) return
  const { selection } = world.view.getState()
  const stays = blocks.length === 0 || (back.length === 0 && blocks.some(({ id }) => selection.includes(id)))
  const [first, ...others] = (back.length > 0 ? back : blocks.slice(0, 1)).map(({ id }) => id)
  // The inspector shows the last.
  const chosen = stays || first === undefined ? selection : [...others, first]
  const shown = chosen.at(-1)
  if (shown === undefined) return
  // A text that has the focus already keeps its cursor.
  const movesFocus = !stays || isGone
  world.view.setState(({ reveal }) => ({
    selection: chosen,
    reveal: {
      blockId: shown,
      count: (reveal?.count ?? 0) + 1,
      focusText: movesFocus && focused === 'text',
      ...(movesFocus && focused === 'row' && { focusRow: true }),
    },
  }))
}
