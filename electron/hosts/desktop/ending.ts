/** How windows, the app and the system's session end: exports are asked about, words are saved, and a shutdown is not held up. */
import type { App, BrowserWindow, Dialog, PowerMonitor } from 'electron'
import type { Language } from '../../../shared/messages/languages.ts'
import type { Services } from '../../app/services.ts'
import { askToClose, createClosing } from './closing.ts'
import type { Closing } from './closing.ts'
import { ENDING_TEXTS, mayEndExports } from './endingExports.ts'
import { labels } from './labels.ts'
import type { Lifecycle } from './lifecycle.ts'
import { followShutdown } from './shutdown.ts'
import type { Shutdown } from './shutdown.ts'

export interface EndingOptions {
  readonly app: Pick<App, 'quit'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly powerMonitor: Pick<PowerMonitor, 'on'>
  readonly isMac: boolean
  readonly language: () => Language
  readonly window: () => BrowserWindow | undefined
  /** Tells the page that its window is about to close. False if no page listens. */
  readonly askPage: () => boolean
  readonly services: () => Pick<Services, 'exports' | 'close'>
  readonly lifecycle: () => Lifecycle
}

export interface Ending {
  readonly closing: Closing
  readonly shutdown: Shutdown
  /** Whether the app may quit: asks about exports that would end with it. */
  mayQuit(): Promise<boolean>
}

export function createEnding(options: EndingOptions): Ending {
  const { app, dialog, powerMonitor, isMac, language, window, askPage, services, lifecycle } = options
  const shutdown = followShutdown({
    ...{ app, powerMonitor },
    save: askPage,
    close: () => services().close(),
  })
  const mayQuit = async () => {
    if (shutdown.hasBegun()) return true
    const { exports } = services()
    return mayEndExports({ exports, dialog, window, texts: () => ENDING_TEXTS[language()] })
  }
  const closing = createClosing({
    askPage,
    // On a Mac the app, and its exports, go on without a window.
    mayClose: async () => (isMac && !lifecycle().isQuitting()) || mayQuit(),
    askPerson: async () => shutdown.hasBegun() || askToClose(dialog, window(), labels[language()].unsaved),
    onKept: () => lifecycle().stay(),
  })
  return { closing, shutdown, mayQuit }
}
