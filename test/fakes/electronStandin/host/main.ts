// The process in which a built, unmodified main.cjs runs with a stand-in for `require('electron')`. NOT Electron: what it cannot
// vouch for is listed in ../README.md. Started by ../launch.ts.
import { EventEmitter } from 'node:events'
import { createRequire, registerHooks } from 'node:module'
import { createPeer } from '../peer.ts'
import { createApp, type AppInfo } from './app.ts'
import { createWindows, type Bounds } from './browserWindow.ts'
import { createDialog, type DialogAnswers } from './dialogs.ts'
import { createIpcMain } from './ipcMain.ts'
import { loud } from './loud.ts'
import { createMenus } from './menu.ts'
import { preventable } from './preventable.ts'
import { createProtocol } from './protocol.ts'
import {
  createClipboard,
  createCrashReporter,
  createNativeImage,
  createNativeTheme,
  createNotifications,
  createPowerSaveBlocker,
  createSafeStorage,
  createScreen,
  createSession,
  createShell,
} from './system.ts'
import { createUtilityProcess } from './utilityProcess.ts'

/** What launch.ts passes as the first argument, as JSON. */
export interface HostOptions extends AppInfo {
  readonly main: string
  readonly args: readonly string[]
  readonly hasKeychain: boolean
  readonly firstAnswers: readonly object[]
  /** The screens of the computer: the room of each for windows, the primary one first. */
  readonly screens: readonly Bounds[]
}

const { main, args, hasKeychain, firstAnswers, screens, ...info } = JSON.parse(
  process.argv[2] ?? '',
) as HostOptions // written by launch.ts
process.argv = [process.execPath, info.appFolder, ...args]
Object.assign(process, { type: 'browser', defaultApp: true, resourcesPath: info.appFolder })

const noted: { method: string; detail: unknown }[] = []
const note = (method: string, detail: unknown) => void noted.push({ method, detail })
const answers: DialogAnswers = new Map([['showMessageBox', [...firstAnswers]]])

const lifecycle = createApp(info, note, () => [...windows.values()])
const schemes = createProtocol(lifecycle.isReady)
const { ipcMain, receive } = createIpcMain()
const { session, defaultSession, permission, mayRequest } = createSession(schemes.protocol)
const { Menu, choose, menuItems } = createMenus()
const powerMonitor = loud('powerMonitor', new EventEmitter())
const { screen, fit } = createScreen(screens)
const notifications = createNotifications(note)

const windowOf = (id: number) => {
  const window = windows.get(id)
  if (!window) throw new Error(`window ${id} is not open`)
  return window
}
const firstWindow = () => windowOf(Math.min(...windows.keys()))

const tests = createPeer(
  {
    send(message) {
      if (process.connected) process.send?.(message)
    },
    onMessage: (listener) => process.on('message', listener),
  },
  {
    // From the page
    fromPage: (
      id: number,
      frameUrl: string,
      isMain: boolean,
      kind: string,
      channel: string,
      values: string,
    ) =>
      kind === 'context-menu'
        ? windowOf(id).webContents.wasClicked(JSON.parse(values) as object) // pageSide.ts sends an object
        : receive(windowOf(id).webContents.messageEvent(frameUrl, isMain), kind, channel, values),
    mayRequest,
    mayNavigate: (id: number, url: string) => windowOf(id).webContents.mayNavigate(url),
    pageEvent(id: number, event: string, detail?: string) {
      const window = windows.get(id)
      if (event === 'closed') window?.hasClosed()
      else window?.webContents.hasHappened(event, detail)
      if (event === 'dom-ready') window?.emit('ready-to-show')
    },
    // From the test
    answerDialog: (method: string, answer: unknown) =>
      void answers.set(method, [...(answers.get(method) ?? []), answer]),
    noted: () => noted,
    chooseMenu: (path: string[]) => {
      choose(path, focused() ?? firstWindow())
    },
    permission: (name: string) =>
      permission(firstWindow().webContents, name, firstWindow().webContents.mainFrame),
    emitOnApp: (event: string, ...values: unknown[]) =>
      void lifecycle.app.emit(event, { preventDefault() {} }, ...values),
    emitOnWindow: (event: string, ...values: unknown[]) =>
      void firstWindow().emit(event, preventable(), ...values),
    emitOnPage: (event: string, ...values: unknown[]) =>
      void firstWindow().webContents.emit(event, preventable(), ...values),
    failInMain: (message: string) => {
      setImmediate(() => {
        throw new Error(message)
      })
    },
    wakeUp: () => void powerMonitor.emit('resume'),
    pressNotification: () => notifications.press(),
    closeFirstWindow: () => {
      firstWindow().close()
    },
    closeWindow: (id: number) => {
      windowOf(id).close()
    },
    focusWindow: (id: number) => {
      windowOf(id).focus()
    },
    focusedWindow: () => focused()?.id ?? null,
    boundsOf: (id: number) => windowOf(id).getBounds(),
    moveWindow: (id: number, bounds: Bounds) => {
      windowOf(id).setBounds(bounds)
    },
    menuItems: () => menuItems(),
    windowTitles: () => [...windows.values()].map((window) => window.getTitle()),
  },
)

const { BrowserWindow, windows, focused } = createWindows({
  tests,
  schemes,
  defaultSession,
  isReady: lifecycle.isReady,
  note,
  userData: info.userData,
  fit,
  onClosed: lifecycle.onWindowClosed,
  onCreated: lifecycle.onWindowCreated,
})

const electron = loud('electron', {
  app: lifecycle.app,
  BrowserWindow,
  ipcMain,
  protocol: schemes.protocol,
  session,
  dialog: createDialog(answers, note),
  Menu,
  clipboard: createClipboard(note),
  crashReporter: createCrashReporter(lifecycle.isReady),
  shell: createShell(note),
  safeStorage: createSafeStorage(hasKeychain),
  nativeTheme: createNativeTheme((scheme) => {
    for (const id of windows.keys()) void tests.call('colorScheme', id, scheme).catch(() => undefined)
  }),
  nativeImage: createNativeImage(),
  screen,
  powerMonitor,
  powerSaveBlocker: createPowerSaveBlocker(note),
  Notification: notifications.Notification,
  utilityProcess: createUtilityProcess(lifecycle.isReady),
})

Reflect.set(globalThis, Symbol.for('fabula.electronStandin'), electron)
const electronModule = new URL('electronModule.cjs', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' || specifier === 'electron/main'
      ? { url: electronModule, format: 'commonjs', shortCircuit: true }
      : next(specifier, context),
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => lifecycle.app.quit())
process.on('disconnect', () => process.exit(1))

await schemes.listen()
console.error(
  `[stand-in] NOT Electron: ${main} runs on Node ${process.versions.node} with a stand-in for its “electron” module`,
)
createRequire(import.meta.url)(main)
setImmediate(lifecycle.becomeReady)
