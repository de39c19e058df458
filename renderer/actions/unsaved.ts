/** Keeping edits that are not on disk, and bringing them back. */
import type { RecentId } from '../../shared/ipc/views.ts'
import { isEmptyChange } from '../../shared/story/changes.ts'
import { rebase } from '../../shared/story/rebase.ts'
import { noteToReread } from './editing.ts'
import type { World } from '../stores/world.ts'

/** Keeps the open story's edits that are not on disk in the browser, or forgets them where everything is. */
export function keepUnsaved(world: World): void {
  const open = world.story.getState().open
  if (open !== null) world.unsavedEdits.keep(open.project.recentId, world.saver.unsaved())
}

/** Brings edits into the open story that a page which is gone could not save: merged with what happened since. */
export async function takeUnsaved(world: World, recentId: RecentId): Promise<void> {
  await world.unsavedEdits.takeOver(recentId, (edits) => {
    const before = world.story.getState().open
    if (before?.project.recentId !== recentId) return false // another story was opened meanwhile
    for (const edit of edits) {
      const open = world.story.getState().open
      if (open === null) return false
      const { change, toReread } = rebase(edit, open.story)
      if (!isEmptyChange(change)) world.edit('edits.bringBack', change)
      noteToReread(world, open.story, toReread)
    }
    if (world.story.getState().open?.story !== before.story) {
      keepUnsaved(world)
      world.note('app.broughtBack')
    }
    return true
  })
}
