/** A window that shows the page: locked, guarded against losing words, and drawn before it is seen. */
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle, Screen } from 'electron'
import type { Report } from '../../lib/report.ts'
import type { Closing } from './closing.ts'
import { lockNavigation } from './navigationLock.ts'
import { isCheckedBySystem } from './spelling.ts'

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

/** Where a window is when it is first opened. From then on Electron keeps its place, and brings it back from a screen that is gone. */
const USUAL = { width: 1440, height: 900 }
const LEAST = { width: 900, height: 600 }
/** So far a window is from the one that it was opened beside: the title of both can be seen. */
const STEP_PX = 28

/** The place of a window as its constructor takes it, within the screen of `beside`, or else in the middle of the first screen. */
export function windowPlace(
  screen: Pick<Screen, 'getPrimaryDisplay' | 'getDisplayMatching'>,
  beside?: Rectangle,
): Pick<BrowserWindowConstructorOptions, 'width' | 'height' | 'minWidth' | 'minHeight' | 'x' | 'y'> {
  const { workArea } = beside === undefined ? screen.getPrimaryDisplay() : screen.getDisplayMatching(beside)
  const width = Math.min(USUAL.width, workArea.width)
  const height = Math.min(USUAL.height, workArea.height)
  const size = {
    width,
    height,
    minWidth: Math.min(LEAST.width, workArea.width),
    minHeight: Math.min(LEAST.height, workArea.height),
  }
  if (beside === undefined) return size
  const [x, y] = [beside.x + STEP_PX, beside.y + STEP_PX]
  const fits = x + width <= workArea.x + workArea.width && y + height <= workArea.y + workArea.height
  return { ...size, x: fits ? x : workArea.x, y: fits ? y : workArea.y }
}

interface WindowLook {
  /** Absolute path of the bundled preload. */
  readonly preloadPath: string
  readonly isDark: boolean
  /** By which Electron remembers the window's place, size and state. */
  readonly name: string
}

/** The colour behind the page until it is drawn: the design's paper. */
function backgroundColor(isDark: boolean): string {
  return isDark ? '#15161a' : '#faf7f2'
}

/**
 * The one way to make a window. The page gets no Node, runs in the sandbox, and shares no objects with the preload; the
 * security switches are spelled out although they are Electron's defaults, so that no default can change them unseen.
 */
export function windowOptions({ preloadPath, isDark, name }: WindowLook): BrowserWindowConstructorOptions {
  return {
    title: 'Fabula',
    name,
    windowStatePersistence: true,
    show: false,
    backgroundColor: backgroundColor(isDark),
    webPreferences: {
      preload: preloadPath,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      // A story keeps playing while the writer looks elsewhere.
      backgroundThrottling: false,
      // Elsewhere the preload asks main about the words.
      spellcheck: isCheckedBySystem(),
    },
  }
}
