/** The desktop app: builds the services around Electron's parts, and shows the page in a window. */
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  session,
  shell,
  utilityProcess,
} from 'electron'
import { join } from 'node:path'
import type { Settings } from '../shared/ipc/views.ts'
import { chooseLanguage } from '../shared/messages/languages.ts'
import { defaultAppFolder } from './app/appFolder.ts'
import { createAppProtocol, PAGE_SCHEME_OPTIONS } from './hosts/desktop/appProtocol.ts'
import { parseArguments } from './hosts/desktop/arguments.ts'
import { bundledCode } from './hosts/desktop/bundledCode.ts'
import { askToClose, createClosing } from './hosts/desktop/closing.ts'
import { createInstalledApp } from './hosts/desktop/installedApp.ts'
import { createPageEvents, registerDroppedFiles, registerIpc } from './hosts/desktop/ipc.ts'
import { createKeySafe } from './hosts/desktop/keySafe.ts'
import { followLifecycle } from './hosts/desktop/lifecycle.ts'
import { createMainWindow } from './hosts/desktop/mainWindow.ts'
import { createAppMenu } from './hosts/desktop/appMenu.ts'
import { labels } from './hosts/desktop/labels.ts'
import { followOpenRequests } from './hosts/desktop/openRequests.ts'
import { createNotify } from './hosts/desktop/notify.ts'
import { limitPermissions } from './hosts/desktop/navigationLock.ts'
import { PAGE_SCHEME } from './hosts/desktop/page.ts'
import { keepSpellingOffline } from './hosts/desktop/spelling.ts'
import { createSpeechProcesses } from './hosts/desktop/speechProcess.ts'
import { createSystemFiles } from './hosts/desktop/systemFiles.ts'
import { createDispatcher } from './app/dispatcher.ts'
import { createReport } from './lib/report.ts'
import { createMedia } from './hosts/page/media.ts'
import { createServices } from './app/services.ts'
import { startErrorText, startFailedText } from './app/startError.ts'

/** Keys in use: they are kept out of the log. */
const keys = new Set<string>()
const report = createReport(
  (text) => process.stderr.write(text),
  () => [...keys],
)
const isMac = process.platform === 'darwin'
const code = bundledCode(app.getAppPath())

const requests = followOpenRequests(app)

async function start(): Promise<void> {
  await app.whenReady()
  const { data, file } = parseArguments(process.argv, process.cwd())
  const events = createPageEvents()
  const closing = createClosing({
    askPage: () => events.emit('app:closing', {}),
    askPerson: () => askToClose(dialog, mainWindow.current(), texts().unsaved),
    onKept: () => lifecycle.stay(),
  })
  const systemLanguages = app.getPreferredSystemLanguages()
  const language = () => chooseLanguage(services.settings().language, systemLanguages).language
  const texts = () => labels[language()]
  const followSettings = (settings: Settings) => {
    nativeTheme.themeSource = settings.theme
    menu.show(settings, texts())
  }
  const openExternal = (address: string) =>
    void shell.openExternal(address).catch((error: unknown) => report('openExternal', error))
  const installed = createInstalledApp({
    ...{ app, dialog, shell, report, language, dataDir: data ?? defaultAppFolder() },
    window: () => mainWindow.current(),
    openFile: (path) => events.emit('app:openFile', { ref: files.refOfPath(path) }),
  })
  const menu = createAppMenu(Menu, {
    isMac,
    runCommand: (command) => events.emit('menu:command', { command }),
    ...installed.menu,
  })

  const files = createSystemFiles({
    dialog,
    shell,
    texts,
    window: () => mainWindow.current(),
    startFolder: app.getPath('documents'),
  })
  const services = createServices({
    info: { version: app.getVersion(), host: 'desktop', platform: process.platform, systemLanguages },
    dataDir: data ?? defaultAppFolder(),
    examplesDir: join(app.getAppPath(), 'examples'),
    files,
    emit: events.emit,
    report,
    serviceProcess: { ...code.service, ...createSpeechProcesses(utilityProcess.fork.bind(utilityProcess)) },
    mixThreads: code.mixThreads,
    unpackWorkerUrl: code.unpackWorkerUrl,
    outlineWorkerUrl: code.outlineWorkerUrl,
    keySafe: createKeySafe(safeStorage),
    onKey: (key: string) => keys.add(key),
    onReadyToClose: (isSaved) => closing.confirm(isSaved),
    onConditions: (holding) => menu.enable(holding),
    onSettings: followSettings,
    notify: createNotify({ Notification, showWindow: () => mainWindow.show() }),
  })
  followSettings(services.settings())
  powerMonitor.on('resume', () => services.pollNow())

  limitPermissions(session.defaultSession)
  keepSpellingOffline(session.defaultSession)
  const pageFolder = join(app.getAppPath(), 'out', 'renderer')
  protocol.handle(PAGE_SCHEME, createAppProtocol({ pageFolder, media: createMedia(services.findAudio) }))
  const dispatch = createDispatcher({ handlers: services.handlers, report, checksOutput: !app.isPackaged })
  registerIpc(ipcMain, dispatch, () => events.setListening())
  registerDroppedFiles(ipcMain, files.refOfPath)

  const mainWindow = createMainWindow({
    BrowserWindow,
    preloadPath: code.preloadPath,
    isDark: () => nativeTheme.shouldUseDarkColors,
    closing,
    openExternal,
    onOpen(window) {
      events.attach(window.webContents)
      services.sendInitialState(events.emit)
    },
    report,
    now: Date.now,
  })

  requests.deliverTo(installed.open, file)
  const lifecycle = followLifecycle(app, {
    isMac,
    show: () => mainWindow.show(),
    openFromArguments(argv, workingFolder) {
      const asked = parseArguments(argv, workingFolder)
      if (asked.file !== undefined) installed.open(asked.file)
    },
    close: () => services.close(),
    report,
  })
  mainWindow.show()
}

// Chromium learns of schemes, and of the sandbox for every process, before it is ready.
protocol.registerSchemesAsPrivileged([PAGE_SCHEME_OPTIONS])
app.enableSandbox()
if (app.requestSingleInstanceLock()) {
  start().catch((error: unknown) => {
    report('start', error)
    const { language } = chooseLanguage('system', app.getPreferredSystemLanguages())
    dialog.showErrorBox('Fabula', startErrorText(error, { language }) ?? startFailedText(language))
    app.exit(1)
  })
} else {
  app.quit()
}
