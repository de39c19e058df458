import { setTimeout as delay } from 'node:timers/promises'

/** Time as the speech and takes rooms know it: tests hand in one that does not wait. */
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

/** Whether `ms` have passed between two moments, in ms since 1970. A clock that was set back cannot tell: they count as passed. */
export function hasPassed(ms: number, sinceMs: number, nowMs: number): boolean {
  return nowMs < sinceMs || nowMs - sinceMs >= ms
}
