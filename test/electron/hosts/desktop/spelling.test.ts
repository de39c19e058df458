import type { WebContents } from 'electron'
import { afterAll, expect, test, vi } from 'vitest'
import { createSpelling } from '../../../../electron/hosts/desktop/spelling.ts'
import { createSpeller } from '../../../../electron/lib/spelling/speller.ts'

const speller = createSpeller(vi.fn())
afterAll(() => speller.close())

/** A page of a window: only its identity matters. */
const newPage = () => ({}) as WebContents

function spellingOn(platform: NodeJS.Platform, systemLanguages: readonly string[] = ['en-US']) {
  const session = {
    setSpellCheckerEnabled: vi.fn(),
    addWordToSpellCheckerDictionary: vi.fn((_word: string) => true),
    removeWordFromSpellCheckerDictionary: vi.fn((_word: string) => true),
  }
  return { session, spelling: createSpelling({ speller, session, systemLanguages, platform }) }
}

test('each page is checked in its own languages', async () => {
  const { spelling } = spellingOn('linux')
  spelling.follow({ checksSpelling: true, ownWords: [] })
  const [english, both, none] = [newPage(), newPage(), newPage()]
  spelling.setLanguages(english, ['en'])
  spelling.setLanguages(both, ['en', 'de', 'ja', 'nonsense'])
  const words = ['lantern', 'Laterne', 'lantren']
  expect(await spelling.check(english, words)).toEqual(['Laterne', 'lantren'])
  expect(await spelling.check(both, words)).toEqual(['lantren'])
  expect(await spelling.check(none, words)).toEqual([])
  expect(await spelling.suggest(english, 'lantren')).toContain('lantern')
})

test('English is the variant of the system', async () => {
  const { spelling } = spellingOn('win32', ['de-DE', 'en-GB'])
  spelling.follow({ checksSpelling: true, ownWords: [] })
  const page = newPage()
  spelling.setLanguages(page, ['en'])
  expect(await spelling.check(page, ['colour', 'color'])).toEqual(['color'])
})

test('words in the writer’s dictionary are correct, also at the start of a sentence, until they are removed', async () => {
  const { spelling } = spellingOn('linux')
  const page = newPage()
  spelling.setLanguages(page, ['en'])
  const words = ['Zorbl', 'zorbl', "Quenn's", 'Quenn’s', 'quenn’s']
  spelling.follow({ checksSpelling: true, ownWords: ['zorbl', "Quenn's"] })
  expect(await spelling.check(page, words)).toEqual(['quenn’s'])
  spelling.follow({ checksSpelling: true, ownWords: [] })
  expect(await spelling.check(page, words)).toEqual(words)
})

test('no word is wrong while the check is off', async () => {
  const { spelling } = spellingOn('linux')
  const page = newPage()
  spelling.setLanguages(page, ['en'])
  spelling.follow({ checksSpelling: false, ownWords: [] })
  expect(await spelling.check(page, ['lantren'])).toEqual([])
  expect(await spelling.suggest(page, 'lantren')).toEqual([])
})

test('on a Mac the system checks spelling, and stores the writer’s own words', async () => {
  const { spelling, session } = spellingOn('darwin')
  spelling.follow({ checksSpelling: true, ownWords: ['zorbl'] })
  spelling.follow({ checksSpelling: true, ownWords: ['zorbl', 'quenn'] })
  spelling.follow({ checksSpelling: false, ownWords: ['quenn'] })
  expect(session.setSpellCheckerEnabled.mock.calls).toEqual([[true], [true], [false]])
  expect(session.addWordToSpellCheckerDictionary.mock.calls).toEqual([['zorbl'], ['quenn']])
  expect(session.removeWordFromSpellCheckerDictionary.mock.calls).toEqual([['zorbl']])
})
