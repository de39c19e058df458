// Runs a built desktop app without Electron: its main process on Node with a stand-in `electron` module, its windows as pages of
// the system's Chromium. See README.md for what that proves and what it does not.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { pinnedEnv, pinnedNode, scriptArgs } from '../../../build/pinnedNode.mjs'
import { launchBrowser } from '../../e2e/support/browser.ts'
import type { HostOptions } from './host/main.ts'
import { createPeer } from './peer.ts'
import { createWindowServer } from './windows/windowServer.ts'

export interface StandinOptions {
  /** Folder with the app's package.json */
  readonly appFolder: string
  /** The built main process; the package's own `main` by default */
  readonly main?: string
  /** Where the app keeps its data, its Documents and the like */
  readonly userData: string
  readonly args?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** The computer's screens, the primary one first: one of 1920 by 1080 by default */
  readonly screens?: HostOptions['screens']
  /** Whether the system has a keychain that safeStorage can use */
  readonly hasKeychain?: boolean
  /** The answers to message boxes that come before there is a window. */
  readonly firstAnswers?: readonly object[]
  /** A browser to use; the stand-in starts one of its own otherwise */
  readonly browser?: Browser
}

type DialogMethod = 'showOpenDialog' | 'showSaveDialog' | 'showMessageBox'

