import type { BlockId, CharacterId } from '../../../shared/story/records.ts'
import { blocksOf, findCharacter } from '../../../shared/story/selectors.ts'
import { useDeferredStory } from '../../hooks/world.ts'

/** The blocks of each character in story order; null stands for no character. */
export function useCharacterBlocks(): ReadonlyMap<CharacterId | null, readonly BlockId[]> {
  const story = useDeferredStory()
  const found = new Map<CharacterId | null, BlockId[]>()
  for (const { id, characterId } of blocksOf(story)) {
    const owner = findCharacter(story, characterId)?.id ?? null
    const known = found.get(owner)
    if (known === undefined) found.set(owner, [id])
    else known.push(id)
  }
  return found
}
