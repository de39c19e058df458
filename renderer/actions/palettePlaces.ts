/** Places that the command palette leads to besides commands: rows of the settings, parts of the export page, and lists. */
import i18next from 'i18next'
import type { TextKey } from '../i18n/textKeys.ts'
import type { ExportPartId } from '../stores/openDialog.ts'
import { currentSession, type App } from '../stores/app.ts'
import { runCommand } from './commands.ts'
import { openDialog, openStoryDialog } from './dialogs.ts'

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
      session?.editor.setState({ isFilterOpen: true })
      break
    case 'welcome':
      runCommand(app, 'closeStory')
  }
}
