/** Deleting that can be undone for some seconds: nothing is deleted until then. */

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

/** How long a delete can be undone. */
export const UNDO_MS = 8_000

/** A store that tracks which of its items are about to be deleted. */
interface DeletingStore<Id> {
  getState(): { readonly removing: PendingDeletes<Id> }
  setState(change: { readonly removing: PendingDeletes<Id> }): void
}

/** Marks items as about to be deleted together, and calls `run` when that can no longer be undone. Errors are reported. */
export function deleteWithUndo<Id>(
  { report }: { readonly report: (error: unknown) => void },
  store: DeletingStore<Id>,
  ids: readonly Id[],
  run: () => Promise<void>,
): void {
  const [first] = ids
  if (first === undefined) return
  const timer = setTimeout(() => {
    deleteNow(store, first).catch(report)
  }, UNDO_MS)
  put(store, ids, { timer, run, deleting: null })
}

/** Keeps an item that was about to be deleted, and those deleted with it. Returns false if the delete can no longer be undone. */
export function undoDelete<Id>(store: DeletingStore<Id>, id: Id): boolean {
  const pending = store.getState().removing.get(id)
  if (pending === undefined || pending.deleting !== null) return false
  clearTimeout(pending.timer)
  put(store, idsOf(store, pending), null)
  return true
}

/** Immediately deletes every item that is about to be deleted. Await it before the page closes. */
export async function flushDeletes<Id>(store: DeletingStore<Id>): Promise<void> {
  await Promise.all([...store.getState().removing.keys()].map((id) => deleteNow(store, id)))
}

async function deleteNow<Id>(store: DeletingStore<Id>, id: Id): Promise<void> {
  const pending = store.getState().removing.get(id)
  if (pending === undefined || pending.deleting !== null) return
  clearTimeout(pending.timer)
  const ids = idsOf(store, pending)
  const deleting = pending.run()
  put(store, ids, { ...pending, deleting })
  try {
    await deleting
  } finally {
    put(store, ids, null)
  }
}

function idsOf<Id>(store: DeletingStore<Id>, pending: PendingDelete): readonly Id[] {
  return [...store.getState().removing].filter(([, each]) => each === pending).map(([id]) => id)
}

function put<Id>(store: DeletingStore<Id>, ids: readonly Id[], pending: PendingDelete | null): void {
  const removing = new Map(store.getState().removing)
  for (const id of ids) {
    if (pending === null) removing.delete(id)
    else removing.set(id, pending)
  }
  store.setState({ removing })
}
