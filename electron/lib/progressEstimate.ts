/** How long a conversion will still take, from how fast its percentage rose so far. */

/** Less progress, or less time, tells nothing about the rest. */
const LEAST_PERCENT = 4
const LEAST_MS = 1000

export interface ProgressEstimate {
  /** Takes a percentage as it is seen, and returns the milliseconds left, or null while there is not enough to go by. */
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
