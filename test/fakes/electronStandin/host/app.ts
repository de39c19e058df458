import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { loud } from './loud.ts'
import { preventable } from './preventable.ts'

export interface AppInfo {
  readonly name: string
  readonly version: string
  readonly appFolder: string
  readonly userData: string
}

/** The app's life: ready, its windows, and the order of quitting. `windows` are asked to close before it quits. */
export function createApp(
  info: AppInfo,
  note: (method: string, detail: unknown) => void,
  windows: () => readonly { close: () => void }[],
) {
  const events = new EventEmitter()
  const ready = Promise.withResolvers<undefined>()
  let isReady = false
  let isQuitting = false
  let name = info.name
  const paths = new Map([
    ['home', homedir()],
    ['temp', tmpdir()],
    ['appData', info.userData],
    ['userData', info.userData],
    ['sessionData', info.userData],
    ['logs', join(info.userData, 'logs')],
    ['documents', join(info.userData, 'Documents')],
    ['downloads', join(info.userData, 'Downloads')],
    ['music', join(info.userData, 'Music')],
    ['exe', process.execPath],
  ])

  const exit = (code = 0) => {
    events.emit('quit', preventable(), code)
    // The last request of the test is answered first.
    setImmediate(() => process.exit(code))
  }
  /** before-quit, then every window may refuse, then will-quit: the order that Electron documents. */
  const quit = () => {
    const beforeQuit = preventable()
    events.emit('before-quit', beforeQuit)
    if (beforeQuit.defaultPrevented) return
    isQuitting = true
    for (const window of windows()) window.close()
    if (windows().length > 0) {
      isQuitting = false
      return
    }
    const willQuit = preventable()
    events.emit('will-quit', willQuit)
    if (!willQuit.defaultPrevented) exit()
    else isQuitting = false
  }

  const app = Object.assign(events, {
    isPackaged: false,
    commandLine: loud('app.commandLine', {
      appendSwitch() {},
      hasSwitch: () => false,
      getSwitchValue: () => '',
    }),
    get name() {
      return name
    },
    getName: () => name,
    setName: (to: string) => void (name = to),
    getVersion: () => info.version,
    getAppPath: () => info.appFolder,
    getLocale: () => 'en-US',
    getPreferredSystemLanguages: () => ['en-US'],
    getPath(which: string) {
      const path = paths.get(which)
      if (path === undefined) throw new Error(`Failed to get '${which}' path`)
      if (path.startsWith(info.userData)) mkdirSync(path, { recursive: true })
      return path
    },
    setPath(which: string, path: string) {
      if (!existsSync(path)) throw new Error(`Path does not exist: ${path}`)
      if (which === 'sessionData' && isReady)
        throw new Error('electron stand-in: in Electron sessionData is in use when the app is ready')
      paths.set(which, path)
    },
    isReady: () => isReady,
    whenReady: () => ready.promise,
    setAppLogsPath: (path: string) => void paths.set('logs', path),
    disableHardwareAcceleration() {
      if (isReady) throw new Error('app.disableHardwareAcceleration() can only be called before app is ready')
      note('disableHardwareAcceleration', {})
    },
    relaunch: (options: object) => note('relaunch', options),
    requestSingleInstanceLock: () => true,
    hasSingleInstanceLock: () => true,
    releaseSingleInstanceLock() {},
    quit,
    exit,
    // Only a system that runs a real app knows it.
    enableSandbox() {},
    setAppUserModelId() {},
    setAboutPanelOptions() {},
    addRecentDocument: (path: string) => note('addRecentDocument', path),
    clearRecentDocuments: () => note('clearRecentDocuments', null),
    // As for a file whose kind the system does not know.
    getFileIcon: async () => loud('NativeImage', { isEmpty: () => true }),
    focus() {},
  })

  return {
    app: loud('app', app, ['dock']),
    isReady: () => isReady,
    becomeReady() {
      isReady = true
      events.emit('ready', preventable(), {})
      ready.resolve(undefined)
    },
    /** The last window is gone: without a listener Electron quits. */
    onWindowClosed(left: number) {
      if (left > 0 || isQuitting) return
      if (events.listenerCount('window-all-closed') > 0) events.emit('window-all-closed')
      else quit()
    },
    onWindowCreated: (window: object) => void events.emit('browser-window-created', preventable(), window),
  }
}
