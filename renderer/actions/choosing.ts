/** Choosing blocks, in script and timeline alike. */
import type { BlockId } from '../../shared/story/records.ts'
import { blockNumber, blocksOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { layoutOf } from '../stores/timing.ts'
import type { World } from '../stores/world.ts'

/** How a click or key press chooses: alone, added or taken away, or everything from the last chosen one on. */
export type Choice = 'alone' | 'toggle' | 'range'

/** The choice that the held keys stand for. */
export function choiceOf(event: {
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}): Choice {
  if (event.shiftKey) return 'range'
  return event.ctrlKey || event.metaKey ? 'toggle' : 'alone'
}

/** The chosen blocks after choosing one more; the last of them is the one that the inspector shows. */
export function choose(
  story: Story,
  selection: readonly BlockId[],
  id: BlockId,
  choice: Choice,
): readonly BlockId[] {
  const last = selection.at(-1)
  if (choice === 'alone' || (choice === 'range' && last === undefined)) return [id]
  if (choice === 'toggle')
    return selection.includes(id) ? selection.filter((other) => other !== id) : [...selection, id]
  const [from, to] = [blockNumber(story, last ?? id), blockNumber(story, id)]
  const range = blocksOf(story)
    .slice(Math.min(from, to) - 1, Math.max(from, to))
    .map((block) => block.id)
  return [...range.filter((other) => other !== id), id]
}

/** Chooses a block; where it is chosen in one view, `reveals` brings it into view in the other. */
export function chooseBlock(
  world: World,
  id: BlockId,
  choice: Choice,
  { reveals }: { readonly reveals: boolean },
): void {
  const story = world.story.getState().open?.story
  if (story === undefined) return
  const before = world.view.getState().selection
  world.view.setState(({ selection, reveal }) => ({
    selection: choose(story, selection, id, choice),
    reveal: reveals ? { blockId: id, focusText: false, count: (reveal?.count ?? 0) + 1 } : reveal,
  }))
  if (choice === 'alone' && before.at(-1) !== id) placePlayhead(world, id)
}

/** Chooses all blocks; the inspector goes on showing the one that it shows. */
export function chooseAll(world: World): void {
  const story = world.story.getState().open?.story
  if (story === undefined) return
  const shown = world.view.getState().selection.at(-1)
  const ids = blocksOf(story).map((block) => block.id)
  world.view.setState({
    selection: shown === undefined ? ids : [...ids.filter((id) => id !== shown), shown],
  })
}

/** Moves the resting playhead to a block, so that playback begins there. Playback that goes on is left alone. */
export function placePlayhead(world: World, id: BlockId): void {
  const story = world.story.getState().open?.story
  if (story === undefined || world.playback.getState().status !== 'stopped') return
  const span = layoutOf(story, world.audio.getState().takes).spans[blockNumber(story, id) - 1]
  if (span !== undefined) world.player.seek(span.startMs)
}

/** What a drag of this block moves: all chosen blocks where it is one of them, in story order, else itself. */
export function draggedWith(story: Story, selection: readonly BlockId[], id: BlockId): readonly BlockId[] {
  if (!selection.includes(id)) return [id]
  const chosen = new Set(selection)
  return blocksOf(story).flatMap((block) => (chosen.has(block.id) ? [block.id] : []))
}
