/** What the app is, under which licence, and the work of others that it contains: readable without a network. */
import type { BrowserWindow, Dialog, MessageBoxOptions, Shell } from 'electron'
import { join } from 'node:path'
import type { AboutTexts } from './aboutTexts.ts'

export interface AboutOptions {
  readonly version: string
  /** The versions of what it runs on, by name. */
  readonly versions: Readonly<Record<string, string | undefined>>
  readonly legalFiles: LegalFiles
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly shell: Pick<Shell, 'openPath'>
  readonly window: () => BrowserWindow | undefined
  readonly texts: () => AboutTexts['about']
}

export interface LegalFiles {
  readonly licence: string
  readonly notices: string
}

export interface About {
  show(): Promise<void>
  /** Opens the text in the system's own viewer, or says in which file it is. */
  read(name: keyof LegalFiles): Promise<void>
}

/** Where the licence and the notices are: beside a packaged app, as build/electron-builder.yml puts them, or in the project's folder. */
export function legalFiles(isPackaged: boolean, resourcesFolder: string, appFolder: string): LegalFiles {
  return isPackaged
    ? {
        licence: join(resourcesFolder, 'LICENSE.txt'),
        notices: join(resourcesFolder, 'THIRD-PARTY-NOTICES.txt'),
      }
    : { licence: join(appFolder, 'LICENSE'), notices: join(appFolder, 'out', 'THIRD-PARTY-NOTICES.txt') }
}

export function createAbout(options: AboutOptions): About {
  const { version, versions, legalFiles: files, dialog, shell, window, texts } = options

  async function ask(box: MessageBoxOptions): Promise<number> {
    const parent = window()
    const { response } = await (parent ? dialog.showMessageBox(parent, box) : dialog.showMessageBox(box))
    return response
  }

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
    async show() {
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
