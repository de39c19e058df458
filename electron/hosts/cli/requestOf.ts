import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { assertCanBeSent } from '../../../shared/story/assertCanBeSent.ts'
import type { Story } from '../../../shared/story/story.ts'
import { spokenBlocksOf, storyMakerRequestOf } from '../../../shared/story/storyRequest.ts'

/**
 * The body of the request that rendering a story would send, as text. Throws `story-without-text` and `block-too-long` if
 * none would be sent.
 */
export function requestTextOf(story: Story, { isHosted }: { readonly isHosted: boolean }): string {
  const spoken = spokenBlocksOf(story)
  if (spoken.length === 0) throw new UserFacingError('story-without-text')
  for (const block of spoken) assertCanBeSent(story, block)
  return `${JSON.stringify(storyMakerRequestOf(story, { exactMs: !isHosted }), null, 2)}\n`
}
