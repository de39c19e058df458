/** Keeping edits that are not on disk, and bringing them back. */
import { isEmptyChange } from '../../shared/story/changes.ts'
import { rebase } from '../../shared/story/rebase.ts'
import { storyOf, type Session } from '../stores/app.ts'
import { noteToReread } from './editing.ts'

/** Keeps the open story's edits that are not on disk in the browser, or forgets them where everything is. */
export function keepUnsaved(session: Session): void {
  session.unsavedEdits.keep(session.story.getState().project.recentId, session.saver.unsaved())
}

/** Brings edits into the open story that a page which is gone could not save: merged with what happened since. */
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
