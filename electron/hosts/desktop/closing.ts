/** Closing without losing a word: the page is asked to bring to disk what was still being typed, and the window waits. */
import type { BrowserWindow } from 'electron'

/** Longer than any commit takes; a page that hangs does not keep the window open. */
const PATIENCE_MS = 1000

export interface Closing {
  /** Makes a window ask its page before it closes. */
  guard(window: Pick<BrowserWindow, 'on' | 'destroy' | 'isDestroyed'>): void
  /** The page has nothing left to bring to disk. */
  confirm(): void
}

/** `askPage` tells the page that its window is about to close. */
export function createClosing(askPage: () => void, patienceMs = PATIENCE_MS): Closing {
  let finish: (() => void) | undefined
  return {
    guard(window) {
      window.on('close', (event) => {
        event.preventDefault()
        if (finish) return
        const timer = setTimeout(() => finish?.(), patienceMs)
        finish = () => {
          clearTimeout(timer)
          finish = undefined
          if (!window.isDestroyed()) window.destroy()
        }
        askPage()
      })
    },
    confirm: () => finish?.(),
  }
}
