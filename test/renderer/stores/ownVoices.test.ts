import { expect, test } from 'vitest'
import { showLanguage, startI18n } from '../../../renderer/i18n/i18n.ts'
import { mergeVoices } from '../../../renderer/stores/appStore.ts'
import type { VoiceView } from '../../../shared/ipc/views.ts'

const voice = (id: string, name: string, engine: string | null = null): VoiceView => ({
  ...{ id, name, engine, language: 'en', description: '', gender: null, pack: null },
})
const HOST = [voice('OA001', 'Alloy'), voice('one:alloy', 'alloy', 'one'), voice('two:alloy', 'alloy', 'two')]
const shown = (own: Parameters<typeof mergeVoices>[1]) =>
  mergeVoices(HOST, own).map(({ id, name }) => [id, name])

test('voices of engines are listed before the built-in ones, with the name of their engine', () => {
  expect(shown([])).toEqual([
    ['one:alloy', 'alloy (one)'],
    ['two:alloy', 'alloy (two)'],
    ['OA001', 'Alloy'],
  ])
})

test('the writer’s own voices come first, and the writer’s names take precedence', () => {
  expect(
    shown([
      { id: 'two:alloy', name: 'Grandmother' },
      { id: 'HB042', name: 'Harbour master' },
    ]),
  ).toEqual([
    ['HB042', 'Harbour master'],
    ['one:alloy', 'alloy (one)'],
    ['two:alloy', 'Grandmother'],
    ['OA001', 'Alloy'],
  ])
})

test('built-in voices that are named after their language are named in the language of the page', async () => {
  const german = { ...voice('ES-de', 'German'), language: 'de' }
  const low = { ...voice('ES-de-quincy', 'German, low'), language: 'de' }
  const names = () => mergeVoices([german, low, ...HOST], []).map(({ name }) => name)
  await startI18n()
  expect(names().slice(-3)).toEqual(['German', 'German, low', 'Alloy'])
  await showLanguage({ language: 'de', locale: 'de' })
  expect(names().slice(-3)).toEqual(['Deutsch', 'Deutsch, tief', 'Alloy'])
  await showLanguage({ language: 'es', locale: 'es' })
  expect(names().slice(-3)).toEqual(['Alemán', 'Alemán, grave', 'Alloy'])
  await showLanguage({ language: 'en', locale: 'en' })
})
