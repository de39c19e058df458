import i18next from 'i18next'
import { createStore } from 'zustand/vanilla'
import type { ExportPart } from '../../shared/export/exportPart.ts'
import type { ExportSettings } from '../../shared/export/exportSettings.ts'
import type { CheckedFile } from '../../shared/export/findings.ts'
import type { EventPayload } from '../../shared/ipc/contract.ts'
import {
  type AppInfo,
  DEFAULT_APP_SETTINGS,
  type DeletedDraft,
  type Example,
  type ProjectId,
  type Recent,
  type Settings,
  type VoiceView,
} from '../../shared/ipc/views.ts'
import type { VoicePacksView } from '../../shared/ipc/voicePacksContract.ts'
import type { LexiconEntry } from '../../shared/story/records.ts'
import type { Story } from '../../shared/story/story.ts'
import type { StoryRender, TakeIndex } from '../../shared/story/takes.ts'
import type { WireError } from '../../shared/ipc/result.ts'
import type { EngineState, ServersView } from '../../shared/servers/contract.ts'
import { voiceName } from '../i18n/voiceText.ts'

export interface AppState {
  readonly info: AppInfo | null
  readonly settings: Settings
  /** The voices that the host knows. */
  readonly hostVoices: readonly VoiceView[]
  /** The voice library: the above and the writer's own. */
  readonly voices: readonly VoiceView[]
  /** The installed and available voice packs; null before they are loaded. */
  readonly packs: VoicePacksView | null
  /** The servers that the writer set up, by kind. */
  readonly servers: ServersView
  /** The states of the engines, as last asked. */
  readonly engineStates: readonly EngineState[]
  /** The voice library: `hostVoices` and the writer's own. */
  readonly voicesAsked: number
  /** The entries of the lexicon for all stories. */
  readonly commonLexicon: readonly LexiconEntry[]
  readonly recents: readonly Recent[]
  readonly deletedDrafts: readonly DeletedDraft[]
  readonly examples: readonly Example[]
  readonly speech: 'starting' | 'ready' | 'failed'
  /** Audio of stories that this page does not show: the answer that shows one may arrive after its audio. */
  readonly audioOfOthers: readonly EventPayload<'takes:added'>[]
  /** The export that is running, or has just ended. */
  readonly exporting: ExportState | null
  /** The latest finished export of a story in this run of the app. */
  readonly writtenExport: { readonly exportId: string; readonly projectId: ProjectId } | null
  /** The check of an export that is running, or was made last. */
  readonly checking: CheckState | null
}

export interface CheckState {
  /** Null until the host has answered. */
  readonly exportId: string | null
  readonly projectId: ProjectId
  /** The checked settings, as they were then. */
  readonly settings: ExportSettings
  readonly part: ExportPart
  readonly story: Story
  readonly takes: TakeIndex
  readonly render: StoryRender | null
  readonly fraction: number
  readonly outcome:
    | { readonly kind: 'running' | 'cancelled' }
    | { readonly kind: 'checked'; readonly files: readonly CheckedFile[] }
    | { readonly kind: 'failed'; readonly error: WireError }
}

export interface ExportState {
  /** Null until the host has answered; a progress event may arrive before the answer. */
  readonly exportId: string | null
  /** The story that is exported; null for a document. Its outcome is shown only in that story. */
  readonly projectId: ProjectId | null
  readonly fraction: number
  readonly remainingMs: number | null
  readonly outcome:
    | { readonly kind: 'running' | 'cancelled' }
    | {
        readonly kind: 'done'
        readonly fileName: string
        /** The number of audio files. */
        readonly fileCount: number
        readonly location: string
        readonly download: string | null
        readonly beside: readonly { readonly fileName: string; readonly download: string | null }[]
      }
    | { readonly kind: 'failed'; readonly error: WireError }
}

export type AppStore = ReturnType<typeof createAppStore>

/** Shows the host's settings, and voices under the names in these settings. */
export function showSettings(app: AppStore, settings: Settings): void {
  app.setState(({ hostVoices }) => ({ settings, voices: mergeVoices(hostVoices, settings.voices) }))
}

/** Shows the servers that the host knows. */
export function showServers(app: AppStore, servers: AppState['servers']): void {
  app.setState({ servers })
}

/** Shows the voices that the host knows, beside the writer's own. */
export function showVoices(app: AppStore, hostVoices: readonly VoiceView[]): void {
  app.setState(({ settings }) => ({ hostVoices, voices: mergeVoices(hostVoices, settings.voices) }))
}

/** State that does not depend on the open story: the host, settings, voices, recent stories. */
export function createAppStore() {
  return createStore<AppState>(() => ({
    info: null,
    settings: DEFAULT_APP_SETTINGS,
    hostVoices: [],
    voices: [],
    packs: null,
    servers: { keeping: 'file', connection: [], engine: [], languageModel: [] },
    engineStates: [],
    voicesAsked: 0,
    commonLexicon: [],
    recents: [],
    deletedDrafts: [],
    examples: [],
    speech: 'starting',
    audioOfOthers: [],
    exporting: null,
    writtenExport: null,
    checking: null,
  }))
}

/**
 * The voice library: the writer's additions, the voices of engines, and the built-in ones, under the writer's names if
 * there are any. Voices of an engine are named together with it: several engines may use the same names.
 */
export function mergeVoices(hostVoices: readonly VoiceView[], own: Settings['voices']): readonly VoiceView[] {
  const names = new Map(own.map(({ id, name }) => [id, name]))
  const known = new Set(hostVoices.map(({ id }) => id))
  const named = hostVoices.map((voice) => {
    const name = voice.engine === null ? voiceName(i18next.t, voice) : `${voice.name} (${voice.engine})`
    return { ...voice, name: names.get(voice.id) ?? name }
  })
  return [
    ...own
      .filter(({ id }) => !known.has(id))
      .map(({ id, name }) => ({
        id,
        name,
        language: '',
        description: id,
        gender: null,
        engine: null,
        pack: null,
      })),
    ...named.filter(({ engine }) => engine !== null),
    ...named.filter(({ engine }) => engine === null),
  ]
}
