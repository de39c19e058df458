/**
 * The app's windows: each shows the start page or a story, and a story is in one window. The page of each has its own dispatcher, its own
 * events, and its own question before it closes; events of the services go to all pages.
 */
import { realpathSync } from 'node:fs'
import type { BrowserWindow, BrowserWindowConstructorOptions, Rectangle, Screen, WebContents } from 'electron'
import type { Condition } from '../../../shared/commands/commands.ts'
import {
  type Channel,
  contract,
  type Emit,
  type EventName,
  type EventPayload,
  type Handlers,
} from '../../../shared/ipc/contract.ts'
import { type ProjectView, projectViewSchema } from '../../../shared/ipc/projectView.ts'
import { type ProjectId, type RecentId, recentIdSchema, type Settings } from '../../../shared/ipc/views.ts'
import type { Dispatch } from '../../app/dispatcher.ts'
import type { Report } from '../../lib/report.ts'
import { lockNavigation, PAGE_URL } from './pageOrigin.ts'
import type { Closing } from './ending.ts'
import { type CalledPage, createPageEvents } from './ipc.ts'
import { isCheckedBySystem } from './spelling.ts'

export interface WindowsOptions extends Omit<
  MainWindowOptions,
  'closing' | 'onOpen' | 'onClosed' | 'openPage' | 'address' | 'name' | 'beside'
> {
  /** Asks the page of a window, and the writer if that fails, before the window closes. */
  readonly createClosing: (page: {
    readonly emit: Emit
    /** Whether there is a page that has called, and so may have unsaved words. */
    readonly isListening: () => boolean
    /** Whether no other window is open. */
    readonly isLast: () => boolean
    readonly window: () => BrowserWindow | undefined
  }) => Closing
  /** The handlers of the services, which exist before the first window. */
  readonly handlers: () => Handlers
  /** The handlers of a window that replace those of the services. */
  readonly ownHandlers: (window: AppWindow) => Partial<Handlers>
  readonly createDispatch: (handlers: Handlers) => Dispatch
  readonly sendInitialState: (emit: Emit) => void
  /** The path of a recent story. */
  readonly pathOf: (id: RecentId) => string
  /** A reference for a file, for pages. */
  readonly refOfPath: (path: string) => Parameters<Handlers['project:open']>[0]['ref']
  /** Called with the first call of a page since it loaded: the app works. */
  readonly onListening: () => void
  /** Called with each new window before its page loads. */
  readonly onOpen: (window: AppWindow) => void
  /** Called when another window comes to the front, or the conditions of its page's commands change. */
  readonly onConditions: (holding: readonly Condition[]) => void
  /** Called when a page has opened, closed or changed what the list of recent stories shows. */
  readonly onRecents: () => void
}

/** An open window. */
export interface AppWindow {
  readonly contents: WebContents
  readonly window: BrowserWindow
  readonly emit: Emit
  readonly closing: Closing
  /** The conditions that hold in its page. */
  holding: readonly Condition[]
  /** Brings the window to the front. */
  show(): void
}

interface Opened extends AppWindow, CalledPage {
  readonly number: number
  readonly main: MainWindow
  /** The stories that its page shows: two while it changes from one to the other. */
  readonly shown: Map<ProjectId, RecentId>
  /** Whether it was given a file that its page may still be asking about. */
  isTaken: boolean
}

/** Calls that may change the list of recent stories. */
const ABOUT_RECENTS = /^(?:recents:re|drafts:|project:close)/

export type Windows = ReturnType<typeof createWindows>

