import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { root } from '../../../../build/root.mjs'
import { createConnections } from '../../../../electron/speech/connections.ts'
import { createKeyStore, fileKeySafe, type KeySafe } from '../../../../electron/speech/servers/keyStore.ts'
import { createServerStore, engineSettingsOf } from '../../../../electron/speech/servers/serverStore.ts'
import type { ServerDraft } from '../../../../shared/servers/contract.ts'
import { refusalOf } from '../../project/support.ts'
import { CANARY_KEY, hostedConnection, keyFormsIn, tempFolder } from '../support.ts'

const KEY = { text: CANARY_KEY, keep: 'safest' } as const

function openStore(dataDir = tempFolder(), safe: KeySafe = fileKeySafe) {
  const keys = createKeyStore({ dataDir, safe })
  return { dataDir, keys, store: createServerStore(dataDir, keys) }
}
const noError = (error: unknown) => {
  throw error
}

describe('a connection', () => {
  const DRAFT: Extract<ServerDraft, { kind: 'connection' }> = {
    kind: 'connection',
    id: null,
    name: ' Studio ',
    baseUrl: 'https://speech.example/api/',
    webhookPublicKey: '',
    key: KEY,
  }
  const builtIn = () => Promise.resolve(hostedConnection('http://127.0.0.1:1', 'built-in'))
  const keyOf = async (store: ReturnType<typeof openStore>['store'], id: string) =>
    (await createConnections(builtIn, store).get(id)).key()

  test('is still there after a restart, and its view only says whether it has a key', () => {
    const { dataDir, store } = openStore()
    const id = store.save(DRAFT)
    const view = openStore(dataDir).store.view()
    expect(view).toEqual({
      keeping: 'file',
      connection: [
        {
          kind: 'connection',
          id,
          name: 'Studio',
          baseUrl: 'https://speech.example/api',
          webhookPublicKey: '',
          hasKey: true,
          protection: 'file',
        },
      ],
      engine: [],
      languageModel: [],
    })
    const file = readFileSync(join(dataDir, 'connections.json'), 'utf8')
    expect(keyFormsIn(JSON.stringify(view) + file)).toEqual([])
  })

  test('has its own name and key, even if several have the same address', async () => {
    const { store } = openStore()
    const first = store.save(DRAFT)
    const second = store.save({ ...DRAFT, name: 'Other account', key: { text: 'other-key', keep: 'safest' } })
    expect(new Set([first, second]).size).toBe(2)
    expect(await keyOf(store, first)).toBe(CANARY_KEY)
    expect(await keyOf(store, second)).toBe('other-key')
  })

  test('gets the same id for its stories if it is removed and set up again', () => {
    const { store } = openStore()
    const id = store.save(DRAFT)
    store.remove('connection', id)
    expect(store.view().connection).toEqual([])
    expect(store.save({ ...DRAFT, key: null })).toBe(id)
    expect(store.view().connection).toMatchObject([{ hasKey: false, protection: null }])
  })

  test('keeps its key when the name or the path changes, and loses it when the origin changes', async () => {
    const { store } = openStore()
    const id = store.save(DRAFT)
    store.save({ ...DRAFT, id, name: 'Renamed', baseUrl: 'https://speech.example/v2', key: null })
    expect(await keyOf(store, id)).toBe(CANARY_KEY)
    const connection = await createConnections(builtIn, store).get(id)
    store.save({ ...DRAFT, id, baseUrl: 'https://elsewhere.example', key: null })
    expect(store.view().connection).toMatchObject([{ baseUrl: 'https://elsewhere.example', hasKey: false }])
    await expect(connection.key()).rejects.toMatchObject({ code: 'connection-without-key' })
  })

  test('does not send its key to an address that was written into the file', async () => {
    const { dataDir, store } = openStore()
    const id = store.save(DRAFT)
    const path = join(dataDir, 'connections.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('https://speech.example', 'https://evil.example'))
    const connection = await createConnections(builtIn, store).get(id)
    expect(connection.baseUrl).toBe('https://evil.example/api')
    await expect(connection.key()).rejects.toMatchObject({ code: 'connection-without-key' })
  })

  test.each([
    [{ name: ' ' }, 'connection-name-missing'],
    [{ baseUrl: 'http://speech.example' }, 'base-url-not-https'],
    [{ baseUrl: 'http://speech.example', key: null }, 'base-url-not-https'],
    [{ baseUrl: 'speech.example' }, 'base-url-invalid'],
    [{ baseUrl: 'https://name:word@speech.example' }, 'base-url-invalid'],
    [{ key: { text: 'two words', keep: 'safest' as const } }, 'key-unusable'],
    [{ id: 'gone' }, 'connection-unknown'],
  ])('cannot be saved with %j', (flaw, code) => {
    const { store } = openStore()
    expect(refusalOf(() => store.save({ ...DRAFT, ...flaw }))).toBe(code)
    expect(store.view().connection).toEqual([])
  })

  test('that is missing causes a clear error, and the built-in connection always exists', async () => {
    const connections = createConnections(builtIn, openStore().store)
    await expect(connections.get('gone')).rejects.toMatchObject({ code: 'connection-unknown' })
    expect(await connections.get('built-in')).toMatchObject({ connectionId: 'built-in' })
  })

  test('is omitted if its entry is invalid; an unreadable file is kept under another name', () => {
    const { dataDir, store } = openStore()
    const path = join(dataDir, 'connections.json')
    store.save(DRAFT)
    const [saved] = JSON.parse(readFileSync(path, 'utf8')) as unknown[] // the store wrote it
    writeFileSync(path, JSON.stringify([{ id: 7 }, saved]))
    expect(store.list('connection')).toHaveLength(1)
    writeFileSync(path, '"nonsense"')
    expect(store.list('connection')).toEqual([])
    expect(readFileSync(`${path}.damaged`, 'utf8')).toBe('"nonsense"')
  })
})

describe('an engine', () => {
  const DRAFT: Extract<ServerDraft, { kind: 'engine' }> = {
    kind: 'engine',
    id: null,
    name: 'kokoro',
    baseUrl: 'http://127.0.0.1:8880/v1/',
    model: ' kokoro ',
    voices: [' af_bella ', 'am_adam', 'af_bella'],
    maxCharacters: 2000,
    pcmRate: 0,
    key: KEY,
  }
  const WITHOUT_KEY = { ...DRAFT, key: null }
  const CHANGE = { ...WITHOUT_KEY, id: 'kokoro' }

  function openEngines(dataDir?: string) {
    const opened = openStore(dataDir)
    return { ...opened, keyOf: () => opened.store.keyOf(opened.store.find('engine', 'kokoro')) }
  }

  test('is still there after a restart, and its view only says whether it has a key', () => {
    const { dataDir, store } = openEngines()
    expect(store.save(DRAFT)).toBe('kokoro')
    const restarted = openEngines(dataDir)
    const view = restarted.store.view()
    expect(view).toEqual({
      keeping: 'file',
      connection: [],
      engine: [
        {
          kind: 'engine',
          id: 'kokoro',
          name: 'kokoro',
          baseUrl: 'http://127.0.0.1:8880/v1',
          model: 'kokoro',
          voices: ['af_bella', 'am_adam'],
          maxCharacters: 2000,
          pcmRate: 0,
          hasKey: true,
          protection: 'file',
        },
      ],
      languageModel: [],
    })
    expect(keyFormsIn(JSON.stringify(view) + readFileSync(join(dataDir, 'engines.json'), 'utf8'))).toEqual([])
    expect(statSync(join(dataDir, 'keys.json')).mode & 0o777).toBe(0o600)
    expect(engineSettingsOf(restarted.store, noError)).toEqual([
      expect.objectContaining({
        name: 'kokoro',
        baseUrl: 'http://127.0.0.1:8880',
        key: CANARY_KEY,
        maxCharacters: 2000,
        pcmRate: 0,
      }),
    ])
    expect(restarted.keyOf()).toBe(CANARY_KEY)
  })

  test('keeps the sample rate of headerless audio', () => {
    const { dataDir, store } = openEngines()
    store.save({ ...WITHOUT_KEY, pcmRate: 22_050 })
    expect(engineSettingsOf(openEngines(dataDir).store, noError)).toMatchObject([{ pcmRate: 22_050 }])
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
  ])('with %j is refused with %s, and nothing is stored', (wrong, code) => {
    const { store, keys } = openEngines()
    expect(refusalOf(() => store.save({ ...DRAFT, ...wrong }))).toBe(code)
    expect(store.list('engine')).toEqual([])
    expect(keys.protection('engine kokoro')).toBeNull()
  })

  test.each(['http://192.168.1.20:8880', 'http://kokoro:8880', 'https://speech.example/tts'])(
    'without a key may have any address, such as %s',
    (baseUrl) => {
      const { store } = openEngines()
      store.save({ ...WITHOUT_KEY, baseUrl })
      expect(engineSettingsOf(store, noError)).toEqual([expect.objectContaining({ baseUrl, key: '' })])
    },
  )

  test('has a unique name that cannot be changed', () => {
    const { store } = openEngines()
    store.save(DRAFT)
    expect(refusalOf(() => store.save(DRAFT))).toBe('engine-name-taken')
    expect(refusalOf(() => store.save({ ...CHANGE, id: 'other' }))).toBe('engine-unknown')
    expect(refusalOf(() => store.remove('engine', 'other'))).toBe('engine-unknown')
    store.save({ ...CHANGE, name: 'renamed', model: 'kokoro-2' })
    expect(store.list('engine')).toEqual([
      expect.objectContaining({ id: 'kokoro', name: 'kokoro', model: 'kokoro-2' }),
    ])
  })

  test('keeps its key through changes, but not at another origin', () => {
    const { store, keyOf } = openEngines()
    store.save(DRAFT)
    store.save({ ...CHANGE, baseUrl: 'http://127.0.0.1:8880/other' })
    expect(keyOf()).toBe(CANARY_KEY)
    expect(refusalOf(() => store.save({ ...CHANGE, key: KEY, baseUrl: 'http://lan:1' }))).toBe(
      'engine-address-open',
    )
    expect(keyOf()).toBe(CANARY_KEY)
    store.save({ ...CHANGE, baseUrl: 'http://lan:1' })
    expect(store.view().engine).toEqual([expect.objectContaining({ hasKey: false, protection: null })])
    expect(engineSettingsOf(store, noError)).toMatchObject([{ baseUrl: 'http://lan:1', key: '' }])
  })

  test('loses its key when the key or the engine is removed', () => {
    const { store, dataDir, keyOf } = openEngines()
    store.save(DRAFT)
    store.removeKey('engine', 'kokoro')
    expect(keyOf()).toBe('')
    store.save({ ...CHANGE, key: KEY })
    const left = readFileSync(join(dataDir, 'keys.json'), 'utf8')
    store.remove('engine', 'kokoro')
    expect(store.list('engine')).toEqual([])
    expect(readFileSync(join(dataDir, 'keys.json'), 'utf8')).toBe('{}\n')
    // A key that outlived an engine of the same name is not the new engine's.
    writeFileSync(join(dataDir, 'keys.json'), left)
    store.save(WITHOUT_KEY)
    expect(keyOf()).toBe('')
  })

  test('does not send its key to an address that was written into the file, and does not affect other engines', () => {
    const { store, dataDir } = openEngines()
    store.save(DRAFT)
    store.save({ ...WITHOUT_KEY, name: 'plain' })
    const path = join(dataDir, 'engines.json')
    const changed = readFileSync(path, 'utf8').replace('http://127.0.0.1:8880/v1', 'https://thief.example')
    writeFileSync(path, changed.replace(/\n\]\n$/, ',\n{"name":"odd"}, {"name":"plain"}, 7]'))
    const errors = vi.fn()
    expect(engineSettingsOf(store, errors)).toEqual([
      expect.objectContaining({ name: 'kokoro', baseUrl: 'https://thief.example', key: '' }),
      expect.objectContaining({ name: 'plain' }),
    ])
    expect(errors).toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ code: expect.any(String) }),
      'kokoro',
    )
  })

  test('keeps a key that cannot be opened, reports it, and does not delete it', () => {
    const { dataDir, store, keyOf } = openEngines()
    store.save(DRAFT)
    const path = join(dataDir, 'keys.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"plain"', '"sealed"'))
    expect(engineSettingsOf(store, () => {})).toEqual([expect.objectContaining({ key: '' })])
    expect(refusalOf(keyOf)).toBe('key-sealed-elsewhere')
    store.save({ ...CHANGE, model: 'another' })
    expect(store.view().engine).toEqual([expect.objectContaining({ hasKey: true, protection: 'sealed' })])
  })
})

