/** What the entries of the command palette do. */
import type { CommandId } from '../../shared/commands/commands.ts'
import type { BlockId, CharacterId } from '../../shared/story/records.ts'
import { blocksOf } from '../../shared/story/selectors.ts'
import type { World } from '../stores/world.ts'
import { runCommand } from './commands.ts'
import { openStory, selectBlocks } from './editing.ts'
import { showSection } from './panels.ts'
import { changeSettings } from './settings.ts'
import { giveTo } from './speaking.ts'
import { openVoicePicker } from './voicePicking.ts'

/** Commands that are kept as the last ones. */
const KEPT = 20

/** Runs a command, and keeps it among those that were run last. */
export function runFromPalette(world: World, id: CommandId): void {
  const { recentCommands } = world.app.getState().settings
  changeSettings(world, {
    recentCommands: [id, ...recentCommands.filter((other) => other !== id)].slice(0, KEPT),
  })
  runCommand(world, id)
}

/** Gives the selected blocks to a character. */
export function giveSelection(world: World, characterId: CharacterId): void {
  giveTo(world, world.view.getState().selection, characterId)
}

/** Shows a character in the cast, and selects its blocks, of which the first comes into view. */
export function showCharacter(world: World, characterId: CharacterId): void {
  const story = openStory(world)
  if (story === null) return
  const ids = blocksOf(story).flatMap((block) => (block.characterId === characterId ? [block.id] : []))
  showSection(world, 'cast')
  selectBlocks(world, ids)
}

/** Opens the voice picker with a voice found: for the selected blocks, else for blocks without a character. */
export function findVoice(world: World, name: string, selection: readonly BlockId[]): void {
  openVoicePicker(world, { kind: selection.length > 0 ? 'selection' : 'story', search: name })
}
