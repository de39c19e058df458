/** The system shuts down, or the person signs out: what is being typed is brought to disk, and nobody is asked anything. */
import type { App, BrowserWindow, PowerMonitor } from 'electron'

export interface ShutdownOptions {
  readonly app: Pick<App, 'quit'>
  readonly powerMonitor: Pick<PowerMonitor, 'on'>
  /** Has the page bring to disk what is still being typed. */
  readonly save: () => unknown
  /** Closes stories. The system waits only for a moment. */
  readonly close: () => Promise<void>
}

export interface Shutdown {
  /** Whether it has begun: questions would only hold it up. */
  hasBegun(): boolean
  /** Follows a window: Windows tells each window, and no other part of an app. */
  followWindow(window: Pick<BrowserWindow, 'on'>): void
}

export function followShutdown({ app, powerMonitor, save, close }: ShutdownOptions): Shutdown {
  let hasBegun = false
  // Of Linux and macOS. Who prevents it is given the time to quit: https://www.electronjs.org/docs/latest/api/power-monitor
  powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
    hasBegun = true
    event?.preventDefault()
    app.quit()
  })
  return {
    hasBegun: () => hasBegun,
    followWindow(window) {
      // The person may still decide otherwise, so nothing is closed yet.
      window.on('query-session-end', () => void save())
      window.on('session-end', () => {
        hasBegun = true
        void close().catch(() => undefined) // The end comes whether that works or not.
      })
    },
  }
}
