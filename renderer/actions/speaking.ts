/** Sets the character, model and speed of the selected blocks. */
import i18next from 'i18next'
import { assignCharacter, patchBlocks } from '../../shared/story/blockCommands.ts'
import { countLocked } from '../../shared/story/locks.ts'
import type { BlockId, CharacterId } from '../../shared/story/records.ts'
import { findBlock, findCharacter, settingsOf } from '../../shared/story/selectors.ts'
import type { SpeechSettings } from '../../shared/story/speechSettings.ts'
import { formatSpeed } from '../i18n/format.ts'
import { storyOf, type Session } from '../stores/app.ts'
import { noteLocked } from './locks.ts'

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
