import { isNarrator } from '../../shared/import/speakers/speakers.ts'
import { hasQuotedSpeech } from '../../shared/import/speakers/suggestSpeakers.ts'
import type { Block, BlockId } from '../../shared/story/records.ts'
import { blocksOf, findCharacter } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { rememberByStory } from './timing.ts'

/**
 * The blocks of a story that have speech in quotation marks and are read by the narrator, or have no character: an import leaves
 * lines of unclear speakers that way. Computed once for all views; the value stays the same while other words are typed.
 */
export const narratedSpeechOf: (story: Story) => ReadonlySet<BlockId> = rememberByStory(
  (story) =>
    new Set(
      blocksOf(story)
        .filter((block) => isNarratedSpeech(story, block))
        .map(({ id }) => id),
    ),
  ({ value }, changed, story) => {
    const blocks = changed.flatMap((index) => blocksOf(story)[index] ?? [])
    if (blocks.every((block) => value.has(block.id) === isNarratedSpeech(story, block))) return value
    const found = new Set(value)
    for (const block of blocks) {
      if (isNarratedSpeech(story, block)) found.add(block.id)
      else found.delete(block.id)
    }
    return found
  },
)

function isNarratedSpeech(story: Story, { text, characterId }: Block): boolean {
  const character = findCharacter(story, characterId)
  return (character === undefined || isNarrator(character.name)) && hasQuotedSpeech(text)
}
