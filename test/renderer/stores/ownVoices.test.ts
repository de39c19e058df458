import { expect, test } from 'vitest'
import { mergeVoices } from '../../../renderer/stores/appStore.ts'
import type { VoiceView } from '../../../shared/ipc/views.ts'

const voice = (id: string, name: string, engine: string | null = null): VoiceView => ({
  ...{ id, name, engine, language: 'en', description: '', gender: null, pack: null },
})
const HOST = [voice('OA001', 'Alloy'), voice('one:alloy', 'alloy', 'one'), voice('two:alloy', 'alloy', 'two')]
const shown = (own: Parameters<typeof mergeVoices>[1]) =>
  mergeVoices(HOST, own).map(({ id, name }) => [id, name])

test('voices of engines stand before the built-in ones, and are named together with their engine', () => {
  expect(shown([])).toEqual([
    ['one:alloy', 'alloy (one)'],
    ['two:alloy', 'alloy (two)'],
    ['OA001', 'Alloy'],
  ])
})

test('the writer’s own voices come first, and the writer’s names win', () => {
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
