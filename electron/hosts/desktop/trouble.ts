/**
 * When something goes wrong: a fault of the app itself, a page that hangs or has crashed, a graphics processor that fails, failed
 * starts. Each is logged, and a dialog says what is safe and what to do, instead of an empty window or a stack trace.
 */
import type { App, BrowserWindow, Dialog, MessageBoxOptions } from 'electron'
import type { Language } from '../../../shared/messages/languages.ts'
import { hasPassed } from '../../lib/clock.ts'
import type { Report } from '../../lib/report.ts'

/** A page that crashes again within this time is not reloaded automatically, since it would keep crashing. */
const CRASH_PAUSE_MS = 10_000
/** Chromium starts the graphics process again; from this many failures on, the person is asked. */
const MOST_GRAPHICS_FAILURES = 2
/** A repeated fault is shown once in this time. */
const FAULT_PAUSE_MS = 60_000

/** The choices, the usual one first. */
const CHOICES = {
  fault: ['goOn', 'restart', 'copy'],
  pageHangs: ['wait', 'load', 'copy'],
  pageGone: ['load', 'safe', 'copy', 'quit'],
  graphicsGone: ['goOn', 'safe', 'copy'],
  failedStarts: ['safe', 'usual', 'copy'],
} as const satisfies Record<TroubleKind, readonly TroubleAction[]>

interface TroubleOptions {
  readonly app: Pick<App, 'on' | 'once' | 'off' | 'relaunch' | 'quit' | 'isReady'>
  readonly dialog: Pick<Dialog, 'showMessageBox' | 'showErrorBox'>
  readonly texts: () => TroubleTexts
  readonly diagnostics: () => string
  /** Puts a text on the clipboard. */
  readonly copy: (text: string) => void
  readonly report: Report
  readonly now: () => number
  /** The arguments that Fabula was started with, without the program. */
  readonly args: readonly string[]
  /** The file of an AppImage, which is then the program to start: https://docs.appimage.org/packaging-guide/environment-variables.html */
  readonly appImage?: string | undefined
}

/** The events of the app's process that report its own faults. */
export type FaultSource = Pick<NodeJS.Process, 'on'> & {
  readonly stdout: Pick<NodeJS.WriteStream, 'on'>
  readonly stderr: Pick<NodeJS.WriteStream, 'on'>
}

export type Trouble = ReturnType<typeof createTrouble>

