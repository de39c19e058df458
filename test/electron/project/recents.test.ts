import { expect, it } from 'vitest'
import { createRecentsStore } from '../../../electron/project/recents.ts'
import { sequentialIds, tempFolder } from './support.ts'

it('keeps the tags of a story while it is opened again, and gives those of a draft to the file that it is saved to', () => {
  const dataDir = tempFolder()
  const recents = createRecentsStore(dataDir, sequentialIds())
  const draft = { path: '/drafts/one.fabula', title: 'One', openedAtMs: 1, isDraft: true }
  const { id } = recents.remember(draft)
  expect(recents.list()[0]?.tags).toBeUndefined()
  recents.setTags(id, ['novel', 'spring'])
  recents.remember({ ...draft, openedAtMs: 2 })
  expect(recents.find(id)?.tags).toEqual(['novel', 'spring'])
  const file = { path: '/stories/one.fabula', title: 'One', openedAtMs: 3, isDraft: false }
  const saved = recents.remember({ ...file, savedDraft: draft.path })
  expect(createRecentsStore(dataDir, sequentialIds()).find(saved.id)?.tags).toEqual(['novel', 'spring'])
  recents.setTags(saved.id, [])
  expect(recents.find(saved.id)?.tags).toEqual([])
})
