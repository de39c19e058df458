/** Edits of the story that script, timeline and commands share: adding, moving, splitting, joining, removing and locking blocks. */
import {
  addBlocks,
  duplicateBlocks,
  mergeWithPrevious,
  moveEntries,
  moveEntriesBy,
  removeEntries,
  splitBlock,
} from '../../shared/story/blockCommands.ts'
import {
  addChapter as addChapterChange,
  addCharacter as addCharacterChange,
} from '../../shared/story/castCommands.ts'
import type { BlockId, ChapterId, CharacterId, RecordId, SequenceId } from '../../shared/story/records.ts'
import { CLOSING_ID, OPENING_ID } from '../../shared/story/heardBlocks.ts'
import { blockNumber, blocksOf, findBlock, findChapter, sectionsOf } from '../../shared/story/selectors.ts'
import type { Story } from '../../shared/story/story.ts'
import { nameNew, reveal, type Reveal, select } from '../stores/editorStore.ts'
import { type App, type Session, storyOf } from '../stores/app.ts'
import { placePlayhead } from './choosing.ts'
import { focusedInScript, showPanel } from './panels.ts'
import { nextVoice } from './voicePicking.ts'
import { areLocked, countLocked, lockBlocks, unlockBlocks } from '../../shared/story/locks.ts'
import { middleOfText } from '../../shared/story/sentences.ts'

/** The block that the inspector shows, if any is selected. */
export function chosenBlock(session: Session): BlockId | null {
  return session.editor.getState().selection.at(-1) ?? null
}

/** Selects only this block, brings it into view, and moves the start of playback there. */
export function revealBlock(session: Session, blockId: BlockId, focusText = false, isAtTop = false): void {
  show(session, blockId, { focusText, ...(isAtTop && { isAtTop }) })
}

/** Selects only this block, and puts the cursor into its text: at an offset, or at the end. */
export function writeIn(session: Session, blockId: BlockId, caret?: number): void {
  show(session, blockId, { focusText: true, ...(caret !== undefined && { caret }) })
}

function show(session: Session, id: BlockId, how: Omit<Reveal, 'blockId' | 'count'>): void {
  if (id === OPENING_ID || id === CLOSING_ID) return
  const story = storyOf(session)
  // The title of a chapter is shown with the block below it.
  const heading = findChapter(story, id)
  const blockId = heading === undefined ? id : blockBelow(story, heading.id)
  if (blockId === undefined) return
  const before = chosenBlock(session)
  reveal(session.editor, { blockId, ...how }, [blockId])
  if (before !== blockId) placePlayhead(session, blockId)
}

/** Moves the focus from a field to the row below a heading, or to that of the selected or the first block, where keys run commands. */
export function leaveForRow(session: Session, field: HTMLElement, heading: ChapterId | null = null): void {
  field.blur()
  const story = storyOf(session)
  const blockId =
    heading === null ? (chosenBlock(session) ?? blocksOf(story)[0]?.id) : blockBelow(story, heading)
  if (blockId !== undefined) focusRow(session, blockId)
}

/** Brings a block into view, and focuses its row, without selecting it. */
function focusRow(session: Session, blockId: BlockId): void {
  reveal(session.editor, { blockId, focusText: false, focusRow: true })
}

/** Selects these blocks, and brings the first of them into view. */
export function selectBlocks(session: Session, ids: readonly BlockId[]): void {
  const [first, ...others] = ids
  if (first === undefined) return
  revealBlock(session, first)
  select(session.editor, [...others, first]) // the inspector shows the last
}

/** Adds an empty block after the given one (or at the end), in the same voice, and puts the cursor there. */
export function addBlockAfter(session: Session, afterId: SequenceId | null): void {
  const story = storyOf(session)
  const index = story.sequence.findIndex((entry) => entry.id === afterId)
  const before = afterId === null || index < 0 ? null : (story.sequence[index + 1]?.id ?? null)
  const model = findBlock(story, afterId) ?? blocksOf(story).at(-1)
  const id = session.newBlockId()
  session.edit('edits.addBlock', addBlocks(story, [{ id, characterId: model?.characterId ?? null }], before))
  revealBlock(session, id, true)
  session.announce('script.added', { number: blockNumber(storyOf(session), id) })
}

