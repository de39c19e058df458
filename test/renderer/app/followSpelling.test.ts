import { afterEach, expect, test, vi } from 'vitest'
import { closeProject } from '../../../renderer/actions/projects.ts'
import { followSpelling } from '../../../renderer/app/startApp.ts'
import { editText } from '../../../shared/story/blockCommands.ts'
import { APP_INFO } from '../support/appInfo.ts'
import { id, sketchRecords } from '../support/smallStory.ts'
import { testWorld } from '../support/testWorld.tsx'

const GERMAN =
  'Die Füchsin ging in den Wald, und der Mond war nicht zu sehen, als sie mit dem Licht nach Hause kam.'
const desktop = { info: { ...APP_INFO, host: 'desktop' as const } }

afterEach(() => {
  vi.useRealTimers()
})

test('the host is notified of the language of the app, and of the language of an open story if it differs', async () => {
  const made = testWorld({ records: sketchRecords([{ text: GERMAN }]), app: desktop })
  const told = () => made.callsOf('spelling:setLanguages').map(({ languages }) => languages)
  followSpelling(made.world)
  expect(told()).toEqual([['en', 'de']])
  await closeProject(made.world)
  expect(told()).toEqual([['en', 'de'], ['en']])
})

test('a story written in another language is detected shortly afterwards', () => {
  vi.useFakeTimers()
  const made = testWorld({ records: sketchRecords([{ text: '' }]), app: desktop })
  const told = () => made.callsOf('spelling:setLanguages').map(({ languages }) => languages)
  followSpelling(made.world)
  made.world.edit('edits.paste', editText(made.story(), id('b1'), GERMAN))
  expect(told()).toEqual([['en']])
  vi.runAllTimers()
  expect(told()).toEqual([['en'], ['en', 'de']])
})

test('a browser checks the spelling itself', () => {
  const made = testWorld({ records: sketchRecords([{ text: GERMAN }]), app: { info: APP_INFO } })
  followSpelling(made.world)
  expect(made.callsOf('spelling:setLanguages')).toEqual([])
})
