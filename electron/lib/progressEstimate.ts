/** Estimates the remaining time of a conversion from the rise of its percentage. */

/** Less progress, or less time, is not enough for an estimate. */
const LEAST_PERCENT = 4
const LEAST_MS = 1000

export interface ProgressEstimate {
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
