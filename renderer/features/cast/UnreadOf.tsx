import type { CharacterId } from '../../../shared/story/records.ts'
import { findCharacter } from '../../../shared/story/selectors.ts'
import { giveVoice } from '../../../shared/story/unreadBlocks.ts'
import { openStory } from '../../actions/editing.ts'
import { UnreadBlocksWarning } from '../../fields/UnreadWarning.tsx'
import { useWorld } from '../../hooks/world.ts'

/** Warns of blocks that have the voice of a character, or of the story (null), and that it does not read. */
export function UnreadOf({ id }: { readonly id: CharacterId | null }) {
  const world = useWorld()
  return (
    <UnreadBlocksWarning
      isOf={({ characterId, voiceId }, story) =>
        voiceId === null && (findCharacter(story, characterId)?.id ?? null) === id
      }
      onUse={(ids, voiceId) => {
        const story = openStory(world)
        if (story !== null) world.edit('edits.voiceId', giveVoice(story, ids, voiceId))
      }}
    />
  )
}
