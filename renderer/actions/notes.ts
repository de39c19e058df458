/** Notes and marks of blocks: setting them, and the list for working through them. */
import i18next from 'i18next'
import { flushSync } from 'react-dom'
import { writeNotes } from '../../shared/export/notes.ts'
import type { FileRef } from '../../shared/ipc/views.ts'
import { patchBlocks } from '../../shared/story/blockCommands.ts'
import { nextNoted, notedBlocks } from '../../shared/story/notes.ts'
import type { BlockId, BlockMark } from '../../shared/story/records.ts'
import { blockNumber, findBlock } from '../../shared/story/selectors.ts'
import { storyOf, type Session } from '../stores/app.ts'
import { chosenBlock, revealBlock } from './editing.ts'
import { showBlockInspector, showPanel } from './panels.ts'
import { choosePlace } from './exporting.ts'

/** Marks the selected blocks, or removes the mark if all of them have it. */
export function toggleMark(session: Session, mark: BlockMark): void {
  const story = storyOf(session)
  const { selection } = session.editor.getState()
  const isMarked = selection.every((id) => findBlock(story, id)?.mark === mark)
  setMark(session, selection, isMarked ? null : mark)
}

/** Sets or removes the mark of blocks, and announces it. */
export function setMark(session: Session, ids: readonly BlockId[], mark: BlockMark | null): void {
  session.edit('edits.mark', patchBlocks(storyOf(session), ids, { mark }))
  session.announce(`notes.marked.${mark ?? 'none'}`, { count: ids.length })
}

/** Writes the same note on blocks. Continuous typing is one step of the history. */
export function setNotes(session: Session, ids: readonly BlockId[], notes: string): void {
  session.edit('edits.notes', patchBlocks(storyOf(session), ids, { notes }), `notes:${ids.join()}`)
}

/** Puts the cursor into the note of the selected blocks: in the list of notes if it is open, otherwise in the inspector. */
export function writeNote(session: Session): void {
  flushSync(() => {
    if (session.editor.getState().inspected.kind === 'notes') showPanel(session, 'inspector')
    else showBlockInspector(session)
  })
  document.querySelector<HTMLElement>('[data-region=inspector] [data-note] textarea')?.focus()
}

/** Goes to the next or previous note or mark that is not done, wrapping around. */
export function goToNote(session: Session, direction: 1 | -1): void {
  const story = storyOf(session)
  const block = nextNoted(story, chosenBlock(session), direction, { isOpen: true })
  if (block === null) {
    session.announce('notes.noneOpen')
    return
  }
  revealBlock(session, block.id)
  session.announce('notes.at', {
    number: blockNumber(story, block.id),
    text: block.notes === '' ? i18next.t(`notes.marks.${block.mark ?? 'retake'}`) : block.notes,
  })
}

/** Asks where to write the notes and marks as a CSV file, and writes them there. */
export async function exportNotes(session: Session): Promise<void> {
  const story = storyOf(session)
  const write = async (ref: FileRef) => {
    const csv = writeNotes(story, { narrator: i18next.t('inspector.narrator') })
    const { fileName } = await session.bridge.call('jobs:writeTable', { ref, csv })
    const { length } = notedBlocks(story, { isOpen: false })
    session.note('notes.exported', { count: length, name: fileName })
  }
  await choosePlace(session, 'export-csv', i18next.t('notes.exportName'), write, session.signal)
}