/** Adds a chapter heading right before the chosen block, or at the end of the story, and puts the cursor into its title. */
export function addChapter(session: Session, title: string, place: 'chosen' | 'end' = 'chosen'): void {
  const story = storyOf(session)
  const before = place === 'end' ? null : chosenBlock(session)
  const id = session.newChapterId()
  nameNew(session.editor, id)
  session.edit('edits.addChapter', addChapterChange(story, { id, title }, before))
  if (before !== null) revealBlock(session, before)
}

/**
 * Adds a character to the cast with an unused voice, and returns its id. Puts the cursor into its name, unless the
 * writer has already named it.
 */
export function addCharacter(session: Session, name: string, isNamed = false): CharacterId {
  const story = storyOf(session)
  const id = session.newCharacterId()
  const used = [story.info.defaults.voiceId, ...story.cast.map(({ settings }) => settings.voiceId)]
  const voiceId = nextVoice(session, used) ?? story.info.defaults.voiceId
  if (!isNamed) nameNew(session.editor, id)
  session.edit(
    'edits.addCharacter',
    addCharacterChange(story, { id, name, settings: { ...story.info.defaults, voiceId } }),
  )
  return id
}

/** Duplicates the given blocks right after them, and selects the copies. */
export function duplicate(session: Session, ids: readonly BlockId[]): void {
  const story = storyOf(session)
  if (ids.length === 0) return
  const copies = ids.map(() => session.newBlockId())
  session.edit('edits.duplicate', duplicateBlocks(story, ids, copies, session.newMusicId))
  const last = copies.at(-1)
  if (last !== undefined) reveal(session.editor, { blockId: last, focusText: false }, copies)
  session.announce('script.duplicated', { count: copies.length })
}

/**
 * Removes blocks or a heading, and selects the block that takes their place. Its row gets the focus if a block or the menu of a
 * heading had it.
 */
export function remove(session: Session, ids: readonly SequenceId[]): void {
  const story = storyOf(session)
  if (ids.length === 0) return
  const isInScript = focusedInScript() !== null
  const change = removeEntries(story, ids)
  const gone = new Set<string>(change.remove)
  const blocks = blocksOf(story)
  const first = blocks.findIndex((block) => gone.has(block.id))
  const next = blocks.slice(first).find((block) => !gone.has(block.id)) ?? blocks[first - 1]
  session.edit('edits.delete', change)
  noteLocked(session, ids)
  if (first >= 0) {
    if (next === undefined) select(session.editor, [])
    else show(session, next.id, { focusText: false, ...(isInScript && { focusRow: true }) })
  } else if (gone.size > 0 && ids[0] !== undefined) {
    const below = blockBelow(story, ids[0])
    if (below !== undefined) focusRow(session, below)
  }
  if (gone.size > 0) session.announce('script.removed', { count: gone.size })
}

/** The first block below an entry. */
function blockBelow(story: Story, id: SequenceId): BlockId | undefined {
  const from = story.sequence.findIndex((entry) => entry.id === id)
  return story.sequence.slice(from).find((entry) => entry.type === 'block')?.id
}

/** Moves blocks together past the entry before or after them, selects them, and announces the new place of the last one. */
export function moveBy(session: Session, ids: readonly BlockId[], direction: -1 | 1): void {
  const story = storyOf(session)
  const shown = ids.at(-1)
  if (shown === undefined) return
  session.edit('edits.move', moveEntriesBy(story, ids, direction))
  reveal(session.editor, { blockId: shown, focusText: false }, ids)
  const after = storyOf(session)
  session.announce('script.movedTo', { number: blockNumber(after, shown), count: blocksOf(after).length })
}

