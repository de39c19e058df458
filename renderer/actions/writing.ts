/** Writing: splitting and joining the texts of blocks. */
import { mergeWithPrevious, splitBlock } from '../../shared/story/blockCommands.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { blockNumber, blocksOf, findBlock } from '../../shared/story/selectors.ts'
import { middleOfText } from '../../shared/story/sentences.ts'
import type { World } from '../stores/world.ts'
import { openStory, writeIn } from './editing.ts'
import { noteLocked } from './locks.ts'

/** The text field of a block, while it is in the page. */
export function textField(id: BlockId): HTMLTextAreaElement | null {
  return document.querySelector<HTMLTextAreaElement>(`textarea[data-block="${CSS.escape(id)}"]`)
}

/** Splits a block at a place in its text and puts the cursor at the start of the second part. */
export function split(world: World, id: BlockId, offset: number): void {
  const story = openStory(world)
  if (story === null) return
  const newId = world.newBlockId()
  world.edit('edits.split', splitBlock(story, id, offset, newId))
  const after = openStory(world) ?? story
  noteLocked(world, [id])
  if (findBlock(after, newId) === undefined) return
  writeIn(world, newId, 0)
  world.announce('script.splitOff', { number: blockNumber(after, newId) })
}

/** Splits a block in two at the end of the sentence nearest to its middle. */
export function splitInMiddle(world: World, id: BlockId): void {
  const story = openStory(world)
  const block = story === null ? undefined : findBlock(story, id)
  if (block !== undefined) split(world, id, middleOfText(block.text))
}

/** Splits a block at the cursor in its text. Where the cursor is at an end of it, or was never there, in the middle. */
export function splitAtCursor(world: World, id: BlockId): void {
  const field = textField(id)
  const offset = field?.selectionStart ?? 0
  const hasTwoParts =
    field !== null && field.value.slice(0, offset).trim() !== '' && field.value.slice(offset).trim() !== ''
  if (hasTwoParts) split(world, id, offset)
  else splitInMiddle(world, id)
}

/** Joins a block to the block before it, and puts the cursor between their texts. */
export function merge(world: World, id: BlockId): void {
  const story = openStory(world)
  if (story === null) return
  const previous = blocksOf(story)[blockNumber(story, id) - 2]
  world.edit('edits.merge', mergeWithPrevious(story, id))
  noteLocked(world, previous === undefined ? [id] : [previous.id, id])
  const after = openStory(world) ?? story
  if (previous === undefined || findBlock(after, id) !== undefined) return
  writeIn(world, previous.id, previous.text.trimEnd().length)
  world.announce('script.joined', { number: blockNumber(after, previous.id) })
}
