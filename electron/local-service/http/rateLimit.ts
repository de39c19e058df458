/** Counts the requests of the last minute. A service has one key, so one count is a count per key. */

export interface RateLimit {
  /** Counts a request and returns null, or the milliseconds after which one will be let in again. */
  take(): number | null
}

const WINDOW_MS = 60_000

/** Lets in so many requests in any minute; all of them for null. `now` is in milliseconds. */
export function createRateLimit(perMinute: number | null, now: () => number): RateLimit {
  const times: number[] = []
  return {
    take() {
      if (perMinute === null) return null
      const nowMs = now()
      while (times[0] !== undefined && times[0] <= nowMs - WINDOW_MS) times.shift()
      const [oldest] = times
      if (oldest !== undefined && times.length >= perMinute) return oldest + WINDOW_MS - nowMs
      times.push(nowMs)
      return null
    },
  }
}
