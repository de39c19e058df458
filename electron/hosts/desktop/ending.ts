/**
 * How windows, the app and the system's session end. A window asks about exports, and waits until its page has saved what is being typed; if that
 * fails, the writer decides whether the window closes. A shutdown is not delayed.
 */
import type { App, BrowserWindow, Dialog, MessageBoxOptions, PowerMonitor } from 'electron'
import * as z from 'zod'
import type { Language } from '../../../shared/messages/languages.ts'
import type { Services } from '../../app/services.ts'
import type { Report } from '../../lib/report.ts'
import type { Labels } from './labels.ts'

interface EndingOptions {
  readonly app: Pick<App, 'quit'>
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly powerMonitor: Pick<PowerMonitor, 'on'>
  readonly isMac: boolean
  readonly language: () => Language
  /** The parent window of dialogs. */
  readonly window: () => BrowserWindow | undefined
  /** Has every page save what is still being typed. */
  readonly save: () => void
  readonly services: () => Pick<Services, 'exports' | 'close'>
  readonly lifecycle: () => Lifecycle
}

export type Ending = ReturnType<typeof createEnding>

export function createEnding(options: EndingOptions) {
  const { app, dialog, powerMonitor, isMac, language, window, save, services, lifecycle } = options
  const shutdown = followShutdown({ app, powerMonitor, save, close: () => services().close() })
  /** The open question. */
  let asking: Promise<boolean> | null = null
  /** Whether the app may quit: asks about exports that would end with it, once for all windows. */
  function mayQuit(): Promise<boolean> {
    if (shutdown.hasBegun()) return Promise.resolve(true)
    const { exports } = services()
    asking ??= mayEndExports({ exports, dialog, window, texts: () => ENDING_TEXTS[language()] }).finally(
      () => (asking = null),
    )
    return asking
  }
  return {
    shutdown,
    mayQuit,
    /** Whether a window may close. The app and its exports go on with another window, and on a Mac without one. */
    mayClose: async (isLast: boolean): Promise<boolean> =>
      ((isMac || !isLast) && !lifecycle().isQuitting()) || mayQuit(),
  }
}

interface ShutdownOptions {
  readonly app: Pick<App, 'quit'>
  readonly powerMonitor: Pick<PowerMonitor, 'on'>
  /** Has the page save what is still being typed. */
  readonly save: () => unknown
  /** Closes stories. The system waits only briefly. */
  readonly close: () => Promise<void>
}

/** Follows a shutdown or a sign-out: what is being typed is saved, and nothing is asked. */
export function followShutdown({ app, powerMonitor, save, close }: ShutdownOptions) {
  let hasBegun = false
  let closing: Promise<void> | undefined
  // On Linux and macOS. An app that prevents the default gets time to quit: https://www.electronjs.org/docs/latest/api/power-monitor
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    hasBegun = true
    event?.preventDefault()
    app.quit()
  })
  return {
    /** Whether a shutdown has begun: questions would only delay it. */
    hasBegun: (): boolean => hasBegun,
    /** Follows a window: Windows notifies windows only, not the app. */
    followWindow(window: Pick<BrowserWindow, 'on'>): void {
      // The shutdown may still be cancelled, so nothing is closed yet.
      window.on('query-session-end', () => void save())
      window.on('session-end', () => {
        hasBegun = true
        closing ??= close().catch(() => undefined) // The session ends even if this fails.
      })
    },
  }
}

// A single instance, which quits only when everything is closed.

interface LifecycleOptions {
  readonly isMac: boolean
  /** Shows the window. */
  readonly show: () => void
  /** Opens the file or link that a second start or the system names. */
  readonly openFromArguments: (argv: readonly string[], workingFolder: string) => void
  /** Asks about work that would end with the app, if there is any, and returns whether it may quit. */
  readonly mayQuit?: () => Promise<boolean>
  /** Called if the app was to quit and continues. */
  readonly onStay?: () => void
  /** Closes stories and ends the speech service. */
  readonly close: () => Promise<void>
  readonly report: Report
}

