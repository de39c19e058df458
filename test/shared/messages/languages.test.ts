import { expect, test } from 'vitest'
import { chooseLanguage } from '../../../shared/messages/languages.ts'

test.each([
  ['the first language of the system that Fabula has', ['fr-FR', 'de-AT', 'en-US'], 'de', 'de-AT'],
  ['English if Fabula has none of them', ['fr-FR', 'pl'], 'en', 'en'],
  ['English if the system names none', [], 'en', 'en'],
  ['a language without its region', ['ES'], 'es', 'ES'],
])('without a choice, %s is shown', (_name, system, language, locale) => {
  expect(chooseLanguage('system', system)).toEqual({ language, locale })
})

test('a chosen language is shown whatever the system prefers, with the system’s region for it', () => {
  expect(chooseLanguage('es', ['de-DE', 'es-MX', 'es-ES'])).toEqual({ language: 'es', locale: 'es-MX' })
  expect(chooseLanguage('de', ['en-GB'])).toEqual({ language: 'de', locale: 'de' })
})
