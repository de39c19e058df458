/** How windows, the app and the system's session end: exports are asked about, words are saved, and a shutdown is not held up. */
import type { App, BrowserWindow, Dialog, PowerMonitor } from 'electron'
import type { Language } from '../../../shared/messages/languages.ts'
import type { Services } from '../../app/services.ts'
import { ENDING_TEXTS, mayEndExports } from './endingExports.ts'
import type { Lifecycle } from './lifecycle.ts'

export interface EndingOptions {
  readonly app: Pick<App, 'quit'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly powerMonitor: Pick<PowerMonitor, 'on'>
  readonly isMac: boolean
  readonly language: () => Language
  /** The window that questions belong to. */
  readonly window: () => BrowserWindow | undefined
  /** Has every page bring to disk what is still being typed. */
  readonly save: () => void
  readonly services: () => Pick<Services, 'exports' | 'close'>
  readonly lifecycle: () => Lifecycle
}

export interface Ending {
  readonly shutdown: Shutdown
  /** Whether the app may quit: asks about exports that would end with it, once however many windows close. */
  mayQuit(): Promise<boolean>
  /** Whether a window may close. The app and its exports go on with another window, and on a Mac without one. */
  mayClose(isLast: boolean): Promise<boolean>
}

export function createEnding(options: EndingOptions): Ending {
  const { app, dialog, powerMonitor, isMac, language, window, save, services, lifecycle } = options
  const shutdown = followShutdown({ app, powerMonitor, save, close: () => services().close() })
  /** The question that is open. */
  let asking: Promise<boolean> | null = null
  function mayQuit(): Promise<boolean> {
    if (shutdown.hasBegun()) return Promise.resolve(true)
    const { exports } = services()
    asking ??= mayEndExports({ exports, dialog, window, texts: () => ENDING_TEXTS[language()] }).finally(
      () => (asking = null),
    )
    return asking
  }
  return {
    shutdown,
    mayQuit,
    mayClose: async (isLast) => ((isMac || !isLast) && !lifecycle().isQuitting()) || mayQuit(),
  }
}

/** The system shuts down, or the person signs out: what is being typed is brought to disk, and nobody is asked anything. */
interface ShutdownOptions {
  readonly app: Pick<App, 'quit'>
  readonly powerMonitor: Pick<PowerMonitor, 'on'>
  /** Has the page bring to disk what is still being typed. */
  readonly save: () => unknown
  /** Closes stories. The system waits only for a moment. */
  readonly close: () => Promise<void>
}

interface Shutdown {
  /** Whether it has begun: questions would only hold it up. */
  hasBegun(): boolean
  /** Follows a window: Windows tells each window, and no other part of an app. */
  followWindow(window: Pick<BrowserWindow, 'on'>): void
}

export function followShutdown({ app, powerMonitor, save, close }: ShutdownOptions): Shutdown {
  let hasBegun = false
  // Of Linux and macOS. Who prevents it is given the time to quit: https://www.electronjs.org/docs/latest/api/power-monitor
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    hasBegun = true
    event?.preventDefault()
    app.quit()
  })
  return {
    hasBegun: () => hasBegun,
    followWindow(window) {
      // The person may still decide otherwise, so nothing is closed yet.
      window.on('query-session-end', () => void save())
      window.on('session-end', () => {
        hasBegun = true
        void close().catch(() => undefined) // The end comes whether that works or not.
      })
    },
  }
}
