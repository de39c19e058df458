import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createEngineStore } from '../../../electron/speech/engineStore.ts'
import type { EngineDraft } from '../../../electron/speech/engineStore.ts'
import { fileKeySafe } from '../../../electron/speech/keySafe.ts'
import { createKeyStore } from '../../../electron/speech/keyStore.ts'
import { refusalOf } from '../project/support.ts'
import { CANARY_KEY, keyFormsIn, tempFolder } from './support.ts'

const DRAFT: EngineDraft = {
  isNew: true,
  name: 'kokoro',
  baseUrl: 'http://127.0.0.1:8880/v1/',
  model: ' kokoro ',
  voices: [' af_bella ', 'am_adam', 'af_bella'],
  maxCharacters: 2000,
  key: { text: CANARY_KEY, keep: 'safest' },
}
const WITHOUT_KEY = { ...DRAFT, key: null }
const CHANGE = { ...WITHOUT_KEY, isNew: false }

function openStore(dataDir = tempFolder()) {
  const keys = createKeyStore({ dataDir, safe: fileKeySafe })
  return { dataDir, keys, store: createEngineStore(dataDir, keys) }
}
const noTrouble = (error: unknown) => {
  throw error
}

test('an engine is there after a restart, and its view says of the key only that there is one', () => {
  const { dataDir, store } = openStore()
  expect(store.save(DRAFT)).toBe('kokoro')
  const restarted = openStore(dataDir).store
  const view = restarted.view()
  expect(view).toEqual({
    keeping: 'file',
    engines: [
      {
        name: 'kokoro',
        baseUrl: 'http://127.0.0.1:8880/v1',
        model: 'kokoro',
        voices: ['af_bella', 'am_adam'],
        maxCharacters: 2000,
        hasKey: true,
        protection: 'file',
      },
    ],
  })
  expect(keyFormsIn(JSON.stringify(view) + readFileSync(join(dataDir, 'engines.json'), 'utf8'))).toEqual([])
  expect(statSync(join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600)
  expect(restarted.settings(noTrouble)).toEqual([
    expect.objectContaining({ name: 'kokoro', baseUrl: 'http://127.0.0.1:8880', key: CANARY_KEY }),
  ])
  expect(restarted.find('kokoro')).toMatchObject({ key: CANARY_KEY, maxCharacters: 2000 })
})

test.each([
  [{ name: '' }, 'engine-name-unusable'],
  [{ name: 'two words' }, 'engine-name-unusable'],
  [{ name: 'with:colon' }, 'engine-name-unusable'],
  [{ name: 'n'.repeat(33) }, 'engine-name-unusable'],
  [{ model: '  ' }, 'engine-model-missing'],
  [{ baseUrl: '' }, 'engine-address-invalid'],
  [{ baseUrl: 'kokoro' }, 'engine-address-invalid'],
  [{ baseUrl: 'file:///etc/passwd' }, 'engine-address-invalid'],
  [{ baseUrl: 'https://name:secret@speech.example' }, 'engine-address-invalid'],
  [{ baseUrl: 'http://192.168.1.20:8880' }, 'engine-address-open'],
  [{ baseUrl: 'http://localhost.example:8880' }, 'engine-address-open'],
  [{ key: { text: 'two words', keep: 'safest' as const } }, 'key-unusable'],
])('refuses %j with %s, and keeps nothing', (wrong, code) => {
  const { store, keys } = openStore()
  expect(refusalOf(() => store.save({ ...DRAFT, ...wrong }))).toBe(code)
  expect(store.list()).toEqual([])
  expect(keys.protection('engine kokoro')).toBeNull()
})

test.each(['http://192.168.1.20:8880', 'http://kokoro:8880', 'https://speech.example/tts'])(
  'a server without a key may be anywhere, as at %s',
  (baseUrl) => {
    const { store } = openStore()
    store.save({ ...WITHOUT_KEY, baseUrl })
    expect(store.settings(noTrouble)).toEqual([expect.objectContaining({ baseUrl, key: '' })])
  },
)

test('names are unique: adding takes a new one, changing an old one', () => {
  const { store } = openStore()
  store.save(DRAFT)
  expect(refusalOf(() => store.save(DRAFT))).toBe('engine-name-taken')
  expect(refusalOf(() => store.save({ ...CHANGE, name: 'other' }))).toBe('engine-unknown')
  expect(refusalOf(() => store.remove('other'))).toBe('engine-unknown')
  store.save({ ...CHANGE, model: 'kokoro-2' })
  expect(store.list()).toEqual([expect.objectContaining({ model: 'kokoro-2' })])
})

test('a key stays through changes, and does not move to another origin', () => {
  const { store } = openStore()
  store.save(DRAFT)
  store.save({ ...CHANGE, baseUrl: 'http://127.0.0.1:8880/other' })
  expect(store.find('kokoro').key).toBe(CANARY_KEY)
  expect(refusalOf(() => store.save({ ...DRAFT, isNew: false, baseUrl: 'http://lan:1' }))).toBe(
    'engine-address-open',
  )
  expect(store.find('kokoro').key).toBe(CANARY_KEY)
  store.save({ ...CHANGE, baseUrl: 'http://lan:1' })
  expect(store.view().engines).toEqual([expect.objectContaining({ hasKey: false, protection: null })])
  expect(store.find('kokoro')).toMatchObject({ baseUrl: 'http://lan:1', key: '' })
})

test('the key can be removed alone, and goes with the engine', () => {
  const { store, dataDir } = openStore()
  store.save(DRAFT)
  store.removeKey('kokoro')
  expect(store.find('kokoro').key).toBe('')
  store.save({ ...DRAFT, isNew: false })
  store.remove('kokoro')
  expect(store.list()).toEqual([])
  expect(readFileSync(join(dataDir, 'keys.json'), 'utf8')).toBe('{}\n')
  // A key that outlived an engine of the name is not the new one's.
  store.save(WITHOUT_KEY)
  expect(store.find('kokoro').key).toBe('')
})

test('a file that somebody changed does not bring the key elsewhere, nor keep other engines from speaking', () => {
  const { store, dataDir } = openStore()
  store.save(DRAFT)
  store.save({ ...WITHOUT_KEY, name: 'plain' })
  const path = join(dataDir, 'engines.json')
  const changed = readFileSync(path, 'utf8').replace('http://127.0.0.1:8880/v1', 'https://thief.example')
  writeFileSync(path, changed.replace(/\n\]\n$/, ',\n{"name":"odd"}, {"name":"plain"}, 7]'))
  const troubles = vi.fn()
  expect(store.settings(troubles)).toEqual([
    expect.objectContaining({ name: 'kokoro', baseUrl: 'https://thief.example', key: '' }),
    expect.objectContaining({ name: 'plain' }),
  ])
  expect(troubles).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ code: expect.any(String) }),
    'kokoro',
  )
})

test('a key that cannot be opened is kept, told of, and not replaced by none', () => {
  const { dataDir, store } = openStore()
  store.save(DRAFT)
  const path = join(dataDir, 'keys.json')
  writeFileSync(path, readFileSync(path, 'utf8').replace('"plain"', '"sealed"'))
  expect(store.settings(() => {})).toEqual([expect.objectContaining({ key: '' })])
  expect(refusalOf(() => store.find('kokoro'))).toBe('key-sealed-elsewhere')
  store.save({ ...CHANGE, model: 'another' })
  expect(store.view().engines).toEqual([expect.objectContaining({ hasKey: true, protection: 'sealed' })])
})
