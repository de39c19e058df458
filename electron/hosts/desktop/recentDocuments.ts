/** The recent stories outside the page: *Open recent* in the menu bar, and the system's own list, as in the dock and the jump list. */
import type { App } from 'electron'
import type { Projects } from '../../project/projects.ts'

/** As many as fit into a menu. */
const MOST = 10

export interface RecentDocument {
  readonly path: string
  /** '' for a story without a title. */
  readonly title: string
}

export interface RecentDocumentsOptions {
  readonly app: Pick<App, 'addRecentDocument' | 'clearRecentDocuments'>
  readonly stories: Pick<Projects, 'recents' | 'pathOf' | 'removeFromList'>
  /** Shows these in the menu bar, the newest first. */
  readonly show: (documents: readonly RecentDocument[]) => void
}

export interface RecentDocuments {
  /** Brings both lists up to date. Files that are gone are on neither. */
  tell(): void
  /** Removes every story with a file of its own from all lists; the files stay. */
  clear(): void
}

export function createRecentDocuments({ app, stories, show }: RecentDocumentsOptions): RecentDocuments {
  let told = ''

  function tell(): void {
    const there = stories.recents().filter(({ exists }) => exists)
    const documents = there
      .slice(0, MOST)
      .map(({ id, title, isDraft }) => ({ path: stories.pathOf(id), title, isDraft }))
    show(documents)
    // A draft lies in Fabula's own folder: the system is told of files that are the writer's.
    const paths = documents.filter(({ isDraft }) => !isDraft).map(({ path }) => path)
    if (JSON.stringify(paths) === told) return
    told = JSON.stringify(paths)
    app.clearRecentDocuments()
    for (const path of paths.toReversed()) app.addRecentDocument(path)
  }

  return {
    tell,
    clear() {
      for (const { id, isDraft } of stories.recents()) if (!isDraft) stories.removeFromList(id)
      tell()
    },
  }
}
