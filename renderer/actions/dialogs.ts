/** Opening and closing the dialog of the window. */
import type { App, Session } from '../stores/app.ts'
import type { AppDialog, StoryDialog } from '../stores/openDialog.ts'

/** Opens a dialog in place of the open one, if any. */
export function openDialog(app: App, dialog: AppDialog): void {
  app.view.setState({ dialog })
}

/** Opens a dialog about the story, unless the story is closed. */
export function openStoryDialog(session: Session, dialog: StoryDialog): void {
  if (!session.isClosed()) session.view.setState({ dialog })
}

/** Closes the open dialog, if any. */
export function closeDialog(app: App): void {
  app.view.setState({ dialog: null })
}
