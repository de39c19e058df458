/** The app's description, licence and third-party notices, readable without a network. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserWindow, Dialog, MessageBoxOptions, Shell, App } from 'electron'
import { autoUpdater } from 'electron-updater'
import type { Language } from '../../../shared/messages/languages.ts'
import type { Report } from '../../lib/report.ts'
import { createLinkOpener, isDeepLink, type LinkTexts } from './openRequests.ts'
import { updateTexts, createUpdates, updatesItself } from './updates.ts'

interface AboutOptions {
  readonly version: string
  /** The versions of Electron and its parts, by name. */
  readonly versions: Readonly<Record<string, string | undefined>>
  readonly legalFiles: LegalFiles
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly shell: Pick<Shell, 'openPath'>
  readonly window: () => BrowserWindow | undefined
  readonly texts: () => AboutTexts['about']
}

interface LegalFiles {
  readonly licence: string
  readonly notices: string
}

/** The folder of the licence and the notices: beside a packaged app, as build/electron-builder.yml puts them, or in the project's folder. */
export function legalFiles(isPackaged: boolean, resourcesFolder: string, appFolder: string): LegalFiles {
  return isPackaged
    ? {
        licence: join(resourcesFolder, 'LICENSE.txt'),
        notices: join(resourcesFolder, 'THIRD-PARTY-NOTICES.txt'),
      }
    : { licence: join(appFolder, 'LICENSE'), notices: join(appFolder, 'out', 'THIRD-PARTY-NOTICES.txt') }
}

export function createAbout(options: AboutOptions) {
  const { version, versions, legalFiles: files, dialog, shell, window, texts } = options

  async function ask(box: MessageBoxOptions): Promise<number> {
    const parent = window()
    const { response } = await (parent ? dialog.showMessageBox(parent, box) : dialog.showMessageBox(box))
    return response
  }

  /** Opens the text in the system's viewer, or names its file. */
  async function read(name: keyof LegalFiles): Promise<void> {
    const fault = await shell.openPath(files[name])
    if (fault !== '')
      await ask({
        type: 'info',
        message: texts()[name],
        detail: `${texts().unreadable}\n${files[name]}`,
        buttons: [texts().close],
      })
  }

  return {
    read,
    async show(): Promise<void> {
      const runsOn = ['electron', 'chrome', 'node'].flatMap((name) => {
        const known = versions[name]
        return known === undefined ? [] : [`${name[0]?.toUpperCase()}${name.slice(1)} ${known}`]
      })
      const { detail, close, licence, notices } = texts()
      const response = await ask({
        type: 'info',
        message: `Fabula ${version}`,
        detail: `${detail}\n\n${runsOn.join(', ')}`,
        buttons: [close, licence, notices],
        defaultId: 0,
        cancelId: 0,
        noLink: true,
      })
      if (response === 1) await read('licence')
      if (response === 2) await read('notices')
    },
  }
}

/** The texts about the app itself, and of the question asked for a link from outside. */
export interface AboutTexts {
  readonly about: Readonly<Record<'detail' | 'licence' | 'notices' | 'close' | 'unreadable', string>>
  readonly link: LinkTexts
}

const en: AboutTexts = {
  about: {
    detail:
      'A studio where a writer turns a text into a spoken story.\n\n© 2026 Fabula contributors. Free software under the GNU General Public License, version 3 or later, without any warranty. You may pass it on and change it.',
    licence: 'License',
    notices: 'Third-party notices',
    close: 'Close',
    unreadable: 'No program opens this text. It is in this file:',
  },
  link: {
    question: 'Open this file?',
    origin: 'A link in another program or on a website asks for it. If you did not expect that, cancel.',
    open: 'Open',
    cancel: 'Cancel',
    refused:
      'A link asked Fabula for something that it does not open. Nothing was opened. Links can open stories and texts on this computer.',
    understood: 'OK',
  },
}

