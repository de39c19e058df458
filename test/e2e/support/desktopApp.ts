/** The built desktop app for specs that run in real Electron and on the stand-in alike: FABULA_ELECTRON names Electron's program. */
import { _electron, type ElectronApplication, type Page } from 'playwright-core'
import { root } from '../../../build/root.mjs'
import { launchWithStandin } from '../../fakes/electronStandin/launch.ts'
import { workerBrowser } from './worker.ts'

export interface DesktopApp {
  readonly page: Page
  readonly isElectron: boolean
  /** Chooses a menu item by its labels from the top. */
  chooseMenu(...path: string[]): Promise<void>
  /** Answers the next dialog of that kind. */
  answerDialog(method: 'showSaveDialog' | 'showMessageBox', answer: object): Promise<void>
  /** Makes the system open a file or a link. */
  emitOnApp(event: 'open-file' | 'open-url' | 'second-instance', ...values: unknown[]): Promise<void>
  /** Quits and resolves when the app has ended. */
  stop(): Promise<void>
}

/** Starts the app with its data in `dataDir`. */
export async function launchDesktop(dataDir: string, profileDir: string): Promise<DesktopApp> {
  const executablePath = process.env['FABULA_ELECTRON']
  return executablePath === undefined
    ? onStandin(dataDir, profileDir)
    : inElectron(
        await _electron.launch({
          executablePath,
          args: [root, `--user-data-dir=${profileDir}`, '--data', dataDir],
        }),
      )
}

async function onStandin(dataDir: string, profileDir: string): Promise<DesktopApp> {
  const app = await launchWithStandin({
    appFolder: root,
    userData: profileDir,
    args: ['--data', dataDir],
    browser: await workerBrowser(),
  })
  return {
    page: await app.firstPage(),
    isElectron: false,
    chooseMenu: app.chooseMenu,
    answerDialog: app.answerDialog,
    emitOnApp: app.emitOnApp,
    stop: async () => void (await app.stop()),
  }
}

async function inElectron(app: ElectronApplication): Promise<DesktopApp> {
  return {
    page: await app.firstWindow(),
    isElectron: true,
    chooseMenu: (...path) =>
      app.evaluate(({ Menu, BrowserWindow }, labels) => {
        let items = Menu.getApplicationMenu()?.items ?? []
        for (const [index, label] of labels.entries()) {
          const item = items.find((each) => each.label === label)
          if (!item) throw new Error(`There is no “${label}” in the menu`)
          // Electron's type for it is any function.
          const click = item.click as (event?: unknown, window?: unknown) => void
          if (index === labels.length - 1) click(undefined, BrowserWindow.getAllWindows()[0])
          items = item.submenu?.items ?? []
        }
      }, path),
    answerDialog: (method, answer) =>
      app.evaluate(
        ({ dialog }, [name, value]) => {
          const usual = dialog[name]
          Reflect.set(dialog, name, async () => {
            Reflect.set(dialog, name, usual)
            return value
          })
        },
        [method, answer] as const,
      ),
    emitOnApp: (event, ...values) =>
      app.evaluate(
        ({ app: running }, [name, given]) =>
          void (running as NodeJS.EventEmitter).emit(name, { preventDefault() {} }, ...given), // any event
        [event, values] as const,
      ),
    stop: () => app.close(),
  }
}
