/** Questions about the open story, which are answered by the writer or when the story closes. */
import type { EditorState, QuestionName } from '../stores/editorStore.ts'
import type { Session } from '../stores/app.ts'

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
