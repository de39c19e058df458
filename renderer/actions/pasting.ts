import { addBlocks, editText } from '../../shared/story/blockCommands.ts'
import { composeChanges } from '../../shared/story/changes.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import { openStory, revealBlock } from './editing.ts'
import type { World } from '../stores/world.ts'

/**
 * Paragraphs pasted into an empty block become a block each, in the same voice, as one edit. False where there is only
 * one paragraph, which is then pasted as it always is.
 */
export function pasteParagraphs(world: World, blockId: BlockId, text: string): boolean {
  const paragraphs = text
    .replaceAll('\r\n', '\n')
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
  const [first, ...others] = paragraphs
  const story = openStory(world)
  const block = story === null ? undefined : findBlock(story, blockId)
  if (story === null || block === undefined || first === undefined || others.length === 0) return false
  const next = story.sequence[story.sequence.findIndex((entry) => entry.id === blockId) + 1]
  const added = others.map((paragraph) => ({
    id: world.newBlockId(),
    text: paragraph,
    characterId: block.characterId,
  }))
  const change = composeChanges(editText(story, blockId, first), addBlocks(story, added, next?.id ?? null))
  world.edit('edits.paste', change)
  revealBlock(world, added.at(-1)?.id ?? blockId, true)
  return true
}
