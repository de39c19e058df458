/**
 * What is going on for one open project. Closing it stops the following of conversions at once, and lets a request that is
 * on its way have its answer for a moment, since without it nobody would know whether it was charged.
 */
import type { Clock } from '../../lib/clock.ts'

const GRACE_MS = 3_000

export interface ProjectWork {
  /** Aborted when the project is about to close: following ends. */
  readonly closing: AbortSignal
  /** Aborted when it closes for good: requests under way end, with an outcome that is not known. */
  readonly closed: AbortSignal
  /** Runs a task that `close` waits for. */
  run<T>(task: () => Promise<T>): Promise<T>
  /** Resolves when no task is running any more. */
  settled(): Promise<void>
  close(): Promise<void>
}

export function createProjectWork(clock: Clock): ProjectWork {
  const closing = new AbortController()
  const closed = new AbortController()
  const running = new Set<Promise<unknown>>()

  return {
    closing: closing.signal,
    closed: closed.signal,
    run(task) {
      const promise = task()
      running.add(promise)
      const forget = () => running.delete(promise)
      promise.then(forget, forget)
      return promise
    },
    async settled() {
      while (running.size > 0) await Promise.allSettled(running)
    },
    async close() {
      closing.abort()
      const settled = Promise.allSettled(running)
      const waited = new AbortController()
      await Promise.race([settled, clock.sleep(GRACE_MS, waited.signal).catch(() => undefined)])
      waited.abort()
      closed.abort()
      await settled
    },
  }
}
