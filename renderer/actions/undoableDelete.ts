/** Deleting that can be undone for some seconds: nothing is deleted before these have passed. */
import type { PendingDelete, PendingDeletes } from '../stores/pendingDeletes.ts'
import type { World } from '../stores/world.ts'

/** How long a delete can be undone. */
export const UNDO_MS = 8_000

/** A store that keeps which of its items are about to be deleted. */
interface DeletingStore<Id> {
  getState(): { readonly removing: PendingDeletes<Id> }
  setState(change: { readonly removing: PendingDeletes<Id> }): void
}

/** Marks an item as about to be deleted, and calls `run` when the delete can no longer be undone. Errors are reported. */
export function deleteWithUndo<Id>(
  world: World,
  store: DeletingStore<Id>,
  id: Id,
  run: () => Promise<void>,
): void {
  const timer = setTimeout(() => {
    deleteNow(store, id).catch(world.report)
  }, UNDO_MS)
  put(store, id, { timer, run, isDeleting: false })
}

/** Keeps an item that was about to be deleted. Gives false where the delete can no longer be undone. */
export function undoDelete<Id>(store: DeletingStore<Id>, id: Id): boolean {
  const pending = store.getState().removing.get(id)
  if (pending === undefined || pending.isDeleting) return false
  clearTimeout(pending.timer)
  put(store, id, null)
  return true
}

/** Deletes at once every item that is about to be deleted. Await it before the page closes. */
export async function flushDeletes<Id>(store: DeletingStore<Id>): Promise<void> {
  await Promise.all([...store.getState().removing.keys()].map((id) => deleteNow(store, id)))
}

async function deleteNow<Id>(store: DeletingStore<Id>, id: Id): Promise<void> {
  const pending = store.getState().removing.get(id)
  if (pending === undefined || pending.isDeleting) return
  clearTimeout(pending.timer)
  put(store, id, { ...pending, isDeleting: true })
  try {
    await pending.run()
  } finally {
    put(store, id, null)
  }
}

function put<Id>(store: DeletingStore<Id>, id: Id, pending: PendingDelete | null): void {
  const removing = new Map(store.getState().removing)
  if (pending === null) removing.delete(id)
  else removing.set(id, pending)
  store.setState({ removing })
}
