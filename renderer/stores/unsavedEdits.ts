/**
 * Edits that could not be saved, kept by the browser until they are. A page keeps its own. The edits of a closed page
 * are taken over by the next page that opens the story: a page holds a lock for its lifetime, so that two pages never
 * save the same edits.
 */
import * as z from 'zod'
import { type RecentId, recentIdSchema } from '../../shared/ipc/views.ts'
import { changeSchema, type ReversibleChange } from '../../shared/story/changes.ts'

const KEY_PREFIX = 'fabula-unsaved-'

const keptSchema = z.object({
  recentId: recentIdSchema,
  edits: z.array(z.object({ change: changeSchema, inverse: changeSchema })),
})

/** The part of the browser's lock manager that is used: https://developer.mozilla.org/docs/Web/API/LockManager/request */
export interface PageLocks {
  request(
    name: string,
    options: { ifAvailable?: boolean },
    run: (lock: unknown) => Promise<void>,
  ): Promise<unknown>
}

export interface UnsavedEdits {
  /** Replaces the kept edits of this page; an empty list removes them. */
  keep(recentId: RecentId, edits: readonly ReversibleChange[]): void
  /** Passes the unsaved edits of closed pages to `take`, page by page, and forgets them if it returns true. */
  takeOver(recentId: RecentId, take: (edits: readonly ReversibleChange[]) => boolean): Promise<void>
}

/** The edits in a browser's storage. `pageId` names this page, and no page before or after it. */
export function createUnsavedEdits(
  storage: Storage,
  locks: PageLocks | undefined,
  pageId: string,
): UnsavedEdits {
  const ownKey = KEY_PREFIX + pageId
  // Held until the page is gone.
  locks?.request(ownKey, {}, () => new Promise(() => undefined)).catch(() => undefined)

  function read(key: string): z.infer<typeof keptSchema> | null {
    try {
      return keptSchema.parse(JSON.parse(storage.getItem(key) ?? ''))
    } catch {
      return null // Another version of Fabula may read it.
    }
  }

  return {
    keep(recentId, edits) {
      try {
        if (edits.length === 0) storage.removeItem(ownKey)
        else storage.setItem(ownKey, JSON.stringify({ recentId, edits }))
      } catch {
        // The storage is full or refused. The page shows that it is not saved, and asks before closing.
      }
    },
    async takeOver(recentId, take) {
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
      for (const key of keys) {
        if (!key.startsWith(KEY_PREFIX) || key === ownKey || read(key)?.recentId !== recentId) continue
        await locks?.request(key, { ifAvailable: true }, async (lock) => {
          const kept = lock === null ? null : read(key)
          if (kept !== null && take(kept.edits)) storage.removeItem(key)
        })
      }
    },
  }
}

// This page among the pages of the browser that show Fabula. A page holds a lock for its lifetime.

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