const de: AboutTexts = {
  about: {
    detail:
      'Ein Studio, in dem aus einem Text eine gesprochene Geschichte wird.\n\n© 2026 Fabula contributors. Freie Software unter der GNU General Public License, Version 3 oder neuer, ohne jede Gewährleistung. Du darfst sie weitergeben und verändern.',
    licence: 'Lizenz',
    notices: 'Lizenzen Dritter',
    close: 'Schließen',
    unreadable: 'Kein Programm öffnet diesen Text. Er steht in dieser Datei:',
  },
  link: {
    question: 'Diese Datei öffnen?',
    origin:
      'Ein Link in einem anderen Programm oder auf einer Website möchte das. Wenn du das nicht erwartet hast, brich ab.',
    open: 'Öffnen',
    cancel: 'Abbrechen',
    refused:
      'Ein Link wollte von Fabula etwas, das es nicht öffnet. Nichts wurde geöffnet. Links können Geschichten und Texte auf diesem Computer öffnen.',
    understood: 'OK',
  },
}

const es: AboutTexts = {
  about: {
    detail:
      'Un estudio donde un texto se convierte en una historia hablada.\n\n© 2026 Fabula contributors. Software libre bajo la Licencia Pública General de GNU, versión 3 o posterior, sin ninguna garantía. Puedes compartirlo y modificarlo.',
    licence: 'Licencia',
    notices: 'Licencias de terceros',
    close: 'Cerrar',
    unreadable: 'Ningún programa abre este texto. Está en este archivo:',
  },
  link: {
    question: '¿Abrir este archivo?',
    origin: 'Lo pide un enlace de otro programa o de un sitio web. Si no lo esperabas, cancela.',
    open: 'Abrir',
    cancel: 'Cancelar',
    refused:
      'Un enlace pidió a Fabula algo que no abre. No se ha abierto nada. Los enlaces pueden abrir historias y textos de este ordenador.',
    understood: 'Aceptar',
  },
}

export const aboutTexts: Readonly<Record<Language, AboutTexts>> = { en, de, es }

// The installed app: its licence and notices, its updates, and links that open stories in it.

interface InstalledAppOptions {
  readonly app: Pick<App, 'isPackaged' | 'getVersion' | 'getAppPath' | 'relaunch'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly shell: Pick<Shell, 'openPath'>
  /** The parent window of dialogs. */
  readonly window: () => BrowserWindow | undefined
  readonly language: () => Language
  readonly dataDir: string
  /** Asks about work that would end with the app, and returns whether it may quit. */
  readonly mayQuit: () => Promise<boolean>
  /** Opens a file in the page. */
  readonly openFile: (path: string) => void
  readonly report: Report
}

/** The installed app. It checks for a newer version at once, if automatic checks are on and a week has passed. */
export function createInstalledApp(options: InstalledAppOptions) {
  const { app, dialog, shell, window, language, dataDir, mayQuit, openFile, report } = options
  const version = app.getVersion()
  const canUpdate = () => app.isPackaged && updatesItself(process, existsSync)
  const about = createAbout({
    ...{ version, versions: process.versions, dialog, shell, window },
    legalFiles: legalFiles(app.isPackaged, process.resourcesPath, app.getAppPath()),
    texts: () => aboutTexts[language()].about,
  })
  const updates = createUpdates({
    ...{ dataDir, version, mayQuit, dialog, window, report, now: Date.now },
    updater: () => (canUpdate() ? autoUpdater : undefined),
    appImage: process.env['APPIMAGE'],
    // With the same arguments: the data folder may be one of them.
    relaunch: (execPath) => app.relaunch({ execPath, args: process.argv.slice(1) }),
    texts: () => updateTexts[language()],
  })
  const openLink = createLinkOpener({ dialog, window, openFile, texts: () => aboutTexts[language()].link })
  void updates.checkByItself()
  return {
    /** The actions of the menu bar. */
    menu: {
      openLicence: () => void about.read('licence'),
      openNotices: () => void about.read('notices'),
      openAbout: () => void about.show(),
      checkForUpdates: () => void updates.check(),
    },
    /** Opens a file or, after a question, the file that a `fabula:` link names. */
    open: (pathOrLink: string): void =>
      isDeepLink(pathOrLink) ? void openLink(pathOrLink) : openFile(pathOrLink),
  }
}