export function createWindows(options: WindowsOptions) {
  const { handlers, ownHandlers, createDispatch, createClosing, sendInitialState, pathOf, refOfPath } =
    options
  const { onListening, onOpen, onConditions, onRecents, report } = options
  /** In the order in which they were last in front; the latest is last. */
  let windows: Opened[] = []
  let waiting = createPageEvents()
  const dispatches = new WeakMap<Opened, Dispatch>()

  /** Opens a window on the start page, or on a story; if a window already shows the story, it comes to the front instead. */
  function open(recentId?: RecentId): Opened {
    const shown =
      recentId === undefined ? undefined : windows.find(({ shown }) => [...shown.values()].includes(recentId))
    if (shown !== undefined) {
      shown.show()
      return shown
    }
    const events = waiting
    waiting = createPageEvents()
    // Each window has a remembered place: the first place that becomes free is the first to be used again.
    const numbers = new Set(windows.map(({ number }) => number))
    let number = 1
    while (numbers.has(number)) number += 1
    const closing = createClosing({
      emit: events.emit,
      isListening: events.isListening,
      isLast: () => windows.length === 1,
      window: () => main.current(),
    })
    const beside = windows.at(-1)?.window.getNormalBounds()
    const main = createMainWindow({
      ...options,
      address: recentId === undefined ? PAGE_URL : `${PAGE_URL}#${recentId}`,
      name: `window-${number}`,
      beside,
      closing,
      openPage,
      onOpen(window) {
        const contents = window.webContents
        const opened: Opened = {
          ...{ contents, window, number, main, closing, emit: events.emit },
          shown: new Map(),
          isTaken: false,
          holding: ['always'],
          show: () => main.show(),
          setListening() {
            if (events.setListening()) onListening()
          },
          dispatch: (channel, input) => dispatchOf(opened, channel, input),
        }
        windows.push(opened)
        dispatches.set(opened, createDispatch({ ...handlers(), ...ownHandlers(opened) }))
        events.attach(contents)
        sendInitialState(events.emit)
        onConditions(opened.holding)
        window.on('focus', () => {
          windows = [...windows.filter((other) => other !== opened), opened]
          onConditions(opened.holding)
        })
        onOpen(opened)
      },
      onClosed: () => forget(number),
    })
    main.show()
    const opened = windows.at(-1)
    if (opened?.number !== number) throw new Error('The window did not open')
    return opened
  }

  /** Opens another window of the app for a page. */
  function openPage(address: string): void {
    const named = recentIdSchema.safeParse(new URL(address).hash.slice(1))
    open(named.success ? named.data : undefined)
  }

  function forget(number: number): void {
    const closed = windows.find((window) => window.number === number)
    windows = windows.filter((window) => window !== closed)
    onConditions(windows.at(-1)?.holding ?? ['always'])
    for (const projectId of closed?.shown.keys() ?? []) leave(projectId)
  }

  /** A story whose window is closed can be moved, or opened by another program. */
  function leave(projectId: ProjectId): void {
    handlers()
      ['project:close']({ projectId })
      .then(onRecents)
      .catch((error: unknown) => report('closing a window', error))
  }

  async function dispatchOf(window: Opened, channel: string, input: unknown): ReturnType<Dispatch> {
    const dispatch = dispatches.get(window)
    if (dispatch === undefined) throw new Error('A page of no window')
    const result = await dispatch(channel, input)
    if (!result.ok) return result
    if (opensStory(channel)) {
      const view = result.value as ProjectView // what such a channel answers
      const other = windows.find((each) => each !== window && each.shown.has(view.projectId))
      if (other !== undefined) {
        other.show()
        return { ok: false, error: { code: 'story-in-other-window', params: {} } }
      }
      if (windows.includes(window)) window.shown.set(view.projectId, view.recentId)
      else leave(view.projectId) // closed meanwhile
      onRecents()
    } else if (channel === 'project:close') {
      window.shown.delete((input as { projectId: ProjectId }).projectId) // the dispatcher has parsed it
      window.isTaken = false
    }
    if (ABOUT_RECENTS.test(channel)) onRecents()
    return result
  }

  return {
    /** Sends an event to every page. Events before the first window wait for it. */
    emit<E extends EventName>(event: E, payload: EventPayload<E>): void {
      if (windows.length === 0) waiting.emit(event, payload)
      else for (const window of windows) window.emit(event, payload)
    },
    open,
    /** Brings the window that was in front last to the front, or opens one. */
    show(): AppWindow {
      const current = windows.at(-1)
      current?.show()
      return current ?? open()
    },
    /** Shows a file that was opened outside: in the window that has it open, in one without a story, or in a new one. */
    openFile(path: string): void {
      const showing = windows.find(({ shown }) =>
        [...shown.values()].some((id) => isSameFile(() => pathOf(id), path)),
      )
      if (showing !== undefined) {
        showing.show()
        return
      }
      const isFree = ({ shown, isTaken }: Opened) => shown.size === 0 && !isTaken
      const free = windows.findLast(isFree)
      // A new window is shown when it is drawn.
      const window = free ?? open()
      window.isTaken = true
      window.emit('app:openFile', { ref: refOfPath(path) })
      free?.show()
    },
    /** The window that was in front last. */
    current: (): AppWindow | undefined => windows.at(-1),
    /** The page of a window that calls. */
    pageOf: (contents: WebContents): CalledPage | undefined =>
      windows.find((window) => window.contents === contents),
    /** Sends new settings to the pages of all other windows. */
    tellSettings(settings: Settings, besides?: AppWindow): void {
      for (const window of windows) if (window !== besides) window.emit('settings:changed', { settings })
    },
  }
}

/** Whether a channel answers with a story that its page shows from then on. */
function opensStory(channel: string): boolean {
  return Object.hasOwn(contract, channel) && contract[channel as Channel].output === projectViewSchema // its own key
}

function isSameFile(pathOf: () => string, path: string): boolean {
  try {
    return realpathSync(pathOf()) === realpathSync(path)
  } catch {
    return false // one of them is gone, or not in the list any more
  }
}

// A window that shows the page: locked, guarded against losing words, and shown only once it is drawn.

interface MainWindowOptions {
  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => BrowserWindow
  /** The page's address, with the story to show. */
  readonly address: string
  /** The name under which the window's position and size are remembered. */
  readonly name: string
  /** The position of the window beside which it opens. */
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

type MainWindow = ReturnType<typeof createMainWindow>

/** One window of the app, which opens when it is first shown. */
function createMainWindow(options: MainWindowOptions) {
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
    /** Opens the window, or brings the one that is open to the front. */
    show(): void {
      if (!window) {
        window = open()
        return
      }
      if (window.isMinimized()) window.restore()
      window.show()
      window.focus()
    },
    current: (): BrowserWindow | undefined => window,
  }
}

// The first position of a window. Afterwards Electron remembers its position, and moves it if its screen is gone.

const USUAL = { width: 1440, height: 900 }
const LEAST = { width: 900, height: 600 }
/** The offset of a window from the one beside which it opens, so that both titles are visible. */
const STEP_PX = 28

/** The position of a window as its constructor takes it, within the screen of `beside`, or else in the middle of the first screen. */
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
  /** The name under which Electron remembers the window's position, size and state. */
  readonly name: string
}

/** The colour behind the page until it is drawn: the design's paper. */
function backgroundColor(isDark: boolean): string {
  return isDark ? '#15161a' : '#faf7f2'
}

/**
 * The one way to make a window. The page has no Node, runs in the sandbox, and shares no objects with the preload; the
 * security options are stated although they are Electron's defaults, so that a changed default has no effect.
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
