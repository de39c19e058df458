/** The cast as a whole: its page, the blocks of a character, and who goes away. */
import { mergeCharacters as mergeCharactersChange, removeCharacter } from '../../shared/story/castCommands.ts'
import type { CharacterMerge } from '../../shared/story/castCommands.ts'
import type { CharacterId } from '../../shared/story/records.ts'
import { blocksOf, findCharacter } from '../../shared/story/selectors.ts'
import type { Session } from '../stores/app.ts'
import { storyOf } from '../stores/app.ts'
import { selectBlocks } from './editing.ts'
import { closeDialog, openStoryDialog } from './dialogs.ts'

/** Opens the page of the cast on a character, or with the question what to merge with it. */
export function openCast(session: Session, chosen: CharacterId | null = null, merges = false): void {
  openStoryDialog(session, { kind: 'cast', chosen, merges })
}

/** Chooses all blocks of a character, or those without a character (null), and brings the first of them into view. */
export function selectBlocksOf(session: Session, id: CharacterId | null): void {
  const story = storyOf(session)
  const isSpeaker = (characterId: CharacterId | null) =>
    (findCharacter(story, characterId)?.id ?? null) === id
  const blocks = blocksOf(story).filter(({ characterId }) => isSpeaker(characterId))
  closeDialog(session)
  selectBlocks(
    session,
    blocks.map((block) => block.id),
  )
}

/** Removes a character from the cast. */
export function removeFromCast(session: Session, id: CharacterId): void {
  session.edit('edits.removeCharacter', removeCharacter(storyOf(session), id))
}

/** Makes two characters one. A filter that shows the blocks of the merged character shows those of the other. */
export function mergeCharacters(session: Session, merge: CharacterMerge): void {
  const story = storyOf(session)
  const [from, into] = [merge.from, merge.into].map((id) => findCharacter(story, id))
  if (!from || !into) return
  session.edit('edits.mergeCharacters', mergeCharactersChange(story, merge))
  session.editor.setState(({ filter }) =>
    filter?.kind === 'character' && filter.characterId === from.id
      ? { filter: { kind: 'character', characterId: into.id } }
      : {},
  )
  session.announce('cast.merged', { from: from.name, into: into.name })
}
