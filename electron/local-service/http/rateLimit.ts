/** Counts the requests of the last minute. A service has one key, so one count is a count per key. */

const WINDOW_MS = 60_000

export type RateLimit = ReturnType<typeof createRateLimit>

/** Lets in so many requests in any minute; all of them for null. `now` is in milliseconds. */
export function createRateLimit(perMinute: number | null, now: () => number) {
  const times: number[] = []
  return {
    /** Counts a request and returns null, or the milliseconds after which one will be let in again. */
    take(): number | null {
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
