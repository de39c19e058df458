/** Choosing blocks, in script and timeline alike. */
import type { BlockId } from '../../shared/story/records.ts'
import { blockNumber, blocksOf } from '../../shared/story/selectors.ts'
import type { World } from '../stores/world.ts'

interface Modifiers {
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
}

/** Chooses a block: alone, from the last chosen one to it (Shift), or added to and taken from the choice (Ctrl, ⌘). */
export function chooseBlock(world: World, blockId: BlockId, modifiers?: Modifiers): void {
  const { selection } = world.view.getState()
  world.view.setState({ selection: nextSelection(world, selection, blockId, modifiers) })
}

function nextSelection(
  world: World,
  selection: readonly BlockId[],
  blockId: BlockId,
  modifiers: Modifiers | undefined,
): readonly BlockId[] {
  const story = world.story.getState().open?.story
  const anchor = selection[0]
  if (modifiers?.shiftKey === true && story !== undefined && anchor !== undefined) {
    const [from, to] = [blockNumber(story, anchor), blockNumber(story, blockId)]
    const range = blocksOf(story).slice(Math.min(from, to) - 1, Math.max(from, to))
    const ids = range.map((block) => block.id)
    return from <= to ? ids : ids.reverse()
  }
  if (modifiers?.ctrlKey === true || modifiers?.metaKey === true) {
    return selection.includes(blockId) ? selection.filter((id) => id !== blockId) : [...selection, blockId]
  }
  return selection.length === 1 && anchor === blockId ? selection : [blockId]
}
