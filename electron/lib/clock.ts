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

/** Estimates the remaining time of a conversion from the rise of its percentage. */

/** Less progress, or less time, is not enough for an estimate. */
const LEAST_PERCENT = 4
const LEAST_MS = 1000

interface ProgressEstimate {
  /** Takes an observed percentage and returns the remaining milliseconds; null while there is not enough data. */
  observe(percentage: number, nowMs: number): number | null
}

export function createProgressEstimate(): ProgressEstimate {
  let first: { percentage: number; atMs: number } | null = null
  return {
    observe(percentage, nowMs) {
      first ??= { percentage, atMs: nowMs }
      const gained = percentage - first.percentage
      const elapsedMs = nowMs - first.atMs
      if (gained < LEAST_PERCENT || elapsedMs < LEAST_MS) return null
      return Math.max(0, Math.round(((100 - percentage) * elapsedMs) / gained))
    },
  }
}
