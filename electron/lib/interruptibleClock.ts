/** A clock whose waits can be ended early: an event of a speech service is a reason to ask the service now. */
import type { Clock } from './clock.ts'

export interface InterruptibleClock extends Clock {
  /** Ends the waits that are under way. Returns false if there is none. */
  interrupt(): boolean
}

export function createInterruptibleClock(clock: Clock): InterruptibleClock {
  const waits = new Set<AbortController>()
  return {
    now: () => clock.now(),
    async sleep(ms, signal) {
      const wait = new AbortController()
      waits.add(wait)
      try {
        await clock.sleep(ms, AbortSignal.any([wait.signal, ...(signal === undefined ? [] : [signal])]))
      } catch (error) {
        signal?.throwIfAborted()
        if (!wait.signal.aborted) throw error
      } finally {
        waits.delete(wait)
      }
    },
    interrupt() {
      const isWaiting = waits.size > 0
      for (const wait of waits) wait.abort()
      return isWaiting
    },
  }
}