type Lifecycle = ReturnType<typeof followLifecycle>

/** Follows the app's events from when it is ready until it has quit. */
export function followLifecycle(app: Pick<App, 'on' | 'quit'>, options: LifecycleOptions) {
  const { isMac, show, openFromArguments, close, report, mayQuit, onStay } = options
  let isQuitting = false
  let closed: 'no' | 'closing' | 'yes' = 'no'

  app.on('before-quit', () => (isQuitting = true))
  app.on('activate', () => {
    stay()
    show()
  })
  app.on('second-instance', (_event, argv, workingFolder, data) => {
    openFromArguments(argumentsOf(data) ?? argv, workingFolder)
    show()
  })
  app.on('window-all-closed', () => {
    // A window that asked its page first cancelled the quit, which continues once the window has closed.
    if (isQuitting || !isMac) app.quit()
  })
  app.on('will-quit', (event) => {
    if (closed === 'yes') return
    event.preventDefault()
    if (closed === 'closing') return
    closed = 'closing'
    if (mayQuit === undefined) void end()
    else mayQuit().then((may) => (may ? end() : goOn()), goOn)
  })
  const stay = () => {
    isQuitting = false
    onStay?.()
  }
  const goOn = () => {
    closed = 'no'
    stay()
    show()
  }
  const end = () =>
    close()
      .catch((error: unknown) => report('closing', error))
      .finally(() => {
        closed = 'yes'
        app.quit()
      })
  return {
    /** To be called if a window that was to close for quitting stays open: the app continues. */
    stay,
    /** Whether the app is quitting, and its windows close for that reason. */
    isQuitting: (): boolean => isQuitting,
  }
}

/**
 * The data that a second start sends to the running app: its unchanged arguments. Chromium sends them too, but with its switches first, so that a
 * file would become the value of `--data`. https://www.electronjs.org/docs/latest/api/app#event-second-instance
 */
export const secondInstanceData = (argv: readonly string[]): { readonly argv: readonly string[] } => ({
  argv,
})

const secondInstanceSchema = z.object({ argv: z.array(z.string()) })

function argumentsOf(data: unknown): readonly string[] | undefined {
  return secondInstanceSchema.safeParse(data).data?.argv
}

// A question before exports end with their window or with the app: they are finished first, stopped, or the window stays.

interface ExportsUnderWay {
  /** How many files are being made. */
  count(): number
  stopAll(): Promise<void>
  /** Resolves when all exports now in progress are over, however they end. */
  allEnded(): Promise<void>
}

interface EndingTexts {
  readonly message: string
  readonly detail: string
  readonly finish: string
  readonly stop: string
  readonly cancel: string
}

export const ENDING_TEXTS: Readonly<Record<Language, EndingTexts>> = {
  en: {
    message: 'An export is still being made.',
    detail:
      'Your story is safe. If you stop the export, nothing of it is kept, and a file that it was to replace stays.',
    finish: 'Finish the export, then close',
    stop: 'Stop the export and close',
    cancel: 'Cancel',
  },
  de: {
    message: 'Ein Export läuft noch.',
    detail:
      'Deine Geschichte ist sicher. Wenn du den Export abbrichst, wird nichts davon behalten, und eine Datei, die er ersetzen sollte, bleibt.',
    finish: 'Export fertigstellen, dann schließen',
    stop: 'Export abbrechen und schließen',
    cancel: 'Abbrechen',
  },
  es: {
    message: 'Todavía se está haciendo una exportación.',
    detail:
      'Tu historia está a salvo. Si detienes la exportación, no se conserva nada de ella, y el archivo que iba a reemplazar se queda.',
    finish: 'Terminar la exportación y luego cerrar',
    stop: 'Detener la exportación y cerrar',
    cancel: 'Cancelar',
  },
}

