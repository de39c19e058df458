/** Opening and closing the dialog of the window, and questions about the open story, which the writer or the closing of the story answers. */
import type { App, Session } from '../stores/app.ts'
import { type AppDialog, showDialog, type StoryDialog } from '../stores/viewStore.ts'
import type { EditorState, QuestionName } from '../stores/editorStore.ts'

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

/** The facts of a question. */
type Facts<Name extends QuestionName> = Omit<NonNullable<EditorState[Name]>, 'answer'>

/** Asks the writer. Returns whether the answer is yes; no if another question of the kind replaces it, or if the story closes. */
export function ask<Name extends QuestionName>(
  session: Session,
  name: Name,
  facts: Facts<Name>,
): Promise<boolean> {
  if (session.isClosed()) return Promise.resolve(false)
  return new Promise((resolve) => {
    const answer = (isYes: boolean) => {
      resolve(isYes)
      session.editor.setState((state) => (state[name]?.answer === answer ? { [name]: null } : {}))
    }
    session.editor.setState({ [name]: { ...facts, answer } })
  })
}
