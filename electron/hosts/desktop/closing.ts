/**
 * Closing without losing a word: the page is asked to bring to disk what was still being typed, and the window waits. If that
 * fails, or the page does not answer, the person decides whether the window closes.
 */
import type { BrowserWindow, Dialog, MessageBoxOptions } from 'electron'
import type { Labels } from './labels.ts'

/** Longer than any commit takes. */
const PATIENCE_MS = 1000

export interface ClosingOptions {
  /** Tells the page that its window is about to close. False if no page listens: nothing can have been typed then. */
  readonly askPage: () => boolean
  /** Asks about what ends with the window, if anything does, and returns whether it may close. */
  readonly mayClose?: () => Promise<boolean>
  /** Asks the person, and returns whether the window is to close although words in it may not be on disk. */
  readonly askPerson: () => Promise<boolean>
  /** The person keeps the window. */
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
        // A question that cannot be asked is not a reason to close.
        mayClose().then((may) => (may ? askToSave() : keep()), keep)
      })

      const askToSave = () => {
        const timer = setTimeout(() => answer?.(false), patienceMs)
        answer = (isSaved) => {
          clearTimeout(timer)
          answer = undefined
          // A question that cannot be asked is not a reason to lose words.
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
    /** The page's answer: whether everything that was typed is on disk. */
    confirm: (isSaved: boolean): void => answer?.(isSaved),
  }
}

/** Asks in the system's dialog, in these words, whether a window closes although words in it may not be on disk. */
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
