/** Assembles the windows of the desktop app: the question of each before it closes, its own handlers, and its context menu. */
import type {
  App,
  Dialog,
  Menu,
  NativeImage,
  nativeImage,
  Notification as SystemNotification,
  NotificationConstructorOptions,
} from 'electron'
import { type Condition, rowGroups } from '../../../shared/commands/commands.ts'
import type { Handlers } from '../../../shared/ipc/contract.ts'
import { MAX_OWN_WORD, MAX_OWN_WORDS, type Settings } from '../../../shared/ipc/views.ts'
import { createDispatcher } from '../../app/dispatcher.ts'
import type { Services } from '../../app/services.ts'
import { askToClose, createClosing, type Ending } from './ending.ts'
import { showContextMenus } from './contextMenu.ts'
import type { Labels } from './labels.ts'
import type { Spelling } from './spelling.ts'
import type { Trouble } from './trouble.ts'
import { type AppWindow, createWindows, type Windows, type WindowsOptions } from './windows.ts'

export interface AppWindowsOptions extends Pick<
  WindowsOptions,
  | 'BrowserWindow'
  | 'screen'
  | 'preloadPath'
  | 'isDark'
  | 'openExternal'
  | 'refOfPath'
  | 'onRecents'
  | 'onListening'
  | 'report'
> {
  readonly app: Pick<App, 'getFileIcon' | 'isPackaged'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly Menu: Pick<typeof Menu, 'buildFromTemplate'>
  readonly nativeImage: Pick<typeof nativeImage, 'createFromBitmap'>
  readonly Notification: NotifyOptions['Notification']
  readonly isMac: boolean
  /** The services, which exist before the first window. */
  readonly services: () => Services
  readonly spelling: Spelling
  /** The texts of menus and dialogs, in the current language. */
  readonly texts: () => Labels
  readonly ending: () => Ending
  readonly trouble: Pick<Trouble, 'followWindow'>
  /** Called if the writer keeps a window that was to close. */
  readonly onKept: () => void
  /** Called with the conditions that hold in the front window, for the menu bar. */
  readonly onConditions: (holding: readonly Condition[]) => void
}

const ICON_PX = 32

export function createAppWindows(options: AppWindowsOptions): Windows {
  const { app, dialog, Menu, nativeImage, Notification, isMac, services, spelling, texts, report } = options
  const { ending, trouble, onKept, onConditions, onRecents } = options

  const windows = createWindows({
    ...options,
    createClosing: ({ emit, isListening, isLast, window }) =>
      createClosing({
        askPage() {
          if (isListening()) emit('app:closing', {})
          return isListening()
        },
        mayClose: () => ending().mayClose(isLast()),
        askPerson: async () => ending().shutdown.hasBegun() || askToClose(dialog, window(), texts().unsaved),
        onKept,
      }),
    handlers: () => services().handlers,
    ownHandlers: (window) =>
      createWindowHandlers(window, {
        handlers: services().handlers,
        spelling,
        notify: createNotify({ Notification, showWindow: window.show }),
        onConditions: () => onConditions(windows.current()?.holding ?? []),
        onSettings: windows.tellSettings,
        exportedFiles: services().exportedFiles,
        app,
        plainIcon,
      }),
    createDispatch: (handlers) => createDispatcher({ handlers, report, checksOutput: !app.isPackaged }),
    sendInitialState: (emit) => services().sendInitialState(emit),
    pathOf: (id) => services().recents.pathOf(id),
    onOpen(opened) {
      showMenus(opened)
      trouble.followWindow(opened.window)
      ending().shutdown.followWindow(opened.window)
    },
    // After the answer, for which the page that opened or closed a story waits.
    onRecents: () => setImmediate(onRecents),
  })

  function showMenus(opened: AppWindow): void {
    const { window, contents, emit } = opened
    showContextMenus(window, {
      Menu,
      isMac,
      texts,
      storyCan: () => ({
        undo: opened.holding.includes('canUndo'),
        redo: opened.holding.includes('canRedo'),
      }),
      // In text, cut, copy and paste apply to the text.
      blockGroups: () => (opened.holding.includes('inWords') ? rowGroups().slice(1) : []),
      step: (command) => emit('menu:command', { command }),
      runCommand: (command) => emit('menu:command', { command }),
      suggest: (word) => spelling.suggest(contents, word),
      addWord(word) {
        addOwnWord(word)
          // Replacing the word by itself has it checked again.
          .then(() => contents.replaceMisspelling(word))
          .catch((error: unknown) => report('dictionary', error))
      },
    })
  }

  /** Above the limit, the oldest words are dropped. */
  async function addOwnWord(word: string): Promise<void> {
    if (word.length > MAX_OWN_WORD) return
    const words = new Set([...services().settings().ownWords, word])
    const ownWords = [...words].slice(-MAX_OWN_WORDS)
    windows.tellSettings(await services().handlers['settings:update']({ ownWords }))
  }

  /** A grey square. */
  function plainIcon(): NativeImage {
    const pixels = Buffer.alloc(ICON_PX * ICON_PX * 4, 0x80)
    return nativeImage.createFromBitmap(pixels, { width: ICON_PX, height: ICON_PX })
  }

  return windows
}

