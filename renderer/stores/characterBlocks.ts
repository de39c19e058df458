import type { BlockId, CharacterId } from '../../shared/story/records.ts'
import { blocksOf, findCharacter } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { rememberByStory } from './timing.ts'

/** The blocks of each character that speaks, in story order; null stands for no character. */
export type CharacterBlocks = ReadonlyMap<CharacterId | null, readonly BlockId[]>

/** The blocks of each character of a story, computed once for all views. The value stays the same while the writer types. */
export const characterBlocksOf: (story: Story) => CharacterBlocks = rememberByStory(
  groupBlocks,
  ({ story: before, value }, changed, story) => {
    const speaker = (of: Story, index: number) => blocksOf(of)[index]?.characterId
    return changed.every((index) => speaker(before, index) === speaker(story, index))
      ? value
      : groupBlocks(story)
  },
)

function groupBlocks(story: Story): CharacterBlocks {
  const found = Map.groupBy(
    blocksOf(story),
    ({ characterId }) => findCharacter(story, characterId)?.id ?? null,
  )
  return new Map([...found].map(([owner, blocks]) => [owner, blocks.map(({ id }) => id)]))
}