export interface StandinApp {
  /** The page of the app's first window, loaded. */
  readonly firstPage: () => Promise<Page>
  /** The page of a window by its number, 1 for the first that was opened, loaded. */
  readonly page: (window: number) => Promise<Page>
  /** The number of the window in front. */
  readonly focusedWindow: () => Promise<number | null>
  /** Like a click on a window in the background. */
  readonly focusWindow: (window: number) => Promise<void>
  /** Like a click on the close button of a window. */
  readonly closeWindow: (window: number) => Promise<void>
  readonly boundsOf: (window: number) => Promise<HostOptions['screens'][number]>
  /** Like a person who moves or resizes a window. */
  readonly moveWindow: (window: number, bounds: HostOptions['screens'][number]) => Promise<void>
  /** The labels of the context menu that popped up last; null before the first. `chooseMenu` chooses from it. */
  readonly contextMenu: () => Promise<readonly string[] | null>
  /** Returns the answer to a dialog that the app will show; one without an answer makes the app's call fail. */
  readonly answerDialog: (method: DialogMethod, answer: object) => Promise<void>
  /** The app's calls of the system (dialogs, the shell), and its decisions about navigation of its page. */
  readonly noted: () => Promise<readonly { method: string; detail: unknown }[]>
  /** Chooses a menu item by its labels from the top. */
  readonly chooseMenu: (...path: string[]) => Promise<void>
  /** The app's decision about a permission that its page requests. */
  readonly permission: (name: string) => Promise<{ request: boolean; check: boolean }>
  /** Whether the app lets its page request an address of the network. */
  readonly mayRequest: (url: string) => Promise<boolean>
  /** Emits an event of the system on the app, such as `second-instance` or `open-file`. */
  readonly emitOnApp: (event: string, ...args: unknown[]) => Promise<void>
  /** Emits an event on the first window, such as `unresponsive`. */
  readonly emitOnWindow: (event: string, ...args: unknown[]) => Promise<void>
  /** Emits an event on the page of the first window, such as `render-process-gone`. */
  readonly emitOnPage: (event: string, ...args: unknown[]) => Promise<void>
  /** Has the app's process throw an error that nothing catches. */
  readonly failInMain: (message: string) => Promise<void>
  /** Like a computer that wakes up from sleep. */
  readonly wakeUp: () => Promise<void>
  /** Like a click on the notification that was shown last. */
  readonly pressNotification: () => Promise<void>
  /** Like a click on the window's close button. */
  readonly closeFirstWindow: () => Promise<void>
  /** Everything that the main process and its children printed. */
  readonly output: () => string
  /** How the main process ended. */
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
  /** Asks it to quit, like SIGTERM, and waits until everything has ended. */
  readonly stop: () => Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** Starts the app. It runs until it quits by itself or is stopped. */
export async function launchWithStandin(options: StandinOptions): Promise<StandinApp> {
  const { appFolder, userData, args = [], env = {}, hasKeychain = true, firstAnswers = [] } = options
  const { screens = [{ x: 0, y: 0, width: 1920, height: 1080 }] } = options
  const manifest = JSON.parse(readFileSync(join(appFolder, 'package.json'), 'utf8')) as Record<string, string> // the fields below are strings
  const hostOptions: HostOptions = {
    main: options.main ?? join(appFolder, manifest['main'] ?? 'index.js'),
    name: manifest['productName'] ?? manifest['name'] ?? '',
    version: manifest['version'] ?? '0.0.0',
    appFolder,
    userData,
    args,
    hasKeychain,
    firstAnswers,
    screens,
  }
  const browser = options.browser ?? (await launchBrowser())
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })

  const hostScript = scriptArgs('test/fakes/electronStandin/host/main.ts', [JSON.stringify(hostOptions)])
  const child = spawn(pinnedNode, hostScript, {
    cwd: appFolder,
    env: pinnedEnv({ ...process.env, ...env }),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => (output += text))

  const server = createWindowServer(context, () => host)
  const host = createPeer(
    {
      send(message) {
        // Messages that an ending app no longer receives are not a failure of the stand-in: `exited` says how it ended.
        if (child.connected) child.send(message as object, () => undefined) // peer.ts sends objects
      },
      onMessage: (listener) => child.on('message', listener),
    },
    server.handlers,
  )
  const exited = new Promise<Awaited<StandinApp['exited']>>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code, signal) => {
      host.close(`the app has ended (${signal ?? `exit code ${code ?? '?'}`})\n${output}`)
      const close = options.browser ? context.close() : browser.close()
      void close.then(() => resolve({ code, signal }), reject)
    })
  })
  const endedEarly = exited.then(() =>
    Promise.reject(new Error(`the app ended before it showed a window\n${output}`)),
  )
  endedEarly.catch(() => undefined) // waited for in firstPage() only

  const ask = async (method: string, ...values: unknown[]) => {
    await host.call(method, ...values)
  }
  return {
    firstPage: () => Promise.race([server.firstPage(), endedEarly]),
    page: (window) => Promise.race([server.page(window), endedEarly]),
    focusedWindow: async () => (await host.call('focusedWindow')) as number | null, // as host/main.ts gives it
    focusWindow: (window) => ask('focusWindow', window),
    closeWindow: (window) => ask('closeWindow', window),
    boundsOf: async (window) =>
      (await host.call('boundsOf', window)) as Awaited<ReturnType<StandinApp['boundsOf']>>, // as host/main.ts gives it
    moveWindow: (window, bounds) => ask('moveWindow', window, bounds),
    contextMenu: async () => (await host.call('menuItems')) as readonly string[] | null, // as host/main.ts gives it
    answerDialog: (method, answer) => ask('answerDialog', method, answer),
    noted: async () => (await host.call('noted')) as Awaited<ReturnType<StandinApp['noted']>>, // as host/main.ts gives it
    chooseMenu: (...path) => ask('chooseMenu', path),
    permission: async (name) => (await host.call('permission', name)) as { request: boolean; check: boolean }, // as host/main.ts gives it
    mayRequest: async (url) => (await host.call('mayRequest', url)) === true,
    emitOnApp: (event, ...values) => ask('emitOnApp', event, ...values),
    emitOnWindow: (event, ...values) => ask('emitOnWindow', event, ...values),
    emitOnPage: (event, ...values) => ask('emitOnPage', event, ...values),
    failInMain: (message) => ask('failInMain', message),
    wakeUp: () => ask('wakeUp'),
    pressNotification: () => ask('pressNotification'),
    closeFirstWindow: () => ask('closeFirstWindow'),
    output: () => output,
    exited,
    stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}
