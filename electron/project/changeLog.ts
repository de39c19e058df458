/** The latest changes of an open story, numbered, so that a page that has missed some of them can catch up. */
import type { CommittedChange } from '../../shared/ipc/views.ts'
import type { Change } from '../../shared/story/changes.ts'

/** A page that is further behind reads the whole story again. */
export const KEPT_CHANGES = 200

export interface ChangeLog {
  /** The number of the latest change; 0 for the story as it was opened. */
  readonly revision: number
  add(change: Change, changeId: string | null): CommittedChange
  /** The changes after a revision, oldest first, or null where some of them are not kept any more or there is no such revision. */
  since(revision: number): readonly CommittedChange[] | null
}

/** An empty log, at revision 0. */
export function createChangeLog(): ChangeLog {
  const kept: CommittedChange[] = []
  let revision = 0
  return {
    get revision() {
      return revision
    },
    add(change, changeId) {
      revision += 1
      const committed = { revision, changeId, change }
      kept.push(committed)
      if (kept.length > KEPT_CHANGES) kept.shift()
      return committed
    },
    since(from) {
      const missed = revision - from
      if (missed < 0 || missed > kept.length) return null
      return kept.slice(kept.length - missed)
    },
  }
}
