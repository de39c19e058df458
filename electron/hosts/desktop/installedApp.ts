/** What the app is as an installed program: its licence and notices, newer versions of itself, and links that open stories in it. */
import type { App, BrowserWindow, Dialog, Shell } from 'electron'
import { autoUpdater } from 'electron-updater'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../../shared/messages/languages.ts'
import type { Report } from '../../lib/report.ts'
import { createAbout, legalFiles } from './about.ts'
import { aboutTexts } from './aboutTexts.ts'
import { createLinkOpener, isDeepLink } from './deepLink.ts'
import type { MenuOptions } from './menu.ts'
import { createUpdates } from './updates.ts'
import { updateTexts } from './updateTexts.ts'

export interface InstalledAppOptions {
  readonly app: Pick<App, 'isPackaged' | 'getVersion' | 'getAppPath' | 'relaunch'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly shell: Pick<Shell, 'openPath'>
  /** The window that questions belong to. */
  readonly window: () => BrowserWindow | undefined
  readonly language: () => Language
  readonly dataDir: string
  /** Opens a file in the page. */
  readonly openFile: (path: string) => void
  readonly report: Report
}

export interface InstalledApp {
  /** What the items of the menu bar do. */
  readonly menu: Pick<MenuOptions, 'openLicence' | 'openNotices' | 'openAbout' | 'checkForUpdates'>
  /** Opens a file or, after a question, the file that a `fabula:` link names. */
  open(pathOrLink: string): void
}

/** The installed app. It looks for a newer version at once, if the person wants that and a week has passed. */
export function createInstalledApp(options: InstalledAppOptions): InstalledApp {
  const { app, dialog, shell, window, language, dataDir, openFile, report } = options
  const version = app.getVersion()
  // electron-builder writes this file into packages that have an address for updates.
  const hasAddress = () => app.isPackaged && existsSync(join(process.resourcesPath, 'app-update.yml'))
  const about = createAbout({
    ...{ version, versions: process.versions, dialog, shell, window },
    legalFiles: legalFiles(app.isPackaged, process.resourcesPath, app.getAppPath()),
    texts: () => aboutTexts[language()].about,
  })
  const updates = createUpdates({
    ...{ dataDir, version, dialog, window, report, now: Date.now },
    updater: () => (hasAddress() ? autoUpdater : undefined),
    appImage: process.env['APPIMAGE'],
    relaunch: (execPath) => app.relaunch({ execPath, args: [] }),
    texts: () => updateTexts[language()],
  })
  const openLink = createLinkOpener({ dialog, window, openFile, texts: () => aboutTexts[language()].link })
  void updates.checkByItself()
  return {
    menu: {
      openLicence: () => void about.read('licence'),
      openNotices: () => void about.read('notices'),
      openAbout: () => void about.show(),
      checkForUpdates: () => void updates.check(),
    },
    open: (pathOrLink) => (isDeepLink(pathOrLink) ? void openLink(pathOrLink) : openFile(pathOrLink)),
  }
}
