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
  /** By the character whose voice it is: blocks with a voice of their own are left out. */
  readonly byCharacter: ReadonlyMap<CharacterId | null, UnreadBlocks>
}

const known = new WeakMap<readonly UnreadBlocks[], Unread>()

/** The unread blocks as they are looked up; the same value while the blocks stay the same. */
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

/** What the voice of a block does not read of it; undefined if it reads all, or that is not known. */
export const useUnreadBlock = (id: BlockId) => useUnread(({ byBlock }) => byBlock.get(id))

/** What the voice of a character does not read of its blocks; null stands for blocks without a character. */
export const useUnreadOf = (id: CharacterId | null) => useUnread(({ byCharacter }) => byCharacter.get(id))