export function createTrouble(options: TroubleOptions) {
  const { app, dialog, texts, diagnostics, copy, report, now, args, appImage } = options
  /** The questions on screen, by their window; none is shown twice at once. */
  const asked = new Set<string>()
  /** Starts the app again when it has quit, if that was chosen. */
  let onQuit = (): void => {}
  let faultAtMs = -Infinity
  let graphicsFailures = 0

  /** Asks until a choice other than copying is made; null if the same question is already open or no longer needed. */
  async function ask<Kind extends TroubleKind>(
    kind: Kind,
    window?: BrowserWindow,
    signal?: AbortSignal,
  ): Promise<(typeof CHOICES)[Kind][number] | null> {
    const question = `${kind} ${window?.id ?? ''}`
    if (asked.has(question)) return null
    asked.add(question)
    const choices: readonly (typeof CHOICES)[Kind][number][] = CHOICES[kind]
    try {
      for (;;) {
        const { kinds, actions } = texts()
        const box: MessageBoxOptions = {
          type: 'warning',
          ...kinds[kind],
          buttons: choices.map((action) => actions[action]),
          defaultId: 0,
          cancelId: 0,
          ...(signal && { signal }),
        }
        const isThere = window !== undefined && !window.isDestroyed()
        const { response } = await (isThere ? dialog.showMessageBox(window, box) : dialog.showMessageBox(box))
        const choice = choices[response]
        if (signal?.aborted || choice === undefined) return null
        if (choice !== 'copy') return choice
        copy(diagnostics())
      }
    } finally {
      asked.delete(question)
    }
  }

  function startAgain(isSafe: boolean): void {
    const others = args.filter((argument) => argument !== '--safe')
    stay()
    // Only once the app quits: a window with unsaved words, or an export, may prevent that.
    onQuit = () =>
      app.relaunch({
        args: isSafe ? [...others, '--safe'] : others,
        ...(appImage !== undefined && { execPath: appImage }),
      })
    app.once('quit', onQuit)
    app.quit()
  }

  function stay(): void {
    app.off('quit', onQuit)
  }

  /** Carries out the choice about a window, if there is one. */
  function act(
    choice: TroubleAction | null,
    load: (window: BrowserWindow) => void,
    window?: BrowserWindow,
  ): void {
    if (choice === 'load' && window && !window.isDestroyed()) load(window)
    if (choice === 'restart') startAgain(false)
    if (choice === 'safe') startAgain(true)
    if (choice === 'quit') app.quit()
  }

  const asking = (
    kind: TroubleKind,
    window?: BrowserWindow,
    { signal, load = reload }: { signal?: AbortSignal; load?: (window: BrowserWindow) => void } = {},
  ) => {
    ask(kind, window, signal)
      .then((choice) => act(choice, load, window))
      .catch((error: unknown) => report(kind, error))
  }

  return {
    /** To be called if quitting is cancelled: the app then does not start again when it quits later. */
    stay,

    /** Catches errors that nothing else has caught. */
    followProcess(followed: FaultSource): void {
      const onFault = (where: string) => (error: unknown) => {
        report(where, error)
        if (!hasPassed(FAULT_PAUSE_MS, faultAtMs, now())) return
        faultAtMs = now()
        if (app.isReady()) asking('fault')
        else dialog.showErrorBox('Fabula', Object.values(texts().kinds.fault).join(' '))
      }
      followed.on('uncaughtException', onFault('uncaught'))
      followed.on('unhandledRejection', onFault('unhandled'))
      // A closed terminal accepts no more lines, which is not a fault: https://nodejs.org/api/process.html#process-io
      for (const stream of [followed.stdout, followed.stderr]) stream.on('error', () => {})
    },

    /** Follows the app's other processes. */
    followChildren(): void {
      app.on('child-process-gone', (_event, { type, reason }) => {
        if (reason === 'clean-exit') return
        report(`${type} process: ${reason}`, new Error('A process has gone'))
        if (type !== 'GPU') return
        graphicsFailures += 1
        if (graphicsFailures === MOST_GRAPHICS_FAILURES) asking('graphicsGone')
      })
    },

    /** Follows a window and its page. */
    followWindow(window: BrowserWindow): void {
      let crashedAtMs = -Infinity
      let answers: AbortController | undefined
      window.on('unresponsive', () => {
        report('page: unresponsive', new Error('The page does not answer'))
        answers = new AbortController()
        asking('pageHangs', window, { signal: answers.signal, load: endPage })
      })
      window.on('responsive', () => answers?.abort())
      window.webContents.on('render-process-gone', (_event, { reason }) => {
        answers?.abort()
        if (reason === 'clean-exit') return
        report(`page: ${reason}`, new Error('The page has gone'))
        // Everything is on disk; the page finds its story again by its address.
        if (hasPassed(CRASH_PAUSE_MS, crashedAtMs, now())) window.webContents.reload()
        else asking('pageGone', window)
        crashedAtMs = now()
      })
    },

    /** Asks how to start after failed starts; returns whether this start continues. */
    async goesOnAfterFailedStarts(): Promise<boolean> {
      const isSafe = (await ask('failedStarts')) === 'safe'
      if (isSafe) startAgain(true)
      return !isSafe
    },
  }
}

function reload(window: BrowserWindow): void {
  window.webContents.reload()
}

/** Ends the process of an unresponsive page, which would ignore a reload. A page whose process has ended is loaded again. */
function endPage(window: BrowserWindow): void {
  window.webContents.forcefullyCrashRenderer()
}

// The texts of faults: what happened, what is safe, and what to do next.

/** The faults. */
type TroubleKind = 'fault' | 'pageHangs' | 'pageGone' | 'graphicsGone' | 'failedStarts'
/** The choices in a dialog about a fault. */
type TroubleAction = 'goOn' | 'wait' | 'load' | 'restart' | 'safe' | 'usual' | 'copy' | 'quit'

interface TroubleTexts {
  readonly kinds: Readonly<Record<TroubleKind, { readonly message: string; readonly detail: string }>>
  readonly actions: Readonly<Record<TroubleAction, string>>
}

