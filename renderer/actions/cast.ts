/** The cast as a whole: its page, the blocks of a character, and who goes away. */
import { mergeCharacters as mergeCharactersChange, removeCharacter } from '../../shared/story/castCommands.ts'
import type { CharacterMerge } from '../../shared/story/castCommands.ts'
import type { CharacterId } from '../../shared/story/records.ts'
import { blocksOf, findCharacter } from '../../shared/story/selectors.ts'
import type { World } from '../stores/world.ts'
import { openStory, selectBlocks } from './editing.ts'

/** Opens the page of the cast on a character, or with the question what to merge with it. */
export function openCast(world: World, chosen: CharacterId | null = null, merges = false): void {
  world.view.setState({ dialog: { kind: 'cast', chosen, merges } })
}

/** Chooses all blocks of a character, or those without a character (null), and brings the first of them into view. */
export function selectBlocksOf(world: World, id: CharacterId | null): void {
  const story = openStory(world)
  if (story === null) return
  const isSpeaker = (characterId: CharacterId | null) =>
    (findCharacter(story, characterId)?.id ?? null) === id
  const blocks = blocksOf(story).filter(({ characterId }) => isSpeaker(characterId))
  world.view.setState({ dialog: null })
  selectBlocks(
    world,
    blocks.map((block) => block.id),
  )
}

/** Removes a character from the cast. */
export function removeFromCast(world: World, id: CharacterId): void {
  const story = openStory(world)
  if (story !== null) world.edit('edits.removeCharacter', removeCharacter(story, id))
}

/** Makes two characters one. A filter that shows the blocks of the merged character shows those of the other. */
export function mergeCharacters(world: World, merge: CharacterMerge): void {
  const story = openStory(world)
  const [from, into] = [merge.from, merge.into].map((id) => story && findCharacter(story, id))
  if (story === null || !from || !into) return
  world.edit('edits.mergeCharacters', mergeCharactersChange(story, merge))
  world.view.setState(({ filter }) =>
    filter?.kind === 'character' && filter.characterId === from.id
      ? { filter: { kind: 'character', characterId: into.id } }
      : {},
  )
  world.announce('cast.merged', { from: from.name, into: into.name })
}
