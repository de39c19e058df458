import type { Condition } from '../../../shared/commands/commands.ts'
import type { Handlers, Input } from '../../../shared/ipc/contract.ts'
import type { AppInfo, Settings } from '../../../shared/ipc/views.ts'
import type { SettingsStore } from '../settingsStore.ts'
import type { HostFiles } from '../../lib/files/fileRefs.ts'

export interface AppHandlersOptions {
  readonly info: Pick<AppInfo, 'version' | 'host' | 'platform' | 'systemLanguages' | 'setAside' | 'isSafe'>
  readonly files: Pick<HostFiles, 'picker' | 'folder'>
  readonly settings: SettingsStore
  /** Called when a page that was asked to close has tried to save what was still being typed. */
  readonly onReadyToClose: (isSaved: boolean) => void
  /** Called with the command conditions that hold. */
  readonly onConditions: (holding: readonly Condition[]) => void
  /** Shows a system notification; returns whether it did. */
  readonly notify: (title: string, body: string) => boolean
  /** The report to send to whoever investigates a fault. */
  readonly diagnostics: () => string
  readonly logsFolder: string
  /** The folders with Fabula's data. */
  readonly places: { readonly folder: string; readonly voices: string }
  /** Opens a folder in the system's file manager; resolves to whether it could. */
  readonly openFolder: (folder: string) => Promise<boolean>
  /** Called with the settings after each change. */
  readonly onSettings: (settings: Settings) => void
}

type AppChannel =
  | 'app:info'
  | 'app:diagnostics'
  | 'app:showLogs'
  | 'app:places'
  | 'app:notify'
  | 'app:readyToClose'
  | 'menu:setConditions'
  | 'spelling:setLanguages'
  | 'settings:get'
  | 'settings:update'

/** Handlers that do not depend on the open story. */
export function createAppHandlers(options: AppHandlersOptions): Pick<Handlers, AppChannel> {
  const { info, files, settings, onReadyToClose, onConditions, notify, onSettings } = options
  return {
    'app:info': async () => ({ ...info, filePicker: files.picker, folder: files.folder }),
    async 'app:readyToClose'({ isSaved }) {
      onReadyToClose(isSaved)
      return {}
    },
    'app:notify': async ({ title, body }) => ({ isShown: notify(title, body) }),
    async 'menu:setConditions'({ holding }) {
      onConditions(holding)
      return {}
    },
    'app:diagnostics': async () => ({ text: options.diagnostics() }),
    'app:places': async () => options.places,
    async 'app:showLogs'() {
      const { logsFolder: folder, openFolder } = options
      return { folder, isShown: await openFolder(folder) }
    },
    'spelling:setLanguages': async () => ({}),
    'settings:get': async () => settings.get(),
    async 'settings:update'(patch) {
      const updated = settings.update(definedOf(patch))
      onSettings(updated)
      return updated
    },
  }
}

/** The defined fields of a patch: Electron also carries undefined ones, which mean nothing here. */
function definedOf(patch: Input<'settings:update'>): Partial<Settings> {
  return Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
}
