/** Lets somebody who knows that there is news end a wait early: an event of the service is a reason to ask it now. */
import type { Clock } from '../lib/clock.ts'

export interface Wakes {
  /** The clock whose waits `wake` ends. */
  clockFor(id: string): Clock
  /** Ends the waits of `id`; false where nobody waits. */
  wake(id: string): boolean
}

export function createWakes(clock: Clock): Wakes {
  const waiting = new Map<string, Set<AbortController>>()
  return {
    clockFor: (id) => ({
      now: () => clock.now(),
      async sleep(ms, signal) {
        const woken = new AbortController()
        const ofId = waiting.get(id) ?? new Set()
        waiting.set(id, ofId.add(woken))
        try {
          await clock.sleep(ms, AbortSignal.any([woken.signal, ...(signal === undefined ? [] : [signal])]))
        } catch (error) {
          signal?.throwIfAborted()
          if (!woken.signal.aborted) throw error
        } finally {
          ofId.delete(woken)
          if (ofId.size === 0) waiting.delete(id)
        }
      },
    }),
    wake(id) {
      const ofId = waiting.get(id)
      for (const controller of ofId ?? []) controller.abort()
      return ofId !== undefined
    },
  }
}
