/**
 * When something goes wrong: a fault of the app itself, a page that hangs or is gone, a graphics processor that fails, starts that came
 * to nothing. Each is written to the log, and the person is told what is safe and what to do: no empty window, and no stack.
 */
import type { App, BrowserWindow, Dialog, MessageBoxOptions } from 'electron'
import { hasPassed } from '../../lib/clock.ts'
import type { Report } from '../../lib/report.ts'
import type { TroubleAction, TroubleKind, TroubleTexts } from './troubleTexts.ts'

/** A page that crashes again this soon is not loaded again by itself: it would go on crashing. */
const CRASH_PAUSE_MS = 10_000
/** Chromium starts the graphics process again; from this many failures on, the person is asked. */
const MOST_GRAPHICS_FAILURES = 2
/** A fault that comes again and again is told once in this time. */
const FAULT_PAUSE_MS = 60_000

/** What a person can do, the usual first. */
const CHOICES = {
  fault: ['goOn', 'restart', 'copy'],
  pageHangs: ['wait', 'load', 'copy'],
  pageGone: ['load', 'safe', 'copy', 'quit'],
  graphicsGone: ['goOn', 'safe', 'copy'],
  failedStarts: ['safe', 'usual', 'copy'],
} as const satisfies Record<TroubleKind, readonly TroubleAction[]>

export interface TroubleOptions {
  readonly app: Pick<App, 'on' | 'relaunch' | 'quit' | 'isReady'>
  readonly dialog: Pick<Dialog, 'showMessageBox' | 'showErrorBox'>
  readonly texts: () => TroubleTexts
  readonly diagnostics: () => string
  /** Puts a text on the clipboard. */
  readonly copy: (text: string) => void
  readonly report: Report
  readonly now: () => number
  /** The arguments that Fabula was started with, without the program. */
  readonly args: readonly string[]
  /** The file of an AppImage, which is the program to start then: https://docs.appimage.org/packaging-guide/environment-variables.html */
  readonly appImage?: string | undefined
}

/** What the app's process tells of its own faults. */
export type FaultSource = Pick<NodeJS.Process, 'on'> & {
  readonly stdout: Pick<NodeJS.WriteStream, 'on'>
  readonly stderr: Pick<NodeJS.WriteStream, 'on'>
}

export interface Trouble {
  /** Catches what nothing else has caught. */
  followProcess(process: FaultSource): void
  /** Follows the processes beside the app's own. */
  followChildren(): void
  /** Follows a window and its page. */
  followWindow(window: BrowserWindow): void
  /** Asks how to start after starts that came to nothing; returns whether this start goes on. */
  goesOnAfterFailedStarts(): Promise<boolean>
}

export function createTrouble(options: TroubleOptions): Trouble {
  const { app, dialog, texts, diagnostics, copy, report, now, args, appImage } = options
  /** The questions on screen: the same is not asked twice at once. */
  const asked = new Set<TroubleKind>()
  let faultAtMs = -Infinity
  let graphicsFailures = 0

  /** Asks until the person does more than copying; null if the same is being asked already, or has become needless. */
  async function ask<Kind extends TroubleKind>(
    kind: Kind,
    window?: BrowserWindow,
    signal?: AbortSignal,
  ): Promise<(typeof CHOICES)[Kind][number] | null> {
    if (asked.has(kind)) return null
    asked.add(kind)
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
      asked.delete(kind)
    }
  }

  function startAgain(isSafe: boolean): void {
    const others = args.filter((argument) => argument !== '--safe')
    app.relaunch({
      args: isSafe ? [...others, '--safe'] : others,
      ...(appImage !== undefined && { execPath: appImage }),
    })
    app.quit()
  }

  /** Does what was chosen about a window, if anything. */
  function act(choice: TroubleAction | null, window?: BrowserWindow): void {
    if (choice === 'load' && window && !window.isDestroyed()) window.webContents.reload()
    if (choice === 'restart') startAgain(false)
    if (choice === 'safe') startAgain(true)
    if (choice === 'quit') app.quit()
  }

  const asking = (kind: TroubleKind, window?: BrowserWindow, signal?: AbortSignal) => {
    ask(kind, window, signal)
      .then((choice) => act(choice, window))
      .catch((error: unknown) => report(kind, error))
  }

  return {
    followProcess(followed) {
      const onFault = (where: string) => (error: unknown) => {
        report(where, error)
        if (!hasPassed(FAULT_PAUSE_MS, faultAtMs, now())) return
        faultAtMs = now()
        if (app.isReady()) asking('fault')
        else dialog.showErrorBox('Fabula', Object.values(texts().kinds.fault).join(' '))
      }
      followed.on('uncaughtException', onFault('uncaught'))
      followed.on('unhandledRejection', onFault('unhandled'))
      // A terminal that was closed takes no more lines, which is not a fault: https://nodejs.org/api/process.html#process-io
      for (const stream of [followed.stdout, followed.stderr]) stream.on('error', () => {})
    },

    followChildren() {
      app.on('child-process-gone', (_event, { type, reason }) => {
        if (reason === 'clean-exit') return
        report(`${type} process: ${reason}`, new Error('A process has gone'))
        if (type !== 'GPU') return
        graphicsFailures += 1
        if (graphicsFailures === MOST_GRAPHICS_FAILURES) asking('graphicsGone')
      })
    },

    followWindow(window) {
      let crashedAtMs = -Infinity
      let answers: AbortController | undefined
      window.on('unresponsive', () => {
        report('page: unresponsive', new Error('The page does not answer'))
        answers = new AbortController()
        asking('pageHangs', window, answers.signal)
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

    async goesOnAfterFailedStarts() {
      const isSafe = (await ask('failedStarts')) === 'safe'
      if (isSafe) startAgain(true)
      return !isSafe
    },
  }
}