describe('the files of an app with separate lists of servers', () => {
  const NAMES = ['connections.json', 'engines.json', 'keys.json']
  /** Opens the keys that the fixture calls sealed. */
  const safe: KeySafe = {
    keeping: () => 'sealed',
    seal: (text) => Buffer.from(text).reverse(),
    unseal: (sealed) => Buffer.from(sealed).reverse().toString(),
  }

  function openFixture() {
    const dataDir = tempFolder()
    for (const name of NAMES) copyFileSync(join(root, 'test/fixtures/servers', name), join(dataDir, name))
    const contents = () =>
      NAMES.map((name) => JSON.parse(readFileSync(join(dataDir, name), 'utf8')) as unknown)
    return { ...openStore(dataDir, safe), contents }
  }

  test('yield the same servers with the same ids and keys', () => {
    const { store } = openFixture()
    const keys = store.list('connection').map((server) => {
      try {
        return [server.id, store.keyOf(server)]
      } catch (error) {
        return [server.id, error]
      }
    })
    expect(keys).toEqual([
      ['at speech.example/api', 'studio-key-1'],
      ['at speech.example/api 2', 'studio-key-2'],
      ['at 127.0.0.1:8000', expect.objectContaining({ code: 'connection-without-key' })],
      ['at sealed.example', 'sealed-key'],
    ])
    expect(store.find('connection', 'at speech.example/api')).toMatchObject({
      name: 'Studio',
      baseUrl: 'https://speech.example/api',
      webhookPublicKey: expect.stringContaining('BEGIN PUBLIC KEY'),
    })
    expect(engineSettingsOf(store, noError)).toMatchObject([
      {
        name: 'kokoro',
        baseUrl: 'http://127.0.0.1:8880',
        model: 'kokoro',
        voices: ['af_bella', 'am_adam'],
        maxCharacters: 2000,
        pcmRate: 0,
        key: 'engine-key-1',
      },
      { name: 'Local_AI-2', baseUrl: 'http://192.168.1.20:8080', voices: [], key: '' },
    ])
  })

  test('remain readable for an older app when a server is saved', () => {
    const { store, contents } = openFixture()
    const before = contents()
    const [connection] = store.list('connection')
    const [engine] = store.list('engine')
    if (connection === undefined || engine === undefined) throw new Error('The fixture has both')
    store.save({ ...connection, key: null })
    store.save({ ...engine, key: null })
    expect(contents()).toEqual(before)
  })
})

