/** Questions about the open story, which are answered by the writer or when the story closes. */
import type { QuestionName, ViewState } from '../stores/viewStore.ts'
import type { World } from '../stores/world.ts'

/** What a question is about. */
type Facts<Name extends QuestionName> = Omit<NonNullable<ViewState[Name]>, 'answer'>

/** Asks the writer. Returns whether the answer is yes; no if another question of the kind replaces it, or if the story closes. */
export function ask<Name extends QuestionName>(
  world: World,
  name: Name,
  facts: Facts<Name>,
): Promise<boolean> {
  if (world.story.getState().open === null) return Promise.resolve(false)
  return new Promise((resolve) => {
    const answer = (isYes: boolean) => {
      resolve(isYes)
      world.view.setState((state) => (state[name]?.answer === answer ? { [name]: null } : {}))
    }
    world.view.setState({ [name]: { ...facts, answer } })
  })
}