// Notifications of the system, for a writer who is not looking at the app.

interface NotifyOptions {
  readonly Notification: {
    new (options: NotificationConstructorOptions): Pick<SystemNotification, 'on' | 'show'>
    isSupported(): boolean
  }
  /** Shows the window: called if the notification is clicked. */
  readonly showWindow: () => void
}

/** Returns a function that shows a notification, and returns whether the system can show any. */
function createNotify({ Notification, showWindow }: NotifyOptions): (title: string, body: string) => boolean {
  // Notifications on screen: without a reference they are garbage collected, and a click on one is lost.
  const shown = new Set<unknown>()
  return (title, body) => {
    if (!Notification.isSupported()) return false
    const notification = new Notification({ title, body })
    shown.add(notification)
    notification.on('click', () => {
      shown.delete(notification)
      showWindow()
    })
    notification.on('close', () => shown.delete(notification))
    notification.show()
    return true
  }
}

// The calls that a window handles itself, because they concern that window or this computer's desktop.

interface WindowHandlersOptions {
  readonly handlers: Pick<Handlers, 'settings:update'>
  readonly spelling: Pick<Spelling, 'setLanguages'>
  /** Shows a notification that shows this window when clicked; returns whether it was shown. */
  readonly notify: (title: string, body: string) => boolean
  readonly onConditions: () => void
  /** Notifies the other windows. */
  readonly onSettings: (settings: Settings, window: AppWindow) => void
  /** The files that an export of this run has written. */
  readonly exportedFiles: (exportId: string) => readonly string[]
  readonly app: Pick<App, 'getFileIcon'>
  /** The icon of files that have none of their own. */
  readonly plainIcon: () => NativeImage
}

/** The handlers of one window, which replace those of the services. */
export function createWindowHandlers(window: AppWindow, options: WindowHandlersOptions) {
  const { handlers, spelling, notify, onConditions, onSettings, exportedFiles, app, plainIcon } = options
  return {
    async 'app:readyToClose'({ isSaved }) {
      window.closing.confirm(isSaved)
      return {}
    },
    async 'menu:setConditions'({ holding }) {
      window.holding = holding
      onConditions()
      return {}
    },
    'app:notify': async ({ title, body }) => ({ isShown: notify(title, body) }),
    async 'settings:update'(patch) {
      const settings = await handlers['settings:update'](patch)
      onSettings(settings, window)
      return settings
    },
    async 'spelling:setLanguages'({ languages }) {
      spelling.setLanguages(window.contents, languages)
      return {}
    },
    async 'export:drag'({ exportId }) {
      const files = [...exportedFiles(exportId)]
      const [file] = files
      if (file === undefined) return {}
      const icon = await app.getFileIcon(file).catch(plainIcon)
      window.contents.startDrag({ file, files, icon: icon.isEmpty() ? plainIcon() : icon })
      return {}
    },
  } satisfies Partial<Handlers>
}
