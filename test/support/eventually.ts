import { vi } from 'vitest'

/** Checks again and again until the check passes; long enough for a machine that is busy with other work. Returns what it gives. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 30_000, interval: 20 })
}
