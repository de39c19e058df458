/** What keeps a block's text from being sent, told before anything is. */
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import type { Block } from '../../../shared/story/records.ts'
import { isTooLong } from '../../../shared/story/renderPlan.ts'
import { blockNumber } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { MAX_INPUT_CHARACTERS, countCharacters } from '../../../shared/speech-api/limits.ts'

/** Throws `block-too-long`, or `named-block-too-long`, naming the block, where its text is longer than a service takes. */
export function assertNotTooLong(story: Story, block: Block): void {
  if (!isTooLong(block)) return
  const facts = {
    number: blockNumber(story, block.id),
    characters: countCharacters(block.text),
    limit: MAX_INPUT_CHARACTERS,
  }
  throw block.name === ''
    ? new UserFacingError('block-too-long', facts)
    : new UserFacingError('named-block-too-long', { ...facts, name: block.name })
}
