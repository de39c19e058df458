import { UserFacingError } from '../lib/userFacingError.ts'
import { MAX_INPUT_CHARACTERS } from '../speech-api/limits.ts'
import type { Block } from './records.ts'
import { blockCharacters, isTooLong } from './renderPlan.ts'
import { blockNumber } from './selectors.ts'
import type { Story } from './story.ts'

/** Throws `block-too-long`, or `named-block-too-long`, naming the block, where its text is longer than a service takes. */
export function assertNotTooLong(story: Story, block: Block): void {
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
