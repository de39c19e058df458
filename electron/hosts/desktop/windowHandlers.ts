/** What a window answers by itself, because it is about that window, or about this computer's desktop. */
import type { App, NativeImage } from 'electron'
import type { Handlers } from '../../../shared/ipc/contract.ts'
import type { Settings } from '../../../shared/ipc/views.ts'
import type { Spelling } from './spelling.ts'
import type { AppWindow } from './windows.ts'

export interface WindowHandlersOptions {
  readonly handlers: Pick<Handlers, 'settings:update'>
  readonly spelling: Pick<Spelling, 'setLanguages'>
  /** Shows a notification whose press shows this window; returns whether it did. */
  readonly notify: (title: string, body: string) => boolean
  readonly onConditions: () => void
  /** Tells the other windows. */
  readonly onSettings: (settings: Settings, window: AppWindow) => void
  /** The files that an export of this run has written. */
  readonly exportedFiles: (exportId: string) => readonly string[]
  readonly app: Pick<App, 'getFileIcon'>
  /** A picture for files whose own is not known. */
  readonly plainIcon: () => NativeImage
}

/** The handlers of one window, in the place of those of the services. */
export function createWindowHandlers(window: AppWindow, options: WindowHandlersOptions) {
  const { handlers, spelling, notify, onConditions, onSettings, exportedFiles, app, plainIcon } = options
  return {
    async 'app:readyToClose'({ isSaved }) {
      window.closing.confirm(isSaved)
      return {}
    },
    async 'menu:setConditions'({ holding }) {
      window.holding = holding
      onConditions()
      return {}
    },
    'app:notify': async ({ title, body }) => ({ isShown: notify(title, body) }),
    async 'settings:update'(patch) {
      const settings = await handlers['settings:update'](patch)
      onSettings(settings, window)
      return settings
    },
    async 'spelling:setLanguages'({ languages }) {
      spelling.setLanguages(window.contents, languages)
      return {}
    },
    async 'export:drag'({ exportId }) {
      const files = [...exportedFiles(exportId)]
      const [file] = files
      if (file === undefined) return {}
      const icon = await app.getFileIcon(file).catch(plainIcon)
      window.contents.startDrag({ file, files, icon: icon.isEmpty() ? plainIcon() : icon })
      return {}
    },
  } satisfies Partial<Handlers>
}
