/** A window that shows the page: locked, guarded against losing words, and drawn before it is seen. */
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle, Screen } from 'electron'
import type { Report } from '../../lib/report.ts'
import type { Closing } from './closing.ts'
import { lockNavigation } from './navigationLock.ts'
import { windowOptions } from './windowOptions.ts'
import { windowPlace } from './windowPlace.ts'

export interface MainWindowOptions {
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow
  /** The page's address, with the story that it is to show. */
  readonly address: string
  /** By which the window's place and size are remembered. */
  readonly name: string
  /** The place of the window that it is opened beside. */
  readonly beside: Rectangle | undefined
  readonly screen: Pick<Screen, 'getPrimaryDisplay' | 'getDisplayMatching'>
  readonly preloadPath: string
  readonly isDark: () => boolean
  readonly closing: Closing
  readonly openExternal: (address: string) => void
  /** Opens another window of the app at an address of its page. */
  readonly openPage: (address: string) => void
  /** Called with each new window before its page loads. */
  readonly onOpen: (window: BrowserWindow) => void
  readonly onClosed: () => void
  readonly report: Report
}

export interface MainWindow {
  /** Opens the window, or brings the one that is open to the front. */
  show(): void
  current(): BrowserWindow | undefined
}

/** One window of the app, which opens when it is first shown. */
export function createMainWindow(options: MainWindowOptions): MainWindow {
  const { BrowserWindow, preloadPath, isDark, closing, openExternal, onOpen, report } = options
  const { address, name, beside, screen, openPage, onClosed } = options
  let window: BrowserWindow | undefined

  function open(): BrowserWindow {
    const opened = new BrowserWindow({
      ...windowOptions({ preloadPath, isDark: isDark(), name }),
      ...windowPlace(screen, beside),
    })
    const contents = opened.webContents
    lockNavigation(contents, openExternal, openPage)
    closing.guard(opened)
    onOpen(opened)
    opened.once('ready-to-show', () => opened.show())
    opened.once('closed', () => {
      window = undefined
      onClosed()
    })
    opened.loadURL(address).catch((error: unknown) => report('page', error))
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
