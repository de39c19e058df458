import { z } from 'zod'

/** A time in the service's format. */
export const serviceTimeSchema = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)

const WITHOUT_ZONE = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/

/**
 * Parses a date-time of the service into milliseconds since 1970. Times without a zone are UTC; `Z` and offsets are
 * respected. Returns null for anything that is not a date-time.
 */
export function parseServiceTime(value: unknown): number | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  const timeMs = Date.parse(WITHOUT_ZONE.test(text) ? `${text.replace(' ', 'T')}Z` : text)
  return Number.isNaN(timeMs) ? null : timeMs
}

/** Writes a time as the service does: `<date>T<time>` in UTC, to the second, with no zone. */
export function formatServiceTime(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 19)
}
