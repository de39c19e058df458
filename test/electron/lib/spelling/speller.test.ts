import { afterAll, expect, test, vi } from 'vitest'
import { dictionaryFor, type DictionaryId } from '../../../../electron/lib/spelling/dictionaries.ts'
import { createSpeller } from '../../../../electron/lib/spelling/speller.ts'

const report = vi.fn()
const speller = createSpeller(report)
afterAll(async () => {
  await speller.close()
  expect(report).not.toHaveBeenCalled()
})

test.each<[DictionaryId, right: string, wrong: string, meant: string]>([
  ['en', 'color lantern don’t', 'lantren', 'lantern'],
  ['de', 'Haustürschlüssel Füchsin schläft', 'Fücksin', 'Füchsin'],
  ['es', 'canción niña había', 'cancíon', 'canción'],
])('words of %s are checked by its dictionary', async (language, right, wrong, meant) => {
  const words = right.split(' ')
  expect(await speller.check([...words, wrong], [language])).toEqual([wrong])
  expect(await speller.suggest(wrong, [language])).toContain(meant)
})

test('a word is correct if one of several languages has it', async () => {
  expect(await speller.check(['lantern', 'Laterne', 'Lanterne'], ['en', 'de'])).toEqual(['Lanterne'])
})

test('without a dictionary no word is wrong', async () => {
  expect(await speller.check(['xqzt'], [])).toEqual([])
  expect(await speller.suggest('xqzt', [])).toEqual([])
})

test('text too long for a word is skipped, and thousands of compounds cause no delay', async () => {
  const long = 'Donaudampfschifffahrt'.repeat(100)
  const compounds = Array.from(
    { length: 3_000 },
    (_, at) => `Donaudampfschifffahrtsgesellschaft${String.fromCharCode(97 + (at % 26))}${at}`,
  )
  const startMs = performance.now()
  expect(await speller.check([long], ['de'])).toEqual([])
  await speller.check(compounds, ['de'])
  expect(performance.now() - startMs).toBeLessThan(15_000)
})

test('if the thread does not start, no word is wrong, and the log contains the error', async () => {
  const told = vi.fn()
  const broken = createSpeller(told, new URL('./none.ts', import.meta.url))
  expect(await broken.check(['lantren'], ['en'])).toEqual([])
  expect(told).toHaveBeenCalledExactlyOnceWith('spelling', expect.any(Error))
})

test.each<[tag: string, system: readonly string[], dictionary: DictionaryId | undefined]>([
  ['en', [], 'en'],
  ['en', ['de-DE', 'en-AU'], 'en-GB'],
  ['en-US', ['en-GB'], 'en'],
  ['en-IE', [], 'en-GB'],
  ['de-CH', [], 'de'],
  ['pt_BR', [], 'pt'],
  ['es-419', [], 'es'],
  ['ja', [], undefined],
  ['', [], undefined],
  ['toString', [], undefined],
])('the language “%s”, with the system’s %j, uses the dictionary %s', (tag, system, dictionary) => {
  expect(dictionaryFor(tag, system)).toBe(dictionary)
})
