/** The question before words are spoken by a voice that cannot read their script. */
import { apply, changeBetween } from '../../shared/story/changes.ts'
import type { Block } from '../../shared/story/records.ts'
import { isFree } from '../../shared/story/renderPlan.ts'
import { findTake } from '../../shared/story/takes.ts'
import { giveVoice, unreadBlocksOf, unreadKey, type UnreadBlocks } from '../../shared/story/unreadBlocks.ts'
import { packLanguagesOf } from '../../shared/voices/languages.ts'
import { storyOf, type Session } from '../stores/app.ts'
import { ask } from './questions.ts'

/** Whether to continue and render blocks. Asks first if a voice cannot read blocks that have no audio yet, once for each voice and script of a story. */
export async function settleVoices(session: Session, isWanted: (block: Block) => boolean): Promise<boolean> {
  const story = storyOf(session)
  if (!isFree(story)) return true
  const { takes } = session.audio.getState()
  const { keptVoices } = session.editor.getState()
  const isToMake = (block: Block) => isWanted(block) && findTake(story, block, takes) === undefined
  const groups = unreadBlocksOf(story, packLanguagesOf(session.state.getState().voices)).filter(
    (group) => !keptVoices.has(unreadKey(group)) && group.blocks.some(isToMake),
  )
  if (groups.length === 0) return true
  return ask(session, 'unread', { groups })
}

/** Applies the voice chosen for each group of blocks, in one edit, and does not ask about these blocks again. */
export function giveVoices(
  session: Session,
  groups: readonly UnreadBlocks[],
  voiceIds: readonly string[],
): void {
  const story = storyOf(session)
  const given = groups.reduce((before, { voiceId, blocks }, index) => {
    const chosen = voiceIds[index] ?? voiceId
    const ids = blocks.map(({ id }) => id)
    return chosen === voiceId ? before : apply(before, giveVoice(before, ids, chosen))
  }, story)
  session.edit('edits.voiceId', changeBetween(story, given))
  const asked = new Set(groups.flatMap(({ blocks }) => blocks.map(({ id }) => id)))
  const packs = packLanguagesOf(session.state.getState().voices)
  const still = unreadBlocksOf(given, packs).filter(({ blocks }) => blocks.some(({ id }) => asked.has(id)))
  session.editor.setState(({ keptVoices }) => ({
    keptVoices: new Set([...keptVoices, ...still.map(unreadKey)]),
  }))
}
