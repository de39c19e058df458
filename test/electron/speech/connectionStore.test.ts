import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createConnectionStore, withBuiltIn } from '../../../electron/speech/connectionStore.ts'
import type { ConnectionDraft } from '../../../electron/speech/connectionStore.ts'
import { fileKeySafe } from '../../../electron/speech/keySafe.ts'
import { createKeyStore } from '../../../electron/speech/keyStore.ts'
import { refusalOf } from '../project/support.ts'
import { CANARY_KEY, hostedConnection, keyFormsIn, tempFolder } from './support.ts'

const DRAFT: ConnectionDraft = {
  id: null,
  name: ' Studio ',
  baseUrl: 'https://speech.example/api/',
  webhookPublicKey: '',
  key: { text: CANARY_KEY, keep: 'safest' },
}

function openStore(dataDir = tempFolder()) {
  return { dataDir, store: createConnectionStore(dataDir, createKeyStore({ dataDir, safe: fileKeySafe })) }
}

test('a connection is there after a restart, and its view says of the key only that there is one', () => {
  const { dataDir, store } = openStore()
  const id = store.save(DRAFT)
  const view = openStore(dataDir).store.view()
  expect(view).toEqual({
    keeping: 'file',
    connections: [
      {
        id,
        name: 'Studio',
        baseUrl: 'https://speech.example/api',
        webhookPublicKey: '',
        hasKey: true,
        protection: 'file',
      },
    ],
  })
  expect(keyFormsIn(JSON.stringify(view) + readFileSync(join(dataDir, 'connections.json'), 'utf8'))).toEqual(
    [],
  )
})

test('there can be several to one address, and each has a name and a key of its own', async () => {
  const { store } = openStore()
  const first = store.save(DRAFT)
  const second = store.save({ ...DRAFT, name: 'Other account', key: { text: 'other-key', keep: 'safest' } })
  expect(new Set([first, second]).size).toBe(2)
  const keys = await Promise.all([first, second].map(async (id) => (await store.connections.get(id)).key()))
  expect(keys).toEqual([CANARY_KEY, 'other-key'])
})

test('a connection that is removed and set up again is the same one to its stories', () => {
  const { store } = openStore()
  const id = store.save(DRAFT)
  store.remove(id)
  expect(store.view().connections).toEqual([])
  const again = store.save({ ...DRAFT, key: null })
  expect(again).toBe(id)
  expect(store.view().connections).toMatchObject([{ hasKey: false, protection: null }])
})

test('a key stays when the name or the path changes, and goes when the origin does', async () => {
  const { store } = openStore()
  const id = store.save(DRAFT)
  store.save({ ...DRAFT, id, name: 'Renamed', baseUrl: 'https://speech.example/v2', key: null })
  const connection = await store.connections.get(id)
  expect(await connection.key()).toBe(CANARY_KEY)
  store.save({ ...DRAFT, id, baseUrl: 'https://elsewhere.example', key: null })
  expect(store.view().connections).toMatchObject([{ baseUrl: 'https://elsewhere.example', hasKey: false }])
  expect(refusalOf(() => connection.key())).toBe('connection-without-key')
})

test('whoever changes the address in the file does not get the key', async () => {
  const { dataDir, store } = openStore()
  const id = store.save(DRAFT)
  const path = join(dataDir, 'connections.json')
  writeFileSync(path, readFileSync(path, 'utf8').replace('https://speech.example', 'https://evil.example'))
  const connection = await store.connections.get(id)
  expect(connection.baseUrl).toBe('https://evil.example/api')
  expect(refusalOf(() => connection.key())).toBe('connection-without-key')
})

test.each([
  [{ name: ' ' }, 'connection-name-missing'],
  [{ baseUrl: 'http://speech.example' }, 'base-url-not-https'],
  [{ baseUrl: 'speech.example' }, 'base-url-invalid'],
  [{ baseUrl: 'https://name:word@speech.example' }, 'base-url-invalid'],
  [{ key: { text: 'two words', keep: 'safest' as const } }, 'key-unusable'],
  [{ id: 'gone' }, 'connection-unknown'],
])('nothing is saved of %j', (flaw, code) => {
  const { store } = openStore()
  expect(refusalOf(() => store.save({ ...DRAFT, ...flaw }))).toBe(code)
  expect(store.view().connections).toEqual([])
})

test('a story whose connection is gone gets a clear error, and the built-in one is always there', async () => {
  const { store } = openStore()
  const builtIn = { get: (id: string) => Promise.resolve(hostedConnection('http://127.0.0.1:1', id)) }
  const all = withBuiltIn(builtIn, store.connections)
  await expect(all.get('gone')).rejects.toMatchObject({ code: 'connection-unknown' })
  expect(await all.get('built-in')).toMatchObject({ connectionId: 'built-in' })
})

test('an entry that makes no sense is left out, and a file that makes none is kept aside', () => {
  const { dataDir, store } = openStore()
  const path = join(dataDir, 'connections.json')
  store.save(DRAFT)
  const [saved] = JSON.parse(readFileSync(path, 'utf8')) as unknown[] // what was just written
  writeFileSync(path, JSON.stringify([{ id: 7 }, saved]))
  expect(store.list()).toHaveLength(1)
  writeFileSync(path, '"nonsense"')
  expect(store.list()).toEqual([])
  expect(readFileSync(`${path}.damaged`, 'utf8')).toBe('"nonsense"')
})
