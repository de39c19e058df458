/** Keeps the history in the project file in sync with the page's, and continues that of earlier sessions. */
import { EMPTY_HISTORY, type History } from '../../shared/story/history.ts'
import { entriesOf, goOnWith, historyUpdate, type PageHistory } from '../../shared/story/keptHistory.ts'
import type { App } from './app.ts'
import type { StoryStore } from './storyStore.ts'

export interface KeptHistory {
  /** The update to save with the next edits so that the file has the page's history; undefined if it already has. */
  update(): PageHistory | undefined
  /** Takes over the entries of earlier sessions, and of closed pages. */
  goOn(signal: AbortSignal): Promise<void>
}

/** The kept history of a newly opened story. */
export function createKeptHistory(
  { bridge, page }: Pick<App, 'bridge' | 'page'>,
  store: StoryStore,
): KeptHistory {
  /** The history in the file once all updates handed out are saved. */
  let told: History = EMPTY_HISTORY
  return {
    update() {
      const { history } = store.getState()
      const update = historyUpdate(told, history)
      told = history
      return update === null ? undefined : { pageId: page.id, update }
    },
    async goOn(signal) {
      const found = page.others()
      const others = [...(found instanceof Promise ? await found : found)]
      const { projectId } = store.getState().project
      const kept = entriesOf(await bridge.call('project:takeHistory', { projectId, pageId: page.id, others }))
      if (signal.aborted || kept.past.length + kept.future.length === 0) return
      const { past } = goOnWith(kept, told)
      told = { past, future: [...kept.future, ...told.future] }
      store.setState(({ history }) => ({ history: goOnWith(kept, history) }))
    },
  }
}
