import i18next from 'i18next'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  formatBlockLength,
  formatClockTenths,
  formatCount,
  formatDay,
  formatSeconds,
  formatSpeed,
  localeFormats,
  setLocale,
} from '../../../renderer/i18n/format.ts'
import { languageName } from '../../../renderer/i18n/voiceText.ts'
import { showLanguage, startI18n } from '../../../renderer/i18n/i18n.ts'
import { LANGUAGES } from '../../../shared/messages/languages.ts'
import { ENGINE_LANGUAGES } from '../../../shared/voices/languages.ts'

beforeAll(startI18n)
afterEach(() => showLanguage({ language: 'en', locale: 'en-US' }))

test('numbers in a text are formatted for readers', () => {
  const params = { number: 2, name: 'The storm', characters: 10_001, limit: 10_000 }
  expect(i18next.t('errors.named-block-too-long', params)).toMatch(
    /^Block 2, “The storm”, has 10,001 characters; a service accepts 10,000\./,
  )
  expect(i18next.t('errors.block-too-long', params)).toMatch(/^Block 2 has 10,001 characters/)
  expect(i18next.t('errors.export-needs-render', { count: 1_200 })).toMatch(/^1,200 blocks have/)
})

test('words that look like placeholders stay unchanged, and a name of digits is not formatted as a number', () => {
  expect(i18next.t('errors.file-not-found', { name: '{{count}} $t(app.close) <b>' })).toMatch(
    /^“{{count}} \$t\(app\.close\) <b>” could not be found/,
  )
  expect(i18next.t('errors.webhook-port-taken', { port: '47318' })).toMatch(/port 47318,/)
})

test('a day is shown unchanged, whatever the time zone', () => {
  expect(formatDay('2026-05-01')).toBe('May 1, 2026')
})

test('numbers, times and days are formatted for the locale', async () => {
  const written = () => [
    ...[formatCount(10_000), formatSeconds(1500), formatSpeed(1), formatSpeed(1.25)],
    ...[formatClockTenths(83_400), formatBlockLength(i18next.t, 5200, true), formatDay('2026-05-01')],
    i18next.t('units.blocks', { count: 1200 }),
  ]
  expect(written()).toEqual([
    '10,000',
    '1.5',
    '1.0',
    '1.25',
    '1:23.4',
    '~5.2 s',
    'May 1, 2026',
    '1,200 blocks',
  ])
  await showLanguage({ language: 'de', locale: 'de-DE' })
  expect(written()).toEqual([
    '10.000',
    '1,5',
    '1,0',
    '1,25',
    '1:23,4',
    '~5,2 s',
    '01.05.2026',
    '1.200 Blöcke',
  ])
  await showLanguage({ language: 'es', locale: 'es-MX' })
  expect(written()).toEqual([
    ...['10,000', '1.5', '1.0', '1.25', '1:23.4', '~5.2 s', '1 may 2026', '1,200 bloques'],
  ])
})

test('every language has a text for every count, including one million in Spanish', async () => {
  const counts = [0, 1, 2, 1_000_000]
  const blocks = () => counts.map((count) => i18next.t('units.blocks', { count }).replace(/\p{P}/gu, ''))
  await showLanguage({ language: 'es', locale: 'es' })
  expect(blocks()).toEqual(['0 bloques', '1 bloque', '2 bloques', '1000000 bloques'])
  await showLanguage({ language: 'de', locale: 'de' })
  expect(blocks()).toEqual(['0 Blöcke', '1 Block', '2 Blöcke', '1000000 Blöcke'])
})

test('the page states its language, and of two simultaneous choices the last one is shown', async () => {
  await Promise.all([
    showLanguage({ language: 'de', locale: 'de-AT' }),
    showLanguage({ language: 'en', locale: 'en-GB' }),
  ])
  expect([document.documentElement.lang, i18next.t('commands.undo')]).toEqual(['en-GB', 'Undo'])
  await showLanguage({ language: 'de', locale: 'de-AT' })
  expect([document.documentElement.lang, i18next.t('commands.undo')]).toEqual(['de-AT', 'Rückgängig'])
})

describe('names of languages', () => {
  afterEach(() => {
    setLocale('en')
    vi.restoreAllMocks()
  })

  test.each([
    ['en', 'en-029', 'English (Caribbean)'],
    ['de', 'en-029', 'Englisch (Karibik)'],
    ['es', 'en-029', 'inglés (Caribe)'],
    ['en', 'ca-va', 'Catalan (Valencian)'], // a browser takes it for Vatican City
    ['de-AT', 'ru-cl', 'Russisch (klassisch)'], // and this for Chile
    ['en', 'en-gb-x-rp', 'English (Received Pronunciation)'],
    ['es', 'PIQD', 'klingon'],
    ['en', 'de', 'German'],
    ['en', 'en_US', 'American English'],
    ['en', 'de-x-own', 'German'],
    ['en', 'vai', 'Vai'],
    ['en', 'qqq', 'qqq'],
    ['en', '', ''],
  ])('in “%s”, “%s” is %s', (locale, tag, name) => {
    setLocale(locale)
    expect(languageName(tag)).toBe(name)
  })

  test.each([
    ['ba-ru', 'ba-ru', 'Bashkir'],
    ['en-001', 'English (001)', 'English'],
    ['en-gb-oed', 'British English (OED)', 'British English'],
    ['nl-qq', 'Dutch (QQ)', 'Dutch'],
  ])('a browser that has no name for a part of “%s” shows no code', (tag, shown, name) => {
    const { languages } = localeFormats()
    const known = languages.of.bind(languages)
    vi.spyOn(languages, 'of').mockImplementation((each) => (each === tag ? shown : known(each)))
    expect(languageName(tag)).toBe(name)
  })

  test('every language of the local voice has a name in every language of the app', () => {
    for (const locale of LANGUAGES) {
      setLocale(locale)
      for (const [tag] of ENGINE_LANGUAGES) {
        const words = languageName(tag).split(/[^\p{L}\d]+/u)
        const codes = tag.split('-').filter((part) => words.some((word) => word === part.toUpperCase()))
        expect([tag, codes, languageName(tag) === tag]).toEqual([tag, [], false])
      }
    }
  })
})
