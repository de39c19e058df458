/** Silences before blocks, the rules that they follow, and pauses within blocks. */
import { flushSync } from 'react-dom'
import { editText } from '../../shared/story/blockCommands.ts'
import type { Change } from '../../shared/story/changes.ts'
import { writePause } from '../../shared/story/pauses.ts'
import type { BlockId } from '../../shared/story/records.ts'
import { findBlock } from '../../shared/story/selectors.ts'
import { isPinned, silenceBeforeOf } from '../../shared/story/silences.ts'
import { storyOf, type Session } from '../stores/app.ts'
import { writeIn } from './editing.ts'
import { noteLocked } from './locks.ts'
import { focusPanel, showBlockInspector } from './panels.ts'
import { textField } from './writing.ts'

const INSERTED_MS = 800

/** Pins the silences before the selected blocks at their current length; if all are pinned, they follow the rules again. */
export function togglePin(session: Session): void {
  const story = storyOf(session)
  const blocks = session.editor.getState().selection.flatMap((id) => findBlock(story, id) ?? [])
  const isUnpinned = blocks.every(isPinned)
  const put = blocks
    .filter((block) => isUnpinned || !isPinned(block))
    .map((block) => ({ ...block, silenceBeforeMs: isUnpinned ? null : silenceBeforeOf(story, block) }))
  const change: Change = { put, remove: [] }
  session.edit(isUnpinned ? 'edits.unpinSilence' : 'edits.pinSilence', change)
  session.announce(isUnpinned ? 'script.unpinnedNow' : 'script.pinnedNow', { count: put.length })
}

/** Begins a scene at each of the selected blocks; if one begins at all of them, they continue the scene as paragraphs. */
export function toggleSceneBreak(session: Session): void {
  const story = storyOf(session)
  const blocks = session.editor.getState().selection.flatMap((id) => findBlock(story, id) ?? [])
  const isEnded = blocks.every(({ breakBefore }) => breakBefore === 'scene')
  const put = blocks
    .filter(({ breakBefore }) => isEnded || breakBefore !== 'scene')
    .map((block) => ({ ...block, breakBefore: isEnded ? ('paragraph' as const) : ('scene' as const) }))
  session.edit(isEnded ? 'edits.noSceneBreak' : 'edits.sceneBreak', { put, remove: [] })
  session.announce(isEnded ? 'script.sceneGoesOn' : 'script.sceneBegins', { count: put.length })
}

/** Puts the marker of a pause at the cursor in the text of a block, or at its end if the cursor was never there. */
export function insertPause(session: Session, id: BlockId): void {
  const story = storyOf(session)
  const block = findBlock(story, id)
  if (block === undefined) return
  const field = textField(id)
  const at = field !== null && field === document.activeElement ? field.selectionEnd : block.text.length
  const [before, after] = [block.text.slice(0, at), block.text.slice(at)]
  const marker = `${/\S$/.test(before) ? ' ' : ''}${writePause(INSERTED_MS)}${/^\S/.test(after) ? ' ' : ''}`
  session.edit('edits.insertPause', editText(story, id, before + marker + after))
  noteLocked(session, [id])
  writeIn(session, id, at + marker.length)
}

/** Shows the rules for silences, which are in the inspector while no block is selected. */
export function showSilenceRules(session: Session): void {
  // The fields of a block must be removed first: otherwise the focus would return to the previous text, which selects its block.
  flushSync(() => {
    session.editor.setState({ selection: [] })
    showBlockInspector(session)
  })
  focusPanel('inspector')
}
