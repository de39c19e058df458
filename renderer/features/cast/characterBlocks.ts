import type { BlockId, CharacterId } from '../../../shared/story/records.ts'
import { blocksOf, findCharacter } from '../../../shared/story/selectors.ts'
import { useDeferredStory } from '../../hooks/world.ts'

type CharacterBlocks = ReadonlyMap<CharacterId | null, readonly BlockId[]>

/** The lists made last: while a text is written they stay the same, and no row of the cast has to be drawn again. */
let latest: CharacterBlocks = new Map()

/** The blocks of each character in story order; null stands for no character. */
export function useCharacterBlocks(): CharacterBlocks {
  const story = useDeferredStory()
  const found = Map.groupBy(
    blocksOf(story),
    ({ characterId }) => findCharacter(story, characterId)?.id ?? null,
  )
  latest = new Map(
    [...found].map(([owner, blocks]) => {
      const before = latest.get(owner) ?? []
      const isSame = before.length === blocks.length && blocks.every(({ id }, index) => id === before[index])
      return [owner, isSame ? before : blocks.map(({ id }) => id)]
    }),
  )
  return latest
}
