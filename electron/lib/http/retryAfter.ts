/** The longest wait that a server can ask for: ten minutes. */
const MAX_WAIT_MS = 600_000

/** Reads a `Retry-After` header (seconds, or a date) as milliseconds from now; null if there is none to read. */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | null {
  const text = header?.trim() ?? ''
  if (text === '') return null
  const waitMs = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - nowMs
  return Number.isNaN(waitMs) ? null : Math.min(MAX_WAIT_MS, Math.max(0, Math.round(waitMs)))
}
