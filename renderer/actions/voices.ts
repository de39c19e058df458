import type { App } from '../stores/app.ts'
/** Which voice comes next, where a new character or another version is to sound different. */

/**
 * The id of a voice that is not among the used ones, in the language and of the engine of the first of them; undefined if
 * all are used.
 */
export function nextVoice(app: App, used: readonly string[]): string | undefined {
  const { voices } = app.state.getState()
  const like = voices.find(({ id }) => id === used[0])
  return voices.find(
    ({ id, language, engine }) =>
      !used.includes(id) && (like === undefined || (language === like.language && engine === like.engine)),
  )?.id
}
