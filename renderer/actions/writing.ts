/** Writing: splitting and joining the texts of blocks. */
import { mergeWithPrevious, splitBlock } from '../../shared/story/blockCommands.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { blockNumber, blocksOf, findBlock } from '../../shared/story/selectors.ts'
import { middleOfText } from '../../shared/story/sentences.ts'
import { storyOf, type Session } from '../stores/app.ts'
import { writeIn } from './editing.ts'
import { noteLocked } from './locks.ts'

/** The text field of a block, while it is in the page. */
export function textField(id: BlockId): HTMLTextAreaElement | null {
  return document.querySelector<HTMLTextAreaElement>(`textarea[data-block="${CSS.escape(id)}"]`)
}

/** Splits a block at a place in its text and puts the cursor at the start of the second part. */
export function split(session: Session, id: BlockId, offset: number): void {
  const story = storyOf(session)
  const newId = session.newBlockId()
  session.edit('edits.split', splitBlock(story, id, offset, newId))
  const after = storyOf(session)
  noteLocked(session, [id])
  if (findBlock(after, newId) === undefined) return
  writeIn(session, newId, 0)
  session.announce('script.splitOff', { number: blockNumber(after, newId) })
}

/** Splits a block in two at the end of the sentence nearest to its middle. */
export function splitInMiddle(session: Session, id: BlockId): void {
  const story = storyOf(session)
  const block = findBlock(story, id)
  if (block !== undefined) split(session, id, middleOfText(block.text))
}

/** Splits a block at the cursor in its text. If the cursor is at an end of it, or was never there, splits in the middle. */
export function splitAtCursor(session: Session, id: BlockId): void {
  const field = textField(id)
  const offset = field?.selectionStart ?? 0
  const hasTwoParts =
    field !== null && field.value.slice(0, offset).trim() !== '' && field.value.slice(offset).trim() !== ''
  if (hasTwoParts) split(session, id, offset)
  else splitInMiddle(session, id)
}

/** Joins a block to the previous block, and puts the cursor between their texts. */
export function merge(session: Session, id: BlockId): void {
  const story = storyOf(session)
  const previous = blocksOf(story)[blockNumber(story, id) - 2]
  session.edit('edits.merge', mergeWithPrevious(story, id))
  noteLocked(session, previous === undefined ? [id] : [previous.id, id])
  const after = storyOf(session)
  if (previous === undefined || findBlock(after, id) !== undefined) return
  writeIn(session, previous.id, previous.text.trimEnd().length)
  session.announce('script.joined', { number: blockNumber(after, previous.id) })
}
