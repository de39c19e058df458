/** The desktop app: builds the services around Electron's parts, and shows the page in a window. */
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
  safeStorage,
  screen,
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
import { registerDroppedFiles, registerIpc } from './hosts/desktop/ipc.ts'
import { createKeySafe } from './hosts/desktop/keySafe.ts'
import { followLifecycle } from './hosts/desktop/lifecycle.ts'
import { createAppMenu } from './hosts/desktop/appMenu.ts'
import { labels } from './hosts/desktop/labels.ts'
import { limitPermissions } from './hosts/desktop/navigationLock.ts'
import { PAGE_SCHEME } from './hosts/desktop/page.ts'
import { createRecentDocuments } from './hosts/desktop/recentDocuments.ts'
import { createSpelling, registerSpelling } from './hosts/desktop/spelling.ts'
import { createSpeechProcesses } from './hosts/desktop/speechProcess.ts'
import { createSystemFiles } from './hosts/desktop/systemFiles.ts'
import { createAppWindows } from './hosts/desktop/appWindows.ts'
import { createSpeller } from './lib/spelling/speller.ts'
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

/** Files that the system wanted opened before there was anything to open them. */
const early: string[] = []
let openFile: (path: string) => void = (path) => void early.push(path)

async function start(): Promise<void> {
  await app.whenReady()
  const { data, files: asked } = parseArguments(process.argv, process.cwd())
  const systemLanguages = app.getPreferredSystemLanguages()
  const texts = () => labels[chooseLanguage(services.settings().language, systemLanguages).language]
  const followSettings = (settings: Settings) => {
    nativeTheme.themeSource = settings.theme
    spelling.follow(settings)
    menu.show(settings, texts())
  }
  const openExternal = (address: string) =>
    void shell.openExternal(address).catch((error: unknown) => report('openExternal', error))
  const menu = createAppMenu(Menu, {
    isMac,
    // Without a window on a Mac, the one that opens is what was asked for.
    runCommand: (command) =>
      command === 'newWindow' ? void windows.open() : windows.show().emit('menu:command', { command }),
    openLicence: () => openExternal('https://www.gnu.org/licenses/gpl-3.0.html'),
    openFile: (path) => windows.openFile(path),
    clearRecents() {
      recents.clear()
      windows.emit('recents:changed', {})
    },
  })
  const speller = createSpeller(report, code.spellWorkerUrl)
  const spelling = createSpelling({ speller, session: session.defaultSession, systemLanguages })

  const files = createSystemFiles({
    dialog,
    shell,
    texts,
    window: () => windows.current()?.window,
    startFolder: app.getPath('documents'),
  })
  const windows = createAppWindows({
    ...{ app, BrowserWindow, dialog, Menu, nativeImage, Notification, screen },
    ...{ isMac, texts, spelling, openExternal, report, preloadPath: code.preloadPath },
    isDark: () => nativeTheme.shouldUseDarkColors,
    services: () => services,
    refOfPath: files.refOfPath,
    onKept: () => lifecycle.stay(),
    onConditions: menu.enable,
    onRecents: () => recents.tell(),
  })
  const services = createServices({
    info: { version: app.getVersion(), host: 'desktop', platform: process.platform, systemLanguages },
    dataDir: data ?? defaultAppFolder(),
    examplesDir: join(app.getAppPath(), 'examples'),
    files,
    emit: windows.emit,
    report,
    serviceProcess: { ...code.service, ...createSpeechProcesses(utilityProcess.fork.bind(utilityProcess)) },
    mixThreads: code.mixThreads,
    unpackWorkerUrl: code.unpackWorkerUrl,
    outlineWorkerUrl: code.outlineWorkerUrl,
    keySafe: createKeySafe(safeStorage),
    onKey: (key: string) => keys.add(key),
    onSettings: followSettings,
  })
  followSettings(services.settings())
  powerMonitor.on('resume', () => services.pollNow())

  limitPermissions(session.defaultSession)
  const pageFolder = join(app.getAppPath(), 'out', 'renderer')
  protocol.handle(PAGE_SCHEME, createAppProtocol({ pageFolder, media: createMedia(services.findAudio) }))
  const recents = createRecentDocuments({ app, stories: services.recents, show: menu.showRecents })
  registerIpc(ipcMain, windows.pageOf)
  registerDroppedFiles(ipcMain, files.refOfPath)
  registerSpelling(ipcMain, spelling)
  recents.tell()

  openFile = (path) => windows.openFile(path)
  const lifecycle = followLifecycle(app, {
    isMac,
    show: () => windows.show(),
    openFromArguments: (argv, workingFolder) => parseArguments(argv, workingFolder).files.forEach(openFile),
    close: () => services.close(),
    report,
  })
  windows.show()
  for (const path of [...early, ...asked]) openFile(path)
}

// Chromium learns of schemes, and of the sandbox for every process, before it is ready.
protocol.registerSchemesAsPrivileged([PAGE_SCHEME_OPTIONS])
app.enableSandbox()
app.on('open-file', (event, path) => {
  event.preventDefault()
  openFile(path)
})
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
