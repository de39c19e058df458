/**
 * The work in progress on one open project. Closing stops the following of jobs at once, but gives a request in flight a moment for its
 * response: without the response, nobody knows whether the request was charged.
 */
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import type { Clock } from '../lib/clock.ts'

const GRACE_MS = 3_000

export type ProjectWork = ReturnType<typeof createProjectWork>

export function createProjectWork() {
  const closing = new AbortController()
  const closed = new AbortController()
  const running = new Set<Promise<unknown>>()

  /** Resolves when no task is running. */
  async function settled(): Promise<void> {
    while (running.size > 0) await Promise.allSettled(running)
  }

  return {
    /** Aborted when the project is about to close: following, fetching and exporting end. */
    get closing(): AbortSignal {
      return closing.signal
    },
    /** Aborted when the project finally closes: requests in flight end, with an unknown outcome. */
    get closed(): AbortSignal {
      return closed.signal
    },
    /** Runs a task that `close` waits for. Rejects with `request-cancelled`, without starting the task, once the project is closing. */
    run<T>(task: () => Promise<T>): Promise<T> {
      if (closing.signal.aborted) return Promise.reject(new UserFacingError('request-cancelled'))
      const promise = task()
      running.add(promise)
      const remove = () => running.delete(promise)
      promise.then(remove, remove)
      return promise
    },
    settled,
    /** Ends all tasks. Must be awaited before the project is closed. */
    async close(clock: Clock): Promise<void> {
      closing.abort()
      const ended = settled()
      const waited = new AbortController()
      await Promise.race([ended, clock.sleep(GRACE_MS, waited.signal).catch(() => undefined)])
      waited.abort()
      closed.abort()
      await ended
    },
  }
}
