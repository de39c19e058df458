/** The window that shows the page: locked, guarded against losing words, and drawn before it is seen. */
import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron'
import type { Report } from '../../lib/report.ts'
import type { Closing } from './closing.ts'
import { lockNavigation } from './navigationLock.ts'
import { PAGE_URL } from './page.ts'
import { windowOptions } from './windowOptions.ts'

export interface MainWindowOptions {
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow
  readonly preloadPath: string
  readonly isDark: () => boolean
  readonly closing: Closing
  readonly openExternal: (address: string) => void
  /** Told of each new window before its page loads. */
  readonly onOpen: (window: BrowserWindow) => void
  readonly report: Report
}

export interface MainWindow {
  /** Opens the window, or brings the one that is open to the front. */
  show(): void
  current(): BrowserWindow | undefined
}

/** The app's one window. */
export function createMainWindow(options: MainWindowOptions): MainWindow {
  const { BrowserWindow, preloadPath, isDark, closing, openExternal, onOpen, report } = options
  let window: BrowserWindow | undefined

  function open(): BrowserWindow {
    const opened = new BrowserWindow(windowOptions({ preloadPath, isDark: isDark() }))
    const contents = opened.webContents
    lockNavigation(contents, openExternal)
    closing.guard(opened)
    onOpen(opened)
    opened.once('ready-to-show', () => opened.show())
    opened.once('closed', () => (window = undefined))
    opened.loadURL(PAGE_URL).catch((error: unknown) => report('page', error))
    return opened
  }

  return {
    show() {
      if (!window) {
        window = open()
        return
      }
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
    current: () => window,
  }
}