interface EndingExportsOptions {
  readonly exports: ExportsUnderWay
  readonly dialog: Pick<Dialog, 'showMessageBox'>
  readonly window: () => BrowserWindow | undefined
  readonly texts: () => EndingTexts
}

/** Asks, and returns whether the window or the app may close; true at once if no export is under way. */
export async function mayEndExports({
  exports,
  dialog,
  window,
  texts,
}: EndingExportsOptions): Promise<boolean> {
  if (exports.count() === 0) return true
  const { message, detail, finish, stop, cancel } = texts()
  const box: MessageBoxOptions = {
    type: 'question',
    message,
    detail,
    buttons: [finish, stop, cancel],
    defaultId: 0,
    cancelId: 2,
  }
  const shown = window()
  const asked = shown && !shown.isDestroyed() ? dialog.showMessageBox(shown, box) : dialog.showMessageBox(box)
  const { response } = await asked
  if (response === 0) await exports.allEnded()
  if (response === 1) await exports.stopAll()
  return response !== 2
}

/** How long to wait for the page's answer: longer than any commit takes. */
const PATIENCE_MS = 1000

interface ClosingOptions {
  /** Notifies the page that its window is about to close. Returns false if no page listens: nothing can have been typed. */
  readonly askPage: () => boolean
  /** Asks about work that would end with the window, if there is any, and returns whether it may close. */
  readonly mayClose?: () => Promise<boolean>
  /** Asks the writer, and returns whether the window is to close although words in it may be unsaved. */
  readonly askPerson: () => Promise<boolean>
  /** Called if the writer keeps the window. */
  readonly onKept: () => void
  readonly patienceMs?: number
}

export type Closing = ReturnType<typeof createClosing>

/** Guards windows one at a time. */
export function createClosing(options: ClosingOptions) {
  const { askPage, askPerson, onKept, mayClose, patienceMs = PATIENCE_MS } = options
  /** Takes the page's answer while a window waits for it. */
  let answer: ((isSaved: boolean) => void) | undefined
  return {
    /** Makes a window ask its page before it closes. */
    guard(window: Pick<BrowserWindow, 'on' | 'destroy' | 'isDestroyed'>): void {
      let isAsking = false
      window.on('close', (event) => {
        event.preventDefault()
        if (isAsking) return
        isAsking = true
        if (mayClose === undefined) {
          askToSave()
          return
        }
        const keep = () => {
          isAsking = false
          onKept()
        }
        // If the question cannot be shown, the window stays open.
        mayClose().then((may) => (may ? askToSave() : keep()), keep)
      })

      const askToSave = () => {
        const timer = setTimeout(() => answer?.(false), patienceMs)
        answer = (isSaved) => {
          clearTimeout(timer)
          answer = undefined
          // If the question cannot be shown, the window stays open, so that no words are lost.
          const asked = isSaved ? Promise.resolve(true) : askPerson().catch(() => false)
          void asked.then((closes) => {
            isAsking = false
            if (!closes) onKept()
            else if (!window.isDestroyed()) window.destroy()
          })
        }
        if (!askPage()) answer(true)
      }
    },
    /** Passes on the page's answer: whether everything typed is on disk. */
    confirm: (isSaved: boolean): void => answer?.(isSaved),
  }
}

/** Asks in the system's dialog, with these texts, whether a window is to close although words in it may be unsaved. */
export async function askToClose(
  dialog: Pick<Dialog, 'showMessageBox'>,
  window: BrowserWindow | undefined,
  { message, detail, keep, close }: Labels['unsaved'],
): Promise<boolean> {
  const options: MessageBoxOptions = {
    type: 'warning',
    message,
    detail,
    buttons: [keep, close],
    defaultId: 0,
    cancelId: 0,
  }
  const asked = window ? dialog.showMessageBox(window, options) : dialog.showMessageBox(options)
  return (await asked).response === 1
}
