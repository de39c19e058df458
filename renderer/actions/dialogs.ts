/** Opening and closing the dialog of the window. */
import type { App, Session } from '../stores/app.ts'
import { showDialog } from '../stores/viewStore.ts'
import type { AppDialog, StoryDialog } from '../stores/openDialog.ts'

/** Opens a dialog in place of the open one, if any. */
export function openDialog(app: App, dialog: AppDialog): void {
  showDialog(app.view, dialog)
}

/** Opens a dialog about the story, unless the story is closed. */
export function openStoryDialog(session: Session, dialog: StoryDialog): void {
  if (!session.isClosed()) showDialog(session.view, dialog)
}

/** Closes the open dialog, if any. */
export function closeDialog(app: App): void {
  showDialog(app.view, null)
}
