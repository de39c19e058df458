import { EventEmitter } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Peer } from '../peer.ts'
import { runPreload } from '../windows/pageSide.ts'
import { createWire } from '../windows/wire.ts'
import { loud, notProvided } from './loud.ts'
import { preventable } from './preventable.ts'
import type { ProtocolHost } from './protocol.ts'
import { createWebContents, type WebContents } from './webContents.ts'

interface WebPreferences {
  readonly preload?: string
  readonly contextIsolation?: boolean
  readonly nodeIntegration?: boolean
  readonly sandbox?: boolean
  readonly webSecurity?: boolean
  readonly additionalArguments?: readonly string[]
}

interface WindowOptions {
  readonly width?: number
  readonly height?: number
  readonly x?: number
  readonly y?: number
  readonly title?: string
  readonly show?: boolean
  readonly name?: string
  readonly windowStatePersistence?: boolean
  readonly webPreferences?: WebPreferences
}

export interface WindowHost {
  readonly tests: Peer
  readonly schemes: ProtocolHost
  readonly defaultSession: object
  readonly isReady: () => boolean
  readonly note: (method: string, detail: unknown) => void
  /** Where the bounds of windows are stored. */
  readonly userData: string
  /** Bounds within the existing screens. */
  readonly fit: (bounds: Bounds) => Bounds
  /** Called after a window is gone, with how many are left */
  readonly onClosed: (left: number) => void
  readonly onCreated: (window: object) => void
}

export interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** An open window, for the app and for the host. */
export type Window = ReturnType<typeof createWindow>

/** `BrowserWindow`, and the windows that are open by their number. */
export function createWindows(host: WindowHost) {
  const windows = new Map<number, Window>()
  let count = 0
  let focused: Window | undefined

  const all = () => [...windows.values()]

  const open = (options: WindowOptions = {}): Window => {
    if (!host.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    if (options.name !== undefined && all().some(({ name }) => name === options.name))
      throw new Error(`Window name '${options.name}' is already in use`)
    const id = (count += 1)
    const window = createWindow(id, options, host, () => {
      windows.delete(id)
      if (focused === window) focused = undefined
      host.onClosed(windows.size)
    })
    windows.set(id, window)
    window.on('focus', () => (focused = window))
    host.onCreated(window)
    return window
  }

  const statics = {
    getAllWindows: all,
    getFocusedWindow: () => focused ?? null,
    fromId: (id: number) => windows.get(id) ?? null,
    fromWebContents: (contents: WebContents) => all().find((each) => each.webContents === contents) ?? null,
  }
  // Called with `new`: a function that returns an object works as a constructor.
  const BrowserWindow = Object.assign(function BrowserWindow(options?: WindowOptions) {
    return open(options)
  }, statics)
  return { BrowserWindow: loud('BrowserWindow', BrowserWindow), windows, focused: () => focused }
}

function createWindow(id: number, options: WindowOptions, host: WindowHost, onClosed: () => void) {
  const { width = 800, height = 600, x = 0, y = 0, title = '', show = true, webPreferences = {} } = options
  const { name = '', windowStatePersistence = false } = options
  refuseUnsafe(webPreferences)
  const { tests, schemes, defaultSession, note } = host
  const state = { title, isVisible: show, isDestroyed: false, isMaximized: false, isMinimized: false }
  const places = windowStatePersistence && name !== '' ? createPlaces(host.userData) : undefined
  const kept = places?.get(name)
  let bounds = kept === undefined ? { x, y, width, height } : host.fit(kept)
  const isDestroyed = () => state.isDestroyed
  const opened = tests.call('openWindow', id, initScript(webPreferences))
  const events = new EventEmitter()

  const change = (what: 'isVisible' | 'isMinimized' | 'isMaximized', to: boolean, event: string) => {
    state[what] = to
    events.emit(event)
  }
  const destroy = () => {
    if (isDestroyed()) return
    // The test may have closed its browser already.
    void opened.then(() => tests.call('closeWindow', id)).catch(() => undefined)
    hasClosed()
  }
  /** The page is gone, whoever closed it. */
  const hasClosed = () => {
    if (isDestroyed()) return
    state.isDestroyed = true
    places?.set(name, bounds)
    webContents.emit('destroyed')
    events.emit('closed')
    onClosed()
  }
  const webContents = createWebContents({ id, tests, schemes, session: defaultSession, isDestroyed, note })

  return loud(
    'BrowserWindow',
    Object.assign(events, {
      id,
      name,
      webContents,
      async loadURL(url: string) {
        await opened
        await tests.call('load', id, schemes.toBrowser(url))
      },
      /** Like a click on the window's close button: a listener may keep the window open. */
      close() {
        const event = preventable()
        events.emit('close', event)
        if (!event.defaultPrevented) destroy()
      },
      destroy,
      hasClosed,
      isDestroyed,
      show() {
        change('isVisible', true, 'show')
        events.emit('focus')
      },
      hide: () => change('isVisible', false, 'hide'),
      minimize: () => change('isMinimized', true, 'minimize'),
      restore: () => change('isMinimized', false, 'restore'),
      maximize: () => change('isMaximized', true, 'maximize'),
      unmaximize: () => change('isMaximized', false, 'unmaximize'),
      focus() {
        void tests.call('focus', id).catch(() => undefined)
        events.emit('focus')
      },
      isVisible: () => state.isVisible,
      isMinimized: () => state.isMinimized,
      isMaximized: () => state.isMaximized,
      isFullScreen: () => false,
      isFocused: () => state.isVisible,
      getTitle: () => state.title,
      setTitle: (to: string) => void (state.title = to),
      getBounds: () => bounds,
      getNormalBounds: () => bounds,
      setBounds: (to: Partial<typeof bounds>) => void (bounds = { ...bounds, ...to }),
      // These show on the frame of a window only, which a page of a browser does not have.
      setMenuBarVisibility() {},
      setAutoHideMenuBar() {},
      setBackgroundColor() {},
      setTitleBarOverlay() {},
      setDocumentEdited() {},
      setRepresentedFilename() {},
      setProgressBar: (fraction: number, options?: object) =>
        note('setProgressBar', { fraction, ...options }),
    }),
  )
}

/** Options that are unsafe in Electron are refused here, where they would have no effect. */
function refuseUnsafe({ contextIsolation, nodeIntegration, sandbox, webSecurity }: WebPreferences) {
  if (contextIsolation === false || nodeIntegration === true || sandbox === false || webSecurity === false)
    throw notProvided('a window without context isolation, sandbox or web security, or with Node,')
}

/** The script that runs in the page before its own scripts. */
function initScript({ preload, additionalArguments = [] }: WebPreferences): string | null {
  if (preload === undefined) return null
  const source = readFileSync(preload, 'utf8')
  const argv = JSON.stringify(additionalArguments)
  return `if (top === globalThis) (${runPreload.toString()})((${createWire.toString()})(), ${argv}, (require, module, exports, process) => {\n${source}\n})`
}

/** The bounds of windows by their names, in a file: Electron stores them in its own settings. */
function createPlaces(userData: string) {
  const path = join(userData, 'window-places.json')
  const read = (): Record<string, Bounds> =>
    existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Bounds>) : {} // written below
  return {
    get: (name: string) => read()[name],
    set: (name: string, bounds: Bounds) => writeFileSync(path, JSON.stringify({ ...read(), [name]: bounds })),
  }
}