/** Moves a chapter with its blocks before the chapter above it, or after the one below. */
export function moveChapter(session: Session, id: ChapterId, direction: -1 | 1): void {
  const story = storyOf(session)
  const sections = sectionsOf(story)
  const index = sections.findIndex((section) => section.chapter?.id === id)
  const heading = sections[index + direction]?.chapter ?? null
  if (index < 0 || heading === null) return
  placeChapter(session, id, direction < 0 ? heading.id : (sections[index + 2]?.chapter?.id ?? null))
}

/** Moves a chapter with its blocks before another chapter, or to the end of the story. */
export function placeChapter(session: Session, id: ChapterId, before: ChapterId | null): void {
  const story = storyOf(session)
  const section = sectionsOf(story).find(({ chapter }) => chapter?.id === id)
  if (section === undefined || before === id) return
  const ids = [id, ...section.blocks.map((block) => block.id)]
  session.edit('edits.moveChapter', moveEntries(story, ids, before))
  const after = sectionsOf(storyOf(session))
  const number = after.find(({ chapter }) => chapter?.id === id)?.number ?? section.number
  session.announce('script.chapterMoved', { number })
}

/** Drops blocks that are gone from the selection; if none is left, selects the block above them, otherwise the first one. */
export function keepSelectionValid(session: Session, before: Story, story: Story): void {
  const { selection } = session.editor.getState()
  const kept = selection.filter((id) => story.records.has(id))
  if (kept.length === selection.length) return
  const blocks = blocksOf(before)
  const chosen = blocks.findIndex(({ id }) => selection.includes(id))
  const above = blocks.slice(0, Math.max(0, chosen)).findLast(({ id }) => story.records.has(id))
  const next = above ?? blocksOf(story)[0]
  select(session.editor, kept.length > 0 || next === undefined ? kept : [next.id])
}

/** Tells the writer which records were changed by two pages and should be read again. */
export function noteToReread(app: App, story: Story, ids: readonly RecordId[]): void {
  for (const id of ids) {
    const number = findBlock(story, id) === undefined ? 0 : blockNumber(story, id as BlockId) // it was found as a block
    if (number > 0) app.warn('app.mergedBlock', { number })
    else app.warn('app.mergedWords')
  }
}

/** Locks the selected blocks, or unlocks them if all are locked. Reports blocks that have no audio to keep. */
export function toggleLock(session: Session): void {
  const story = storyOf(session)
  const { selection } = session.editor.getState()
  if (selection.length === 0) return
  if (areLocked(story, selection)) unlock(session, selection)
  else lock(session, selection)
}

/** Tells the writer how many of these blocks were not changed because they are locked. */
export function noteLocked(session: Session, ids: readonly string[]): void {
  const count = countLocked(storyOf(session), ids)
  if (count > 0) session.note('script.lock.kept', { count })
}

function lock(session: Session, ids: readonly BlockId[]): void {
  const story = storyOf(session)
  const change = lockBlocks(story, ids, session.audio.getState().takes)
  session.edit('edits.lock', change)
  const left = ids.length - countLocked(story, ids) - change.put.length
  if (left > 0) session.note('script.lock.withoutAudio', { count: left })
  else session.announce('script.lock.locked', { count: change.put.length })
}

function unlock(session: Session, ids: readonly BlockId[]): void {
  const story = storyOf(session)
  session.edit('edits.unlock', unlockBlocks(story, ids))
  session.announce('script.lock.unlocked', { count: ids.length })
}

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

/** The code of the synthetic key press with which the command picks up a clip. */
export const PICK_UP_CODE = 'PickUpClip'

/** Picks up the clip of a block, which the arrow keys then move. A clip that is drawn joined with its neighbours is only revealed. */
export function pickUpClip(session: Session, id: BlockId): void {
  showPanel(session, 'timeline')
  revealBlock(session, id)
  // The timeline draws the visible clips after scrolling.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const clip = document.querySelector<HTMLElement>(`[data-clip="${id}"]`)
      clip?.focus()
      clip?.dispatchEvent(
        new KeyboardEvent('keydown', { code: PICK_UP_CODE, bubbles: true, cancelable: true }),
      )
    }),
  )
}
