/** An item that is about to be deleted. */
export interface PendingDelete {
  readonly timer: ReturnType<typeof setTimeout>
  /** Deletes the item at the host. */
  readonly run: () => Promise<void>
  /** Whether the item is being deleted now, which can no longer be undone. */
  readonly isDeleting: boolean
}

/** Items that are about to be deleted, by their ids. */
export type PendingDeletes<Id> = ReadonlyMap<Id, PendingDelete>
