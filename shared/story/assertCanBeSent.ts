import { UserFacingError } from '../lib/userFacingError.ts'
import { MAX_INPUT_CHARACTERS } from '../speech-api/limits.ts'
import { badPauseOf } from './pauses.ts'
import type { Block } from './records.ts'
import { blockCharacters, isTooLong } from './renderPlan.ts'
import { blockNumber } from './selectors.ts'
import type { Story } from './story.ts'

/**
 * Throws `block-pause-unreadable` if a pause marker of a block cannot be read, so that it is never spoken or silently left out;
 * throws `block-too-long`, or `named-block-too-long`, naming the block, if its text is longer than a service accepts.
 */
export function assertCanBeSent(story: Story, block: Block): void {
  const marker = badPauseOf(block)
  if (marker !== null)
    throw new UserFacingError('block-pause-unreadable', { number: blockNumber(story, block.id), marker })
  if (!isTooLong(story, block)) return
  const facts = {
    number: blockNumber(story, block.id),
    characters: blockCharacters(story, block),
    limit: MAX_INPUT_CHARACTERS,
  }
  throw block.name === ''
    ? new UserFacingError('block-too-long', facts)
    : new UserFacingError('named-block-too-long', { ...facts, name: block.name })
}
