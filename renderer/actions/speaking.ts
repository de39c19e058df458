/** How the selected blocks are spoken: their character, model and speed, the silences before them, pauses within them, and the menus for these. */
import i18next from 'i18next'
import { flushSync } from 'react-dom'
import { assignCharacter, editText, patchBlocks } from '../../shared/story/blockCommands.ts'
import { countLocked } from '../../shared/story/locks.ts'
import type { BlockId, CharacterId } from '../../shared/story/records.ts'
import { findBlock, findCharacter, settingsOf } from '../../shared/story/selectors.ts'
import type { SpeechSettings } from '../../shared/story/speechSettings.ts'
import { formatSpeed } from '../i18n/format.ts'
import { type Session, storyOf } from '../stores/app.ts'
import { chosenBlock, noteLocked, revealBlock, textField, writeIn } from './editing.ts'
import type { Change } from '../../shared/story/changes.ts'
import { writePause } from '../../shared/story/pauses.ts'
import { isPinned, silenceBeforeOf } from '../../shared/story/silences.ts'
import { type Anchor, type BlockMenu, select } from '../stores/editorStore.ts'
import { focusPanel, showBlockInspector } from './panels.ts'

/** The length of an inserted pause. */
const INSERTED_MS = 800

const SPEED_STEP = 0.05

/** The data type of a dragged character, whose id is the data. */
export const CHARACTER_DRAG = 'application/x-fabula-character'

/** Assigns blocks to a character; null removes theirs. */
export function giveTo(session: Session, ids: readonly BlockId[], characterId: CharacterId | null): void {
  const story = storyOf(session)
  session.edit('edits.character', assignCharacter(story, ids, characterId))
  const name = findCharacter(story, characterId)?.name ?? i18next.t('script.noCharacter')
  const locked = countLocked(story, ids)
  if (locked < ids.length) session.announce('script.given', { name, count: ids.length - locked })
  noteLocked(session, ids)
}

/** Assigns the selected blocks to the nth character of the cast, counting from 1. Does nothing if the cast is shorter. */
export function giveToNth(session: Session, nth: number): void {
  const character = storyOf(session).cast[nth - 1]
  if (character !== undefined) giveTo(session, session.editor.getState().selection, character.id)
}

/** Sets the model or the speed of blocks. */
export function setSpeech(
  session: Session,
  ids: readonly BlockId[],
  settings: Partial<Pick<SpeechSettings, 'model' | 'speed'>>,
): void {
  const story = storyOf(session)
  session.edit('speed' in settings ? 'edits.speed' : 'edits.model', patchBlocks(story, ids, settings))
  noteLocked(session, ids)
}

/** Changes the speed of the selected blocks by a step, each from its own speed. */
export function changeSpeed(session: Session, direction: -1 | 1): void {
  const story = storyOf(session)
  const { selection } = session.editor.getState()
  const changes = selection.flatMap((id) => {
    const block = findBlock(story, id)
    if (block === undefined) return []
    const speed = settingsOf(story, block).speed + direction * SPEED_STEP
    return [patchBlocks(story, [id], { speed })]
  })
  const change = { put: changes.flatMap(({ put }) => put), remove: [] }
  session.edit('edits.speed', change, `speed:${selection.join()}`)
  noteLocked(session, selection)
  const shown = findBlock(storyOf(session), selection.at(-1) ?? null)
  if (shown === undefined) return
  session.announce('script.speedIs', { value: formatSpeed(settingsOf(storyOf(session), shown).speed) })
}

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
    select(session.editor, [])
    showBlockInspector(session)
  })
  focusPanel('inspector')
}

/**
 * Opens a menu for the chosen blocks: beside an element, which may disappear while the menu is open, at a point of the window, or
 * beside the name in the row of the chosen block.
 */
export function openMenu(
  session: Session,
  kind: BlockMenu['kind'],
  beside: Element | Pick<Anchor, 'x' | 'y'> | null = null,
): void {
  const { selection } = session.editor.getState()
  const shown = chosenBlock(session)
  if (shown === null) return
  if (beside === null) {
    revealBlock(session, shown)
    select(session.editor, selection) // the others stay chosen
  }
  session.editor.setState({ blockMenu: { kind, anchor: beside === null ? null : anchorOf(beside) } })
}

function anchorOf(beside: Element | Pick<Anchor, 'x' | 'y'>): Anchor {
  if (!(beside instanceof Element)) return { ...beside, width: 0, height: 0 }
  const { x, y, width, height } = beside.getBoundingClientRect()
  return { x, y, width, height }
}

/** Closes the menu of the chosen blocks. */
export function closeMenu(session: Session): void {
  session.editor.setState({ blockMenu: null })
}