describe('several hosts with the same folder', () => {
  test('keep every connection that each of them adds, with its own id and its own key', async () => {
    const dataDir = tempFolder()
    const script = fileURLToPath(new URL('serverChild.ts', import.meta.url))
    const exits = ['a', 'b'].map((name) => {
      const child = spawn(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', script, dataDir, name, '20'],
        {
          stdio: ['ignore', 'ignore', 'inherit'],
        },
      )
      onTestFinished(() => void child.kill('SIGKILL'))
      return once(child, 'exit')
    })
    expect(await Promise.all(exits)).toEqual([
      [0, null],
      [0, null],
    ])
    const { store } = openStore(dataDir)
    const connections = store.list('connection')
    expect(connections.length).toBe(40)
    expect(new Set(connections.map(({ id }) => id)).size).toBe(40)
    for (const connection of connections)
      expect(store.keyOf(connection)).toBe(`key-${connection.name.replace(' ', '-')}`)
  })

  test('keep entries that only a newer version supports', () => {
    const { dataDir, store } = openStore()
    const newer = { id: 'later', kind: 'quantum', wings: 2 }
    writeFileSync(join(dataDir, 'engines.json'), JSON.stringify([newer]))
    store.save({
      ...{ kind: 'engine', id: null, name: 'kokoro', baseUrl: 'http://127.0.0.1:8880', model: 'kokoro' },
      ...{ voices: [], maxCharacters: 1000, pcmRate: 0, key: null },
    })
    expect(store.list('engine')).toHaveLength(1)
    expect(JSON.parse(readFileSync(join(dataDir, 'engines.json'), 'utf8'))).toContainEqual(newer)
  })
})
