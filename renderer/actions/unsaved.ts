/** Keeping edits that are not on disk, and restoring them. */
import { isEmptyChange } from '../../shared/story/changes.ts'
import { rebase } from '../../shared/story/rebase.ts'
import { storyOf, type Session } from '../stores/app.ts'
import { noteToReread } from './editing.ts'

/** Keeps the open story's edits that are not on disk in the browser, or forgets them if everything is. */
export function keepUnsaved(session: Session): void {
  session.unsavedEdits.keep(session.story.getState().project.recentId, session.saver.unsaved())
}

/** Restores edits that a closed page could not save into the open story, merged with later changes. */
export async function takeUnsaved(session: Session): Promise<void> {
  await session.unsavedEdits.takeOver(session.story.getState().project.recentId, (edits) => {
    if (session.isClosed()) return false // another story was opened meanwhile
    const before = storyOf(session)
    for (const edit of edits) {
      const story = storyOf(session)
      const { change, toReread } = rebase(edit, story)
      if (!isEmptyChange(change)) session.edit('edits.bringBack', change)
      noteToReread(session, story, toReread)
    }
    if (storyOf(session) !== before) {
      keepUnsaved(session)
      session.note('app.broughtBack')
    }
    return true
  })
}
