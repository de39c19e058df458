import { expect, test } from 'vitest'
import { createThisPage, type PageLockManager } from '../../../renderer/stores/unsavedEdits.ts'

test('a page knows which other pages are open', async () => {
  const held = new Set<string>(['of-another-program'])
  const locks = {
    request: (name: string) => {
      held.add(name)
      return new Promise(() => undefined)
    },
    query: () => Promise.resolve({ held: [...held].map((name) => ({ name })) }),
  } as unknown as PageLockManager // only the members that are used
  const [a] = ['a', 'b', 'c'].map((id) => createThisPage(locks, id))
  expect(await a?.others()).toEqual(['b', 'c'])
  held.delete('fabula-page-b')
  expect(await a?.others()).toEqual(['c'])
})

test.each([undefined, null])('a browser whose locks are %s knows no other page', async (locks) => {
  expect(await createThisPage(locks, 'a').others()).toEqual([])
})
