/** A delete that is about to happen. Items that are deleted together share it. */
export interface PendingDelete {
  readonly timer: ReturnType<typeof setTimeout>
  /** Deletes the items at the host. */
  readonly run: () => Promise<void>
  /** The running delete, which can no longer be undone; null before. */
  readonly deleting: Promise<void> | null
}

/** Items that are about to be deleted, by their ids. */
export type PendingDeletes<Id> = ReadonlyMap<Id, PendingDelete>
