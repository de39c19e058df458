/** Starting once, and quitting only when everything is closed. */
import type { App } from 'electron'
import type { Report } from '../../lib/report.ts'

export interface LifecycleOptions {
  readonly isMac: boolean
  /** Shows the window. */
  readonly show: () => void
  /** Opens what a second start, or the system, asks for. */
  readonly openFromArguments: (argv: readonly string[], workingFolder: string) => void
  /** Asks about what ends with the app, if anything does, and returns whether it may quit. */
  readonly mayQuit?: () => Promise<boolean>
  /** Closes stories and ends the speech service. */
  readonly close: () => Promise<void>
  readonly report: Report
}

export interface Lifecycle {
  /** Whether windows that close now close because the app quits. */
  isQuitting(): boolean
  /** The app goes on, if a window that was to close for quitting stays open. */
  stay(): void
}

/** Follows the app's events from when it is ready until it has quit. */
export function followLifecycle(app: Pick<App, 'on' | 'quit'>, options: LifecycleOptions): Lifecycle {
  const { isMac, show, openFromArguments, close, report, mayQuit } = options
  let isQuitting = false
  let closed: 'no' | 'closing' | 'yes' = 'no'

  app.on('before-quit', () => (isQuitting = true))
  app.on('activate', () => {
    isQuitting = false
    show()
  })
  app.on('second-instance', (_event, argv, workingFolder) => {
    openFromArguments(argv, workingFolder)
    show()
  })
  app.on('window-all-closed', () => {
    // A window that asked its page first broke off the quitting; with the window gone it goes on.
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
  const goOn = () => {
    closed = 'no'
    isQuitting = false
    show()
  }
  const end = () =>
    close()
      .catch((error: unknown) => report('closing', error))
      .finally(() => {
        closed = 'yes'
        app.quit()
      })
  return { stay: () => (isQuitting = false), isQuitting: () => isQuitting }
}
