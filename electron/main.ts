/** The desktop app: builds the services around Electron's parts, and shows the page in a window. */
import { join } from 'node:path'
import {
  app,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  screen,
  session,
  shell,
  systemPreferences,
  utilityProcess,
} from 'electron'
import type { Settings } from '../shared/ipc/views.ts'
import {
  createAppProtocol,
  limitPermissions,
  lockAllContents,
  PAGE_SCHEME,
  PAGE_SCHEME_OPTIONS,
  refuseNetwork,
} from './hosts/desktop/pageOrigin.ts'
import { followOpenRequests, parseArguments } from './hosts/desktop/openRequests.ts'
import { bundledCode, createFoundation } from './hosts/desktop/foundation.ts'
import { createEnding, followLifecycle } from './hosts/desktop/ending.ts'
import { createInstalledApp } from './hosts/desktop/about.ts'
import { registerDroppedFiles, registerIpc } from './hosts/desktop/ipc.ts'
import {
  createKeySafe,
  createSpeechProcesses,
  createWorkSigns,
  useSystemProxy,
} from './hosts/desktop/system.ts'
import { createAppMenu, createRecentDocuments } from './hosts/desktop/menu.ts'
import { labels } from './hosts/desktop/labels.ts'
import { createSpelling, registerSpelling } from './hosts/desktop/spelling.ts'
import { createSystemFiles } from './hosts/desktop/systemFiles.ts'
import { createAppWindows } from './hosts/desktop/appWindows.ts'
import { createSpeller } from './lib/spelling/speller.ts'
import { createMedia } from './hosts/page/media.ts'
import { createServices } from './app/services.ts'

const asked = parseArguments(process.argv, process.cwd())
const foundation = createFoundation({ app, dialog, clipboard, crashReporter, data: asked.data })
const { dataDir, info, language, report, trouble } = foundation
const isMac = process.platform === 'darwin'
const { service, preloadPath, spellWorkerUrl, ...threads } = bundledCode(app.getAppPath())
const requests = followOpenRequests(app)

async function start(): Promise<void> {
  if (!(await foundation.isToStart())) return
  const env = await useSystemProxy(session.defaultSession)
  const fork = utilityProcess.fork.bind(utilityProcess)
  const systemLanguages = app.getPreferredSystemLanguages()
  const texts = () => labels[language()]
  const window = () => windows.current()?.window
  const ending = createEnding({
    ...{ app, dialog, powerMonitor, isMac, language, window },
    save: () => windows.emit('app:closing', {}),
    services: () => services,
    lifecycle: () => lifecycle,
  })
  const followSettings = (settings: Settings) => {
    nativeTheme.themeSource = settings.theme
    spelling.follow(settings)
    menu.show(settings, texts())
  }
  const openExternal = (address: string) =>
    void shell.openExternal(address).catch((error: unknown) => report('openExternal', error))
  const installed = createInstalledApp({
    ...{ app, dialog, shell, report, language, dataDir, window, mayQuit: ending.mayQuit },
    openFile: (path) => windows.openFile(path),
  })
  const menu = createAppMenu(Menu, {
    isMac,
    // On a Mac without a window, these commands only open one.
    runCommand: (command) =>
      command === 'newWindow' ? void windows.open() : windows.show().emit('menu:command', { command }),
    ...installed.menu,
    openFile: (path) => windows.openFile(path),
    clearRecents() {
      recents.clear()
      windows.emit('recents:changed', {})
    },
  })
  const speller = createSpeller(report, spellWorkerUrl)
  const spelling = createSpelling({ speller, session: session.defaultSession, systemLanguages })
  const files = createSystemFiles({ dialog, shell, texts, window, startFolder: app.getPath('documents') })
  const windows = createAppWindows({
    ...{ app, BrowserWindow, dialog, Menu, nativeImage, Notification, screen },
    ...{ isMac, texts, spelling, openExternal, report, preloadPath, trouble },
    isDark: () => nativeTheme.shouldUseDarkColors,
    services: () => services,
    ending: () => ending,
    refOfPath: files.refOfPath,
    onListening: foundation.hasStarted,
    onKept: () => lifecycle.stay(),
    onConditions: menu.enable,
    onRecents: () => recents.tell(),
  })
  const services = createServices({
    info: { ...info, systemLanguages },
    dataDir,
    examplesDir: join(app.getAppPath(), 'examples'),
    files,
    emit: windows.emit,
    report,
    serviceProcess: { ...service, ...createSpeechProcesses(fork, env) },
    ...threads,
    keySafe: createKeySafe(safeStorage),
    onKey: foundation.onKey,
    onSettings: followSettings,
    onWork: createWorkSigns({ windows: () => BrowserWindow.getAllWindows(), powerSaveBlocker }),
    openFolder: async (folder) => (await shell.openPath(folder)) === '',
  })
  followSettings(services.settings())
  powerMonitor.on('resume', () => services.pollNow())
  limitPermissions(session.defaultSession, isMac ? systemPreferences : undefined)
  refuseNetwork(session.defaultSession)
  const pageFolder = join(app.getAppPath(), 'out', 'renderer')
  const media = createMedia(services.findAudio, services.findLive)
  protocol.handle(PAGE_SCHEME, createAppProtocol({ pageFolder, media }))
  const recents = createRecentDocuments({ app, stories: services.recents, show: menu.showRecents })
  registerIpc(ipcMain, windows.pageOf)
  registerDroppedFiles(ipcMain, files.refOfPath)
  registerSpelling(ipcMain, spelling)
  recents.tell()

  const lifecycle = followLifecycle(app, {
    isMac,
    show: () => windows.show(),
    openFromArguments: (argv, workingFolder) =>
      parseArguments(argv, workingFolder).files.forEach(installed.open),
    mayQuit: ending.mayQuit,
    onStay: trouble.stay,
    close: () => services.close().then(foundation.hasEnded),
    report,
  })
  windows.show()
  requests.deliverTo(installed.open, info.isSafe ? [] : asked.files)
}

// Schemes, and the sandbox for every process, must be set before Chromium is ready.
protocol.registerSchemesAsPrivileged([PAGE_SCHEME_OPTIONS])
app.enableSandbox()
lockAllContents(app)
foundation.run(start)
