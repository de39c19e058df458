/** The desktop app: builds the services around Electron's parts, and shows the page in a window. */
import {
  app,
  BrowserWindow,
  clipboard,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  session,
  shell,
  utilityProcess,
} from 'electron'
import { join } from 'node:path'
import type { Settings } from '../shared/ipc/views.ts'
import { createAppProtocol, PAGE_SCHEME_OPTIONS } from './hosts/desktop/appProtocol.ts'
import { parseArguments } from './hosts/desktop/arguments.ts'
import { bundledCode } from './hosts/desktop/bundledCode.ts'
import { createEnding } from './hosts/desktop/ending.ts'
import { createFoundation } from './hosts/desktop/foundation.ts'
import { createPageEvents, registerDroppedFiles, registerIpc } from './hosts/desktop/ipc.ts'
import { createKeySafe } from './hosts/desktop/keySafe.ts'
import { followLifecycle } from './hosts/desktop/lifecycle.ts'
import { createMainWindow } from './hosts/desktop/mainWindow.ts'
import { createAppMenu } from './hosts/desktop/appMenu.ts'
import { labels } from './hosts/desktop/labels.ts'
import { createNotify } from './hosts/desktop/notify.ts'
import { limitPermissions, refuseNetwork } from './hosts/desktop/navigationLock.ts'
import { PAGE_SCHEME } from './hosts/desktop/page.ts'
import { keepSpellingOffline } from './hosts/desktop/spelling.ts'
import { createSpeechProcesses } from './hosts/desktop/speechProcess.ts'
import { createWorkSigns } from './hosts/desktop/workSigns.ts'
import { useSystemProxy } from './hosts/desktop/systemProxy.ts'
import { createSystemFiles } from './hosts/desktop/systemFiles.ts'
import { createDispatcher } from './app/dispatcher.ts'
import { createMedia } from './hosts/page/media.ts'
import { createServices } from './app/services.ts'

const asked = parseArguments(process.argv, process.cwd())
const foundation = createFoundation({ app, dialog, clipboard, crashReporter, data: asked.data })
const { dataDir, info, language, report, trouble } = foundation
const isMac = process.platform === 'darwin'
const { service, preloadPath, ...threads } = bundledCode(app.getAppPath())

/** Files that the system wanted opened before there was anything to open them. */
const early: string[] = []
let openFile: (path: string) => void = (path) => void early.push(path)

async function start(): Promise<void> {
  if (!(await foundation.isToStart())) return
  const env = await useSystemProxy(session.defaultSession)
  const fork = utilityProcess.fork.bind(utilityProcess)
  const events = createPageEvents()
  const { closing, shutdown, mayQuit } = createEnding({
    ...{ app, dialog, powerMonitor, isMac, language },
    window: () => mainWindow.current(),
    askPage() {
      if (events.isListening()) events.emit('app:closing', {})
      return events.isListening()
    },
    services: () => services,
    lifecycle: () => lifecycle,
  })
  const texts = () => labels[language()]
  const followSettings = (settings: Settings) => {
    nativeTheme.themeSource = settings.theme
    menu.show(settings, texts())
  }
  const openExternal = (address: string) =>
    void shell.openExternal(address).catch((error: unknown) => report('openExternal', error))
  const menu = createAppMenu(Menu, {
    isMac,
    runCommand: (command) => events.emit('menu:command', { command }),
    openLicence: () => openExternal('https://www.gnu.org/licenses/gpl-3.0.html'),
  })

  const files = createSystemFiles({
    dialog,
    shell,
    texts,
    window: () => mainWindow.current(),
    startFolder: app.getPath('documents'),
  })
  const services = createServices({
    info: { ...info, systemLanguages: app.getPreferredSystemLanguages() },
    dataDir,
    examplesDir: join(app.getAppPath(), 'examples'),
    files,
    emit: events.emit,
    report,
    serviceProcess: { ...service, ...createSpeechProcesses(fork, env) },
    ...threads,
    keySafe: createKeySafe(safeStorage),
    onKey: foundation.onKey,
    onReadyToClose: (isSaved) => closing.confirm(isSaved),
    onConditions: (holding) => menu.enable(holding),
    onSettings: followSettings,
    onWork: createWorkSigns({ windows: () => BrowserWindow.getAllWindows(), powerSaveBlocker }),
    openFolder: async (folder) => (await shell.openPath(folder)) === '',
    notify: createNotify({ Notification, showWindow: () => mainWindow.show() }),
  })
  followSettings(services.settings())
  powerMonitor.on('resume', () => services.pollNow())
  limitPermissions(session.defaultSession)
  refuseNetwork(session.defaultSession)
  keepSpellingOffline(session.defaultSession)
  const pageFolder = join(app.getAppPath(), 'out', 'renderer')
  const media = createMedia(services.findAudio, services.findLive)
  protocol.handle(PAGE_SCHEME, createAppProtocol({ pageFolder, media }))
  const dispatch = createDispatcher({ handlers: services.handlers, report, checksOutput: !app.isPackaged })
  registerIpc(ipcMain, dispatch, () => {
    if (events.setListening()) foundation.hasStarted()
  })
  registerDroppedFiles(ipcMain, files.refOfPath)

  const mainWindow = createMainWindow({
    BrowserWindow,
    preloadPath,
    isDark: () => nativeTheme.shouldUseDarkColors,
    closing,
    openExternal,
    onOpen(window) {
      events.attach(window.webContents)
      trouble.followWindow(window)
      shutdown.followWindow(window)
      services.sendInitialState(events.emit)
    },
    report,
  })

  openFile = (path) => events.emit('app:openFile', { ref: files.refOfPath(path) })
  for (const path of info.isSafe ? [] : [...early, ...(asked.file === undefined ? [] : [asked.file])])
    openFile(path)
  const lifecycle = followLifecycle(app, {
    isMac,
    show: () => mainWindow.show(),
    openFromArguments(argv, workingFolder) {
      const { file } = parseArguments(argv, workingFolder)
      if (file !== undefined) openFile(file)
    },
    mayQuit,
    close: () => services.close().then(foundation.hasEnded),
    report,
  })
  mainWindow.show()
}

// Chromium learns of schemes, and of the sandbox for every process, before it is ready.
protocol.registerSchemesAsPrivileged([PAGE_SCHEME_OPTIONS])
app.enableSandbox()
app.on('open-file', (event, path) => {
  event.preventDefault()
  openFile(path)
})
foundation.run(start)
