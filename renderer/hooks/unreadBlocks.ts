/** The blocks and characters of the open story whose voice cannot read their words, for the marks beside them. */
import { useDeferredValue } from 'react'
import { derive } from '../../shared/lib/derive.ts'
import {
  BUILT_IN_CONNECTION,
  type Block,
  type BlockId,
  type CharacterId,
} from '../../shared/story/records.ts'
import { unreadBlocksOf, type UnreadBlocks } from '../../shared/story/unreadBlocks.ts'
import { usePackLanguages } from './voiceOptions.ts'
import { useStory } from './session.ts'

interface Unread {
  readonly byBlock: ReadonlyMap<BlockId, UnreadBlocks>
  /** By the character whose voice it is: blocks with their own voice are left out. */
  readonly byCharacter: ReadonlyMap<CharacterId | null, UnreadBlocks>
}

/** The unread blocks indexed for look-up; the same object while the blocks stay the same. */
const unreadOf = derive((found: readonly UnreadBlocks[]): Unread => {
  const all = found.flatMap((group) => group.blocks.map((block): [Block, UnreadBlocks] => [block, group]))
  const ofCharacters = all.filter(([{ voiceId }]) => voiceId === null)
  return {
    byBlock: new Map(all.map(([{ id }, group]) => [id, group])),
    byCharacter: new Map(ofCharacters.map(([{ characterId }, group]) => [characterId, group])),
  }
})

const NONE: Unread = { byBlock: new Map(), byCharacter: new Map() }

function useUnread<T>(select: (unread: Unread) => T): T {
  const packs = usePackLanguages()
  // A long story shows its words before all of them are checked.
  const isShown = useDeferredValue(true, false)
  return useStory((story) =>
    select(
      isShown && story.info.connectionId === BUILT_IN_CONNECTION
        ? unreadOf(unreadBlocksOf(story, packs))
        : NONE,
    ),
  )
}

/** The part of a block that its voice cannot read; undefined if it reads everything, or that is not known. */
export const useUnreadBlock = (id: BlockId) => useUnread(({ byBlock }) => byBlock.get(id))

/** The parts of a character's blocks that its voice cannot read; null stands for blocks without a character. */
export const useUnreadOf = (id: CharacterId | null) => useUnread(({ byCharacter }) => byCharacter.get(id))
