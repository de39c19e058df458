import type { CharacterId } from '../../../shared/story/records.ts'
import { findCharacter } from '../../../shared/story/selectors.ts'
import { giveVoice } from '../../../shared/story/unreadBlocks.ts'
import { UnreadBlocksWarning } from '../../fields/UnreadWarning.tsx'
import { useSession } from '../../hooks/session.ts'
import { storyOf } from '../../stores/app.ts'

/** Warns about blocks that the voice of a character, or of the story (null), does not read. */
export function UnreadOf({ id }: { readonly id: CharacterId | null }) {
  const session = useSession()
  return (
    <UnreadBlocksWarning
      isOf={({ characterId, voiceId }, story) =>
        voiceId === null && (findCharacter(story, characterId)?.id ?? null) === id
      }
      onUse={(ids, voiceId) => {
        session.edit('edits.voiceId', giveVoice(storyOf(session), ids, voiceId))
      }}
    />
  )
}
