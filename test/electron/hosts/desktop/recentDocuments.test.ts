import { expect, test, vi } from 'vitest'
import { createRecentDocuments, type RecentDocument } from '../../../../electron/hosts/desktop/menu.ts'
import { recentIdSchema, type Recent, type RecentId } from '../../../../shared/ipc/views.ts'

function documentsOf(recents: Pick<Recent, 'title' | 'exists' | 'isDraft'>[]) {
  let list = recents.map((recent, at): Recent => ({
    ...{ id: recentIdSchema.parse(`${at}`), location: null, openedAtMs: -at, summary: null, tags: [] },
    ...recent,
  }))
  /** The system's list, newest first. */
  let systems: string[] = []
  let shown: readonly RecentDocument[] = []
  const app = {
    addRecentDocument: (path: string) => void (systems = [path, ...systems]),
    clearRecentDocuments: vi.fn(() => void (systems = [])),
  }
  const documents = createRecentDocuments({
    app,
    stories: {
      recents: () => list,
      pathOf: (id: RecentId) => `/${id}.fabula`,
      removeFromList: (id: RecentId) => void (list = list.filter((recent) => recent.id !== id)),
    },
    show: (next) => (shown = next),
  })
  const forget = (at: number) =>
    (list = list.map((recent, index) => (index === at ? { ...recent, exists: false } : recent)))
  return { documents, app, forget, systems: () => systems, titles: () => shown.map(({ title }) => title) }
}

const file = { exists: true, isDraft: false }

test('the menu and the system list the recent stories, newest first, without missing files', () => {
  const { documents, systems, titles, forget, app } = documentsOf([
    { title: 'Fox', ...file },
    { title: 'Draft', exists: true, isDraft: true },
    { title: 'Gone', exists: false, isDraft: false },
    { title: 'Owl', ...file },
  ])
  documents.tell()
  expect(titles()).toEqual(['Fox', 'Draft', 'Owl'])
  expect(systems()).toEqual(['/0.fabula', '/3.fabula'])
  documents.tell()
  expect(app.clearRecentDocuments).toHaveBeenCalledOnce()
  forget(0)
  documents.tell()
  expect(titles()).toEqual(['Draft', 'Owl'])
  expect(systems()).toEqual(['/3.fabula'])
})

test('clearing the list keeps the drafts, which are listed nowhere else', () => {
  const { documents, systems, titles } = documentsOf([
    { title: 'Fox', ...file },
    { title: 'Draft', exists: true, isDraft: true },
  ])
  documents.clear()
  expect(titles()).toEqual(['Draft'])
  expect(systems()).toEqual([])
})
