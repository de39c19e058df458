import { beforeEach, expect, test, vi } from 'vitest'
import { createUnsavedEdits, type PageLocks } from '../../../renderer/stores/unsavedEdits.ts'
import type { RecentId } from '../../../shared/ipc/views.ts'
import { editText } from '../../../shared/story/blockCommands.ts'
import { invert } from '../../../shared/story/changes.ts'
import { blockId, emptyStory } from '../../shared/story/randomStories.ts'

const story = emptyStory()
const change = editText(story, blockId(0), 'Not saved.')
const edits = [{ change, inverse: invert(story, change) }]
const [fox, owl] = ['fox', 'owl'] as unknown as [RecentId, RecentId]

/** The locks of a browser, in which a test ends pages. */
function browserLocks() {
  const held = new Set<string>()
  const locks: PageLocks = {
    async request(name, { ifAvailable }, run) {
      if (held.has(name)) {
        if (ifAvailable === true) await run(null)
        return
      }
      held.add(name)
      await run({})
      held.delete(name)
    },
  }
  return { locks, endPage: (pageId: string) => held.delete(`fabula-unsaved-${pageId}`) }
}

beforeEach(() => {
  localStorage.clear()
})

test('the next page that opens the story gets the unsaved edits of a closed page, once', async () => {
  const { locks, endPage } = browserLocks()
  createUnsavedEdits(localStorage, locks, 'first').keep(fox, edits)
  endPage('first')
  const second = createUnsavedEdits(localStorage, locks, 'second')
  const take = vi.fn(() => true)
  await second.takeOver(owl, take)
  expect(take).not.toHaveBeenCalled()
  await second.takeOver(fox, take)
  await second.takeOver(fox, take)
  expect(take).toHaveBeenCalledExactlyOnceWith(edits)
})

test('an open page keeps its edits to itself, and drops them when they are saved', async () => {
  const { locks, endPage } = browserLocks()
  const first = createUnsavedEdits(localStorage, locks, 'first')
  const second = createUnsavedEdits(localStorage, locks, 'second')
  const take = vi.fn(() => true)
  first.keep(fox, edits)
  await second.takeOver(fox, take)
  first.keep(fox, [])
  endPage('first')
  await second.takeOver(fox, take)
  expect(take).not.toHaveBeenCalled()
})

test('edits that a page does not accept stay for the next page, and unknown data is left unchanged', async () => {
  const { locks, endPage } = browserLocks()
  localStorage.setItem('fabula-unsaved-older', '{"recentId":"fox","edits":"of another version"}')
  createUnsavedEdits(localStorage, locks, 'first').keep(fox, edits)
  endPage('first')
  const take = vi.fn(() => false)
  await createUnsavedEdits(localStorage, locks, 'second').takeOver(fox, take)
  expect(take).toHaveBeenCalledOnce()
  await createUnsavedEdits(localStorage, locks, 'third').takeOver(fox, take)
  expect(take).toHaveBeenCalledTimes(2)
  expect(localStorage.getItem('fabula-unsaved-older')).not.toBeNull()
})
