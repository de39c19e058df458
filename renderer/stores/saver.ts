import type { Change } from '../../shared/story/changes.ts'
import { composeChanges, EMPTY_CHANGE, isEmptyChange } from '../../shared/story/changes.ts'

/** A moment to gather keystrokes; with the host's commit it stays well under the promised 250 ms. */
const GATHER_MS = 120

export interface Saver {
  /** Takes a change that the story store shows already, as `saving`; it is on its way to disk within GATHER_MS. */
  push(change: Change): void
  /** Resolves when everything pushed so far is on disk; rejects where that failed. */
  flush(): Promise<void>
  /** Forgets what is pending, for a project that is closed. */
  reset(): void
}

/**
 * Brings changes to the host, one message at a time, in order. A failed one is kept and sent again with the next, so
 * that nothing is lost while the writer frees some disk or reconnects.
 */
export function createSaver(options: {
  send: (change: Change) => Promise<void>
  /** Told how each try to save ended. */
  onState: (state: 'saved' | 'error') => void
  onError: (error: unknown) => void
}): Saver {
  let pending: Change = EMPTY_CHANGE
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: Promise<void> | null = null

  async function drain(): Promise<void> {
    while (!isEmptyChange(pending)) {
      const sending = pending
      pending = EMPTY_CHANGE
      try {
        await options.send(sending)
      } catch (error) {
        pending = composeChanges(sending, pending)
        options.onState('error')
        options.onError(error)
        throw error
      }
    }
    options.onState('saved')
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    running ??= drain().finally(() => {
      running = null
    })
    return running
  }

  return {
    push(change) {
      pending = composeChanges(pending, change)
      // An error has been reported by drain; the change waits for the next push.
      timer ??= setTimeout(() => void flush().catch(() => undefined), GATHER_MS)
    },
    flush,
    reset() {
      clearTimeout(timer)
      timer = undefined
      pending = EMPTY_CHANGE
    },
  }
}
