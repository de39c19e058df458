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
import { chooseLanguage } from '../shared/messages/languages.ts'
import { defaultAppFolder, localFolderOf } from './app/appFolder.ts'
import { diagnosticsText } from './app/diagnostics.ts'
import { createSettingsStore } from './app/settingsStore.ts'
import { createAppProtocol, PAGE_SCHEME_OPTIONS } from './hosts/desktop/appProtocol.ts'
import { parseArguments } from './hosts/desktop/arguments.ts'
import { bundledCode } from './hosts/desktop/bundledCode.ts'
import { askToClose, createClosing } from './hosts/desktop/closing.ts'
import { CRASHES_FOLDER, deleteOldDumps } from './hosts/desktop/crashDumps.ts'
import { createFailedStarts, MOST_FAILED_STARTS } from './hosts/desktop/failedStarts.ts'
import { ENDING_TEXTS, mayEndExports } from './hosts/desktop/endingExports.ts'
import { createPageEvents, registerDroppedFiles, registerIpc } from './hosts/desktop/ipc.ts'
import { createKeySafe } from './hosts/desktop/keySafe.ts'
import { followLifecycle } from './hosts/desktop/lifecycle.ts'
import { createMainWindow } from './hosts/desktop/mainWindow.ts'
import { createAppMenu } from './hosts/desktop/appMenu.ts'
import { labels } from './hosts/desktop/labels.ts'
import { createNotify } from './hosts/desktop/notify.ts'
import { limitPermissions, refuseNetwork } from './hosts/desktop/navigationLock.ts'
import { PAGE_SCHEME } from './hosts/desktop/page.ts'
import { useOwnPlaces } from './hosts/desktop/ownPlaces.ts'
import { followShutdown } from './hosts/desktop/shutdown.ts'
import { keepSpellingOffline } from './hosts/desktop/spelling.ts'
import { createSpeechProcesses } from './hosts/desktop/speechProcess.ts'
import { createWorkSigns } from './hosts/desktop/workSigns.ts'
import { useSystemProxy } from './hosts/desktop/systemProxy.ts'
import { createSystemFiles } from './hosts/desktop/systemFiles.ts'
import { createTrouble } from './hosts/desktop/trouble.ts'
import { TROUBLE_TEXTS } from './hosts/desktop/troubleTexts.ts'
import { createDispatcher } from './app/dispatcher.ts'
import { createLogFile, LOGS_FOLDER } from './lib/logFile.ts'
import { createReport, reportToAll } from './lib/report.ts'
import { createMedia } from './hosts/page/media.ts'
import { createServices } from './app/services.ts'
import { startErrorText, startFailedText } from './app/startError.ts'

/** Keys in use: they are kept out of the log. */
const keys = new Set<string>()
const secrets = () => [...keys]
const asked = parseArguments(process.argv, process.cwd())
const isSafe = process.argv.includes('--safe')
const dataDir = asked.data ?? defaultAppFolder()
const log = createLogFile({ folder: join(dataDir, LOGS_FOLDER), host: 'desktop', secrets, now: Date.now })
const report = reportToAll(
  createReport((text) => process.stderr.write(text), secrets),
  log.report,
)
const storedSettings = createSettingsStore(dataDir)
const info = { version: app.getVersion(), host: 'desktop', platform: process.platform, isSafe } as const
const language = () =>
  chooseLanguage(storedSettings.get().language, app.getPreferredSystemLanguages()).language
const trouble = createTrouble({
  app,
  dialog,
  texts: () => TROUBLE_TEXTS[language()],
  diagnostics: () => diagnosticsText({ info, dataDir, settings: storedSettings.get() }),
  copy: (text) => void clipboard.writeText(text).catch((error: unknown) => report('clipboard', error)),
  report,
  now: Date.now,
  args: process.argv.slice(1),
  appImage: process.env['APPIMAGE'],
})
trouble.followProcess(process)
const failedStarts = createFailedStarts(dataDir)
const isMac = process.platform === 'darwin'
const code = bundledCode(app.getAppPath())

/** Files that the system wanted opened before there was anything to open them. */
const early: string[] = []
let openFile: (path: string) => void = (path) => void early.push(path)

