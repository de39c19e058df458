import { createStore } from 'zustand/vanilla'
import { DEFAULT_APP_SETTINGS } from '../../shared/ipc/views.ts'
import type { AppInfo, Example, Recent, Settings, Voice } from '../../shared/ipc/views.ts'

export interface AppState {
  readonly info: AppInfo | null
  readonly settings: Settings
  readonly voices: readonly Voice[]
  readonly recents: readonly Recent[]
  readonly examples: readonly Example[]
  readonly speech: 'starting' | 'ready' | 'failed'
  /** The export that is under way, or just ended. */
  readonly exporting: ExportState | null
}

export interface ExportState {
  /** Null until the host has answered; its first news may come before. */
  readonly exportId: string | null
  readonly fraction: number
  readonly remainingMs: number | null
  readonly outcome:
    | { readonly kind: 'running' | 'cancelled' }
    | {
        readonly kind: 'done'
        readonly fileName: string
        readonly location: string
        readonly download: string | null
      }
    | { readonly kind: 'failed' }
}

export type AppStore = ReturnType<typeof createAppStore>

/** What holds whichever story is open: the host, settings, voices, recent stories. */
export function createAppStore() {
  return createStore<AppState>(() => ({
    info: null,
    settings: DEFAULT_APP_SETTINGS,
    voices: [],
    recents: [],
    examples: [],
    speech: 'starting',
    exporting: null,
  }))
}