const en: TroubleTexts = {
  kinds: {
    fault: {
      message: 'Something in Fabula has failed.',
      detail:
        'Your stories are safe: every change is on disk. You can continue. If something does not work properly, restart Fabula.',
    },
    pageHangs: {
      message: 'The window is not responding.',
      detail:
        'Your stories are safe; only the text of the last second may be lost. Wait a moment. If nothing happens, reload the page.',
    },
    pageGone: {
      message: 'The window has failed twice.',
      detail:
        'Your stories are safe: every change is on disk. Reload the page. If it fails again, start Fabula in safe mode, which runs without natural voices and without the graphics processor.',
    },
    graphicsGone: {
      message: 'The graphics processor keeps failing.',
      detail:
        'Your stories are safe: every change is on disk. You can continue. If the picture is wrong or missing, start Fabula in safe mode, which runs without the graphics processor.',
    },
    failedStarts: {
      message: 'Fabula did not start the last two times.',
      detail:
        'Your stories are safe. In safe mode Fabula runs without natural voices and without the graphics processor, and does not open a story automatically.',
    },
  },
  actions: {
    goOn: 'Continue',
    wait: 'Wait',
    load: 'Reload the page',
    restart: 'Restart Fabula',
    safe: 'Start in safe mode',
    usual: 'Start normally',
    copy: 'Copy diagnostics',
    quit: 'Quit',
  },
}

const de: TroubleTexts = {
  kinds: {
    fault: {
      message: 'In Fabula ist etwas schiefgegangen.',
      detail:
        'Deine Geschichten sind sicher: Jede Änderung ist gespeichert. Du kannst weiterarbeiten. Wenn etwas nicht geht, wie es soll, starte Fabula neu.',
    },
    pageHangs: {
      message: 'Das Fenster antwortet nicht.',
      detail:
        'Deine Geschichten sind sicher; nur der Text der letzten Sekunde kann verloren gehen. Warte ein wenig. Wenn nichts geschieht, lade die Seite neu.',
    },
    pageGone: {
      message: 'Das Fenster ist zweimal abgestürzt.',
      detail:
        'Deine Geschichten sind sicher: Jede Änderung ist gespeichert. Lade die Seite neu. Wenn sie wieder abstürzt, starte Fabula im abgesicherten Modus: ohne natürliche Stimmen und ohne Grafikprozessor.',
    },
    graphicsGone: {
      message: 'Der Grafikprozessor fällt immer wieder aus.',
      detail:
        'Deine Geschichten sind sicher: Jede Änderung ist gespeichert. Du kannst weiterarbeiten. Wenn das Bild falsch ist oder fehlt, starte Fabula im abgesicherten Modus: ohne Grafikprozessor.',
    },
    failedStarts: {
      message: 'Fabula ist die letzten beiden Male nicht gestartet.',
      detail:
        'Deine Geschichten sind sicher. Im abgesicherten Modus läuft Fabula ohne natürliche Stimmen und ohne Grafikprozessor und öffnet von sich aus keine Geschichte.',
    },
  },
  actions: {
    goOn: 'Weiterarbeiten',
    wait: 'Warten',
    load: 'Seite neu laden',
    restart: 'Fabula neu starten',
    safe: 'Im abgesicherten Modus starten',
    usual: 'Normal starten',
    copy: 'Diagnose kopieren',
    quit: 'Beenden',
  },
}

const es: TroubleTexts = {
  kinds: {
    fault: {
      message: 'Algo ha fallado en Fabula.',
      detail:
        'Tus historias están a salvo: todos los cambios están guardados. Puedes seguir. Si algo no funciona como debería, reinicia Fabula.',
    },
    pageHangs: {
      message: 'La ventana no responde.',
      detail:
        'Tus historias están a salvo; solo puede perderse el texto del último segundo. Espera un poco. Si no ocurre nada, vuelve a cargar la página.',
    },
    pageGone: {
      message: 'La ventana ha fallado dos veces.',
      detail:
        'Tus historias están a salvo: todos los cambios están guardados. Vuelve a cargar la página. Si falla de nuevo, inicia Fabula en modo seguro, sin voces naturales y sin el procesador gráfico.',
    },
    graphicsGone: {
      message: 'El procesador gráfico falla una y otra vez.',
      detail:
        'Tus historias están a salvo: todos los cambios están guardados. Puedes seguir. Si la imagen es incorrecta o no aparece, inicia Fabula en modo seguro, sin el procesador gráfico.',
    },
    failedStarts: {
      message: 'Fabula no se ha iniciado las dos últimas veces.',
      detail:
        'Tus historias están a salvo. En modo seguro, Fabula funciona sin voces naturales y sin el procesador gráfico, y no abre ninguna historia por sí sola.',
    },
  },
  actions: {
    goOn: 'Seguir',
    wait: 'Esperar',
    load: 'Volver a cargar la página',
    restart: 'Reiniciar Fabula',
    safe: 'Iniciar en modo seguro',
    usual: 'Iniciar normalmente',
    copy: 'Copiar el diagnóstico',
    quit: 'Salir',
  },
}

export const TROUBLE_TEXTS: Readonly<Record<Language, TroubleTexts>> = { en, de, es }
