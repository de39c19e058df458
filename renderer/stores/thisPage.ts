/** This page among the pages of the browser that show Fabula. A page holds a lock for its lifetime. */

const LOCK_PREFIX = 'fabula-page-'

/** The part of the browser's lock manager that is used: https://developer.mozilla.org/docs/Web/API/LockManager */
export type PageLockManager = Pick<LockManager, 'request' | 'query'>

export interface ThisPage {
  /** Names this page, and no page before or after it. */
  readonly id: string
  /** The other open pages; empty if the browser does not report them. */
  others(): readonly string[] | Promise<readonly string[]>
}

/** Registers this page as open, visible to other pages from now on. */
export function createThisPage(locks: PageLockManager | null | undefined, id: string): ThisPage {
  // Held until the page is gone.
  locks?.request(LOCK_PREFIX + id, () => new Promise(() => undefined)).catch(() => undefined)
  return { id, others: () => (locks ? othersIn(locks) : []) }

  async function othersIn(known: PageLockManager): Promise<readonly string[]> {
    const { held = [] } = await known.query()
    return held
      .flatMap(({ name = '' }) => (name.startsWith(LOCK_PREFIX) ? [name.slice(LOCK_PREFIX.length)] : []))
      .filter((other) => other !== id)
  }
}
