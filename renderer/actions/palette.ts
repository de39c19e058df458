/** The actions of entries in the command palette. */
import type { CommandId } from '../../shared/commands/commands.ts'
import type { BlockId, CharacterId } from '../../shared/story/records.ts'
import { blocksOf } from '../../shared/story/selectors.ts'
import { storyOf, type App, type Session } from '../stores/app.ts'
import { runCommand } from './commands.ts'
import { selectBlocks } from './editing.ts'
import { showSection } from './panels.ts'
import { changeSettings } from './settings.ts'
import { giveTo } from './speaking.ts'
import { openVoicePicker } from './voicePicking.ts'

/** The number of recent commands to remember. */
const KEPT = 20

/** Runs a command, and adds it to the recent ones. */
export function runFromPalette(app: App, id: CommandId): void {
  const { recentCommands } = app.state.getState().settings
  changeSettings(app, {
    recentCommands: [id, ...recentCommands.filter((other) => other !== id)].slice(0, KEPT),
  })
  runCommand(app, id)
}

/** Assigns the selected blocks to a character. */
export function giveSelection(session: Session, characterId: CharacterId): void {
  giveTo(session, session.editor.getState().selection, characterId)
}

/** Shows a character in the cast, and selects its blocks, and reveals the first. */
export function showCharacter(session: Session, characterId: CharacterId): void {
  const story = storyOf(session)
  const ids = blocksOf(story).flatMap((block) => (block.characterId === characterId ? [block.id] : []))
  showSection(session, 'cast')
  selectBlocks(session, ids)
}

/** Opens the voice picker with a search for a voice: for the selected blocks, otherwise for blocks without a character. */
export function findVoice(app: App, name: string, selection: readonly BlockId[]): void {
  openVoicePicker(app, { kind: selection.length > 0 ? 'selection' : 'story', search: name })
}