async function start(): Promise<void> {
  await app.whenReady()
  log.note(`started ${info.version} on ${process.platform} ${process.arch}${isSafe ? ' in safe mode' : ''}`)
  deleteOldDumps(join(localFolderOf(dataDir), CRASHES_FOLDER))
  if (failedStarts.begin() >= MOST_FAILED_STARTS && !isSafe && !(await trouble.goesOnAfterFailedStarts()))
    return
  const env = await useSystemProxy(session.defaultSession)
  const events = createPageEvents()
  const closing = createClosing({
    askPage() {
      if (events.isListening()) events.emit('app:closing', {})
      return events.isListening()
    },
    // On a Mac the app, and its exports, go on without a window.
    mayClose: async () => (isMac && !lifecycle.isQuitting()) || mayEnd(),
    askPerson: async () => shutdown.hasBegun() || askToClose(dialog, mainWindow.current(), texts().unsaved),
    onKept: () => lifecycle.stay(),
  })
  const mayEnd = async () =>
    shutdown.hasBegun() ||
    mayEndExports({
      exports: services.exports,
      dialog,
      window: () => mainWindow.current(),
      texts: () => ENDING_TEXTS[language()],
    })
  const systemLanguages = app.getPreferredSystemLanguages()
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
    info: { ...info, systemLanguages },
    dataDir,
    examplesDir: join(app.getAppPath(), 'examples'),
    files,
    emit: events.emit,
    report,
    serviceProcess: {
      ...code.service,
      ...createSpeechProcesses(utilityProcess.fork.bind(utilityProcess), env),
    },
    mixThreads: code.mixThreads,
    unpackWorkerUrl: code.unpackWorkerUrl,
    outlineWorkerUrl: code.outlineWorkerUrl,
    keySafe: createKeySafe(safeStorage),
    onKey: (key: string) => keys.add(key),
    onReadyToClose: (isSaved) => closing.confirm(isSaved),
    onConditions: (holding) => menu.enable(holding),
    onSettings: followSettings,
    onWork: createWorkSigns({ windows: () => BrowserWindow.getAllWindows(), powerSaveBlocker }),
    openFolder: async (folder) => (await shell.openPath(folder)) === '',
    notify: createNotify({ Notification, showWindow: () => mainWindow.show() }),
  })
  followSettings(services.settings())
  powerMonitor.on('resume', () => services.pollNow())
  const shutdown = followShutdown({
    app,
    powerMonitor,
    save: () => events.emit('app:closing', {}),
    close: () => services.close(),
  })

  limitPermissions(session.defaultSession)
  refuseNetwork(session.defaultSession)
  keepSpellingOffline(session.defaultSession)
  const pageFolder = join(app.getAppPath(), 'out', 'renderer')
  protocol.handle(PAGE_SCHEME, createAppProtocol({ pageFolder, media: createMedia(services.findAudio) }))
  const dispatch = createDispatcher({ handlers: services.handlers, report, checksOutput: !app.isPackaged })
  registerIpc(ipcMain, dispatch, () => {
    if (events.setListening()) failedStarts.succeed()
  })
  registerDroppedFiles(ipcMain, files.refOfPath)

  const mainWindow = createMainWindow({
    BrowserWindow,
    preloadPath: code.preloadPath,
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
  for (const path of isSafe ? [] : [...early, ...(asked.file === undefined ? [] : [asked.file])])
    openFile(path)
  const lifecycle = followLifecycle(app, {
    isMac,
    show: () => mainWindow.show(),
    openFromArguments(argv, workingFolder) {
      const { file } = parseArguments(argv, workingFolder)
      if (file !== undefined) openFile(file)
    },
    mayQuit: mayEnd,
    async close() {
      failedStarts.succeed()
      await services.close()
      log.note('ended')
    },
    report,
  })
  trouble.followChildren()
  mainWindow.show()
}

// Chromium learns of schemes, and of the sandbox for every process, before it is ready.
protocol.registerSchemesAsPrivileged([PAGE_SCHEME_OPTIONS])
app.enableSandbox()
// Windows shows notifications under this name: https://learn.microsoft.com/en-us/windows/win32/shell/appids
app.setAppUserModelId('org.fabula.studio')
if (isSafe) app.disableHardwareAcceleration()
app.on('open-file', (event, path) => {
  event.preventDefault()
  openFile(path)
})
const sayWhyNot = (error: unknown) => {
  report('start', error)
  const { language: ofSystem } = chooseLanguage('system', app.getPreferredSystemLanguages())
  dialog.showErrorBox('Fabula', startErrorText(error, { language: ofSystem }) ?? startFailedText(ofSystem))
  app.exit(1)
}
try {
  useOwnPlaces(app, crashReporter, dataDir)
  // The lock belongs to Chromium's profile: apps with other folders run beside each other.
  if (app.requestSingleInstanceLock()) start().catch(sayWhyNot)
  else app.quit()
} catch (error) {
  sayWhyNot(error)
}
