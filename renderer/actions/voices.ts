import type { App } from '../stores/app.ts'
/** The next voice for a new character or variant that should sound different. */

/**
 * The id of a voice that is not in `used`, in the language and engine of the first of them; undefined if
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
