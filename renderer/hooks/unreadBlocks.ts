/** Which blocks and characters of the open story have a voice that does not read their words, for the marks beside them. */
import {
  BUILT_IN_CONNECTION,
  type Block,
  type BlockId,
  type CharacterId,
} from '../../shared/story/records.ts'
import { unreadBlocksOf, type UnreadBlocks } from '../../shared/story/unreadBlocks.ts'
import { usePackLanguages } from './packLanguages.ts'
import { useStoryState } from './session.ts'

interface Unread {
  readonly byBlock: ReadonlyMap<BlockId, UnreadBlocks>
  /** By the character whose voice it is: blocks with their own voice are left out. */
  readonly byCharacter: ReadonlyMap<CharacterId | null, UnreadBlocks>
}

const known = new WeakMap<readonly UnreadBlocks[], Unread>()

/** The unread blocks indexed for look-up; the same object while the blocks stay the same. */
function unreadOf(found: readonly UnreadBlocks[]): Unread {
  const before = known.get(found)
  if (before !== undefined) return before
  const all = found.flatMap((group) => group.blocks.map((block): [Block, UnreadBlocks] => [block, group]))
  const ofCharacters = all.filter(([{ voiceId }]) => voiceId === null)
  const unread = {
    byBlock: new Map(all.map(([{ id }, group]) => [id, group])),
    byCharacter: new Map(ofCharacters.map(([{ characterId }, group]) => [characterId, group])),
  }
  known.set(found, unread)
  return unread
}

const NONE: Unread = { byBlock: new Map(), byCharacter: new Map() }

function useUnread<T>(select: (unread: Unread) => T): T {
  const packs = usePackLanguages()
  return useStoryState(({ story }) =>
    select(story.info.connectionId === BUILT_IN_CONNECTION ? unreadOf(unreadBlocksOf(story, packs)) : NONE),
  )
}

/** The part of a block that its voice does not read; undefined if it reads everything, or that is not known. */
export const useUnreadBlock = (id: BlockId) => useUnread(({ byBlock }) => byBlock.get(id))

/** The parts of a character's blocks that its voice does not read; null stands for blocks without a character. */
export const useUnreadOf = (id: CharacterId | null) => useUnread(({ byCharacter }) => byCharacter.get(id))
