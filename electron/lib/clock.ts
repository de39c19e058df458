import { setTimeout as delay } from 'node:timers/promises'

/** The time; tests pass a clock that does not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Rejects with the signal's AbortError when it is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) => delay(ms, undefined, { signal }),
}

/** Whether `ms` have passed between two times, in ms since 1970. If the clock was set back, they count as passed. */
export function hasPassed(ms: number, sinceMs: number, nowMs: number): boolean {
  return nowMs < sinceMs || nowMs - sinceMs >= ms
}

/** A clock whose waits can be ended early: after an event of a speech service, the service is polled at once. */
export interface InterruptibleClock extends Clock {
  /** Ends all current waits. Returns false if there are none. */
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
