/** What the app is as an installed program: its licence and notices, newer versions of itself, and links that open stories in it. */
import type { App, BrowserWindow, Dialog, Shell } from 'electron'
import { autoUpdater } from 'electron-updater'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '../../../shared/messages/languages.ts'
import type { Report } from '../../lib/report.ts'
import { createAbout, legalFiles } from './about.ts'
import type { About } from './about.ts'
import { aboutTexts } from './aboutTexts.ts'
import { createLinkOpener } from './deepLink.ts'
import { createUpdates } from './updates.ts'
import type { Updates } from './updates.ts'
import { updateTexts } from './updateTexts.ts'

export interface InstalledAppOptions {
  readonly app: Pick<App, 'isPackaged' | 'getVersion' | 'getAppPath' | 'relaunch'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly shell: Pick<Shell, 'openPath'>
  /** The window that questions belong to. */
  readonly window: () => BrowserWindow | undefined
  readonly language: () => Language
  readonly dataDir: string
  /** Opens a file that a link named and the person agreed to. */
  readonly openFile: (path: string) => void
  readonly report: Report
}

export interface InstalledApp {
  readonly about: About
  readonly updates: Updates
  /** Opens what a `fabula:` link names, after a question. */
  openLink(link: string): Promise<void>
}

export function createInstalledApp(options: InstalledAppOptions): InstalledApp {
  const { app, dialog, shell, window, language, dataDir, openFile, report } = options
  const version = app.getVersion()
  // electron-builder writes this file into packages that have an address for updates.
  const hasAddress = () => app.isPackaged && existsSync(join(process.resourcesPath, 'app-update.yml'))
  return {
    about: createAbout({
      ...{ version, versions: process.versions, dialog, shell, window },
      legalFiles: legalFiles(app.isPackaged, process.resourcesPath, app.getAppPath()),
      texts: () => aboutTexts[language()].about,
    }),
    updates: createUpdates({
      ...{ dataDir, version, dialog, window, report, now: Date.now },
      updater: () => (hasAddress() ? autoUpdater : undefined),
      appImage: process.env['APPIMAGE'],
      relaunch: (execPath) => app.relaunch({ execPath, args: [] }),
      texts: () => updateTexts[language()],
    }),
    openLink: createLinkOpener({ dialog, window, openFile, texts: () => aboutTexts[language()].link }),
  }
}
