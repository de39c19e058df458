/** The actions of entries in the command palette. */
import i18next from 'i18next'
import type { CommandId } from '../../shared/commands/commands.ts'
import type { BlockId, CharacterId } from '../../shared/story/records.ts'
import { blocksOf } from '../../shared/story/selectors.ts'
import { type App, currentSession, type Session, storyOf } from '../stores/app.ts'
import { runCommand } from './commands.ts'
import { selectBlocks } from './editing.ts'
import { showSection } from './panels.ts'
import { changeSettings } from './settings.ts'
import { giveTo } from './speaking.ts'
import { openVoicePicker } from './voicePicking.ts'
import type { TextKey } from '../i18n/textKeys.ts'
import type { ExportPartId } from '../stores/viewStore.ts'
import { openFilters } from '../stores/editorStore.ts'
import { openDialog, openStoryDialog } from './dialogs.ts'

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

/** Places that the command palette leads to besides commands: rows of the settings, parts of the export page, and lists. */
type Target =
  /** The search of the settings finds the row by its name. */
  | { readonly in: 'settings' }
  | { readonly in: 'export'; readonly part: ExportPartId }
  | { readonly in: 'script' | 'welcome' }

interface Place {
  /** Its name, as shown at the place itself. */
  readonly label: TextKey
  readonly target: Target
}

const table = {
  language: { label: 'settings.language', target: { in: 'settings' } },
  theme: { label: 'app.theme', target: { in: 'settings' } },
  storyText: { label: 'settings.storyText', target: { in: 'settings' } },
  rows: { label: 'settings.rows', target: { in: 'settings' } },
  notifying: { label: 'settings.notifying', target: { in: 'settings' } },
  ownVoices: { label: 'servers.voicesTitle', target: { in: 'settings' } },
  atOnce: { label: 'settings.atOnce', target: { in: 'settings' } },
  caps: { label: 'conversions.ledger.caps', target: { in: 'settings' } },
  acx: { label: 'exports.presets.audiobook', target: { in: 'export', part: 'presets' } },
  presets: { label: 'exports.presetList', target: { in: 'export', part: 'presets' } },
  format: { label: 'app.format', target: { in: 'export', part: 'sound' } },
  loudness: { label: 'exports.loudness', target: { in: 'export', part: 'sound' } },
  split: { label: 'exports.split', target: { in: 'export', part: 'files' } },
  tags: { label: 'exports.tagsHeading', target: { in: 'export', part: 'tags' } },
  captions: { label: 'exports.captions', target: { in: 'export', part: 'extras' } },
  filter: { label: 'palette.filterBlocks', target: { in: 'script' } },
  deletedDrafts: { label: 'app.deletedHeading', target: { in: 'welcome' } },
} as const satisfies Readonly<Record<string, Place>>

export type PlaceId = keyof typeof table
export const PLACES: Readonly<Record<PlaceId, Place>> = table
export const PLACE_IDS = Object.keys(table) as readonly PlaceId[] // the keys of the table

/** Whether a place is available: parts of the export and the filter need an open story, and the list of drafts needs the welcome page. */
export const canGoTo = (id: PlaceId, hasStory: boolean): boolean =>
  PLACES[id].target.in === 'settings' || hasStory

/** Goes to a place. */
export function goToPlace(app: App, id: PlaceId): void {
  const { target, label } = PLACES[id]
  const session = currentSession(app)
  switch (target.in) {
    case 'settings':
      openDialog(app, { kind: 'settings', search: i18next.t(label) })
      break
    case 'export':
      if (session !== null) openStoryDialog(session, { kind: 'export', format: null, part: target.part })
      break
    case 'script':
      if (session !== null) openFilters(session.editor)
      break
    case 'welcome':
      runCommand(app, 'closeStory')
  }
}
