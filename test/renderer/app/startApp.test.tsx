import { expect, it } from 'vitest'
import { startApp } from '../../../renderer/app/startApp.ts'
import { PROJECT, sketchRecords } from '../support/smallStory.ts'
import { testWorld } from '../support/testWorld.tsx'

it('a story that the writer opened while the app was still starting stays open', async () => {
  const { recentId } = PROJECT
  const made = testWorld({
    records: sketchRecords([{}]), // which puts the story into the page's address
    answers: {
      'servers:list': () => ({ keeping: 'file', connection: [], engine: [], languageModel: [] }),
      'voices:list': () => ({ voices: [], engines: [] }),
      'voices:known': () => ({ voices: [], engines: [] }),
      'import:newerFile': () => null,
      'recents:list': () => [
        {
          id: recentId,
          title: 'A story',
          location: null,
          openedAtMs: 0,
          isDraft: true,
          exists: true,
          summary: null,
          tags: [],
        },
      ],
    },
  })
  expect(window.location.hash).toBe(`#${recentId}`)
  await startApp(made.world)
  expect(made.callsOf('recents:list')).toHaveLength(1)
  expect(made.callsOf('project:openRecent')).toEqual([])
})
