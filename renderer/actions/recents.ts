/** The lists of the welcome screen: removing a story from the list, and deleting and restoring drafts. */
import type { DeletedDraft, Recent } from '../../shared/ipc/views.ts'
import { DELETED_DRAFT_DAYS } from '../../shared/ipc/views.ts'
import type { World } from '../stores/world.ts'
import { refreshWelcome } from './projects.ts'

/** Removes a story from the list of recent stories. Its file stays, and the message offers to undo the removal. */
export async function removeFromList(world: World, { id: recentId }: Recent, title: string): Promise<void> {
  await world.bridge.call('recents:remove', { recentId })
  await refreshWelcome(world)
  world.note(
    'app.removedFromList',
    { title },
    {
      label: 'app.undoDelete',
      async run() {
        await world.bridge.call('recents:restore', { recentId })
        await refreshWelcome(world)
      },
    },
  )
}

/** Gives a story that is not open another title. */
export async function renameRecent(world: World, { id: recentId }: Recent, title: string): Promise<void> {
  await world.bridge.call('recents:rename', { recentId, title })
  await refreshWelcome(world)
}

/** Moves a draft to the deleted drafts. The message offers to undo it. */
export async function deleteDraft(world: World, { id: recentId }: Recent, title: string): Promise<void> {
  const { deletedId } = await world.bridge.call('drafts:delete', { recentId })
  await refreshWelcome(world)
  if (deletedId === null) return
  world.note(
    'app.draftDeleted',
    { title, days: DELETED_DRAFT_DAYS },
    {
      label: 'app.undoDelete',
      run: () => restoreDraft(world, deletedId),
    },
  )
}

/** Brings a deleted draft back to the recent stories. */
export async function restoreDraft(world: World, deletedId: DeletedDraft['id']): Promise<void> {
  await world.bridge.call('drafts:restore', { deletedId })
  await refreshWelcome(world)
}

/** Deletes a deleted draft, which cannot be restored after that. */
export async function deleteForGood(world: World, deletedId: DeletedDraft['id']): Promise<void> {
  await world.bridge.call('drafts:deleteForGood', { deletedId })
  await refreshWelcome(world)
}
