import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createKeySafe } from '../../../../electron/hosts/desktop/system.ts'
import { createKeyStore, fileKeySafe, type KeySafe } from '../../../../electron/speech/servers/keyStore.ts'
import { refusalOf } from '../../project/support.ts'
import { CANARY_KEY, filesAsText, keyFormsIn, tempFolder } from '../support.ts'

const OWNER = { id: 'c1', name: 'Studio', origin: 'https://speech.example' }

/** A keychain that can be locked, and whose sealed data is not plain text. */
function keychain(): KeySafe & { isLocked: boolean } {
  const flip = (bytes: Uint8Array) => bytes.map((byte) => byte ^ 0x5a)
  const safe = {
    isLocked: false,
    keeping: () => 'sealed' as const,
    seal: (text: string) => flip(Buffer.from(text)),
    unseal(sealed: Uint8Array) {
      if (safe.isLocked) throw new Error('The keychain is locked')
      return Buffer.from(flip(sealed)).toString()
    },
  }
  return safe
}

const noKeychain: KeySafe = { ...fileKeySafe, keeping: () => 'ask' }

describe('a key', () => {
  test('is returned to its owner, also after a restart, and is sealed on disk', () => {
    const dataDir = tempFolder()
    const safe = keychain()
    createKeyStore({ dataDir, safe }).set(OWNER, ` ${CANARY_KEY}\n`, 'safest')
    const store = createKeyStore({ dataDir, safe })
    expect(store.get(OWNER)).toBe(CANARY_KEY)
    expect(store.protection(OWNER.id)).toBe('sealed')
    expect(keyFormsIn(filesAsText(dataDir))).toEqual([])
    expect(Buffer.from(filesAsText(dataDir), 'base64').includes(CANARY_KEY)).toBe(false)
  })

  test('is not given to any origin other than the one that it was entered for', () => {
    const store = createKeyStore({ dataDir: tempFolder(), safe: keychain() })
    store.set(OWNER, CANARY_KEY, 'safest')
    for (const origin of ['https://evil.example', 'http://speech.example', 'https://speech.example:444']) {
      expect(refusalOf(() => store.get({ ...OWNER, origin }))).toBe('connection-without-key')
    }
  })

  test('that cannot be opened is kept until the writer replaces it', () => {
    const dataDir = tempFolder()
    const safe = keychain()
    const store = createKeyStore({ dataDir, safe })
    store.set(OWNER, CANARY_KEY, 'safest')
    const before = readFileSync(join(dataDir, 'keys.json'), 'utf8')
    safe.isLocked = true
    expect(refusalOf(() => store.get(OWNER))).toBe('key-unreadable')
    store.set({ ...OWNER, id: 'c2' }, 'another-key', 'safest')
    expect(store.protection(OWNER.id)).toBe('sealed')
    safe.isLocked = false
    expect(store.get(OWNER)).toBe(CANARY_KEY)
    expect(JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8'))).toMatchObject(
      JSON.parse(before) as object,
    )
  })

  test('that was sealed by the desktop app is kept and reported by a host that cannot open it', () => {
    const dataDir = tempFolder()
    createKeyStore({ dataDir, safe: keychain() }).set(OWNER, CANARY_KEY, 'safest')
    const store = createKeyStore({ dataDir, safe: fileKeySafe })
    expect(refusalOf(() => store.get(OWNER))).toBe('key-sealed-elsewhere')
    expect(createKeyStore({ dataDir, safe: keychain() }).get(OWNER)).toBe(CANARY_KEY)
  })

  test.skipIf(process.platform === 'win32')(
    'without a keychain is stored in a file that only its owner can access',
    () => {
      const dataDir = tempFolder()
      const path = join(dataDir, 'keys.json')
      createKeyStore({ dataDir, safe: fileKeySafe }).set(OWNER, CANARY_KEY, 'safest')
      expect(statSync(path).mode & 0o777).toBe(0o600)
      chmodSync(path, 0o644)
      const store = createKeyStore({ dataDir, safe: fileKeySafe })
      expect(statSync(path).mode & 0o777).toBe(0o600)
      expect(store.get(OWNER)).toBe(CANARY_KEY)
      expect(store.protection(OWNER.id)).toBe('file')
    },
  )

  test('is stored only as the writer chose if the system offers no protection', () => {
    const dataDir = tempFolder()
    const store = createKeyStore({ dataDir, safe: noKeychain })
    expect(refusalOf(() => store.set(OWNER, CANARY_KEY, 'safest'))).toBe('key-protection-unchosen')
    store.set(OWNER, CANARY_KEY, 'session')
    expect(existsSync(join(dataDir, 'keys.json'))).toBe(false)
    expect([store.get(OWNER), store.protection(OWNER.id)]).toEqual([CANARY_KEY, 'session'])
    expect(createKeyStore({ dataDir, safe: noKeychain }).protection(OWNER.id)).toBe(null)
    store.set(OWNER, CANARY_KEY, 'file')
    expect(createKeyStore({ dataDir, safe: noKeychain }).get(OWNER)).toBe(CANARY_KEY)
    // Storing a key for the session only deletes the one on disk.
    store.set(OWNER, CANARY_KEY, 'session')
    expect(createKeyStore({ dataDir, safe: noKeychain }).protection(OWNER.id)).toBe(null)
  })

  test('that is removed is deleted from memory and disk', () => {
    const dataDir = tempFolder()
    const store = createKeyStore({ dataDir, safe: fileKeySafe })
    store.set(OWNER, CANARY_KEY, 'safest')
    store.remove(OWNER.id)
    expect(store.protection(OWNER.id)).toBe(null)
    expect(refusalOf(() => store.get(OWNER))).toBe('connection-without-key')
    expect(JSON.parse(readFileSync(join(dataDir, 'keys.json'), 'utf8'))).toEqual({})
  })

  test.each(['', '   ', 'two words', 'line\nbreak', 'naïve'])(
    'that cannot be sent in a header is refused: %j',
    (key) => {
      const store = createKeyStore({ dataDir: tempFolder(), safe: fileKeySafe })
      const refusal = refusalOf(() => store.set(OWNER, key, 'safest'))
      expect(refusal).toBe('key-unusable')
    },
  )

  test('does not replace other keys that cannot be read', () => {
    const dataDir = tempFolder()
    const path = join(dataDir, 'keys.json')
    writeFileSync(path, '{ damaged')
    createKeyStore({ dataDir, safe: fileKeySafe }).set(OWNER, CANARY_KEY, 'safest')
    expect(readFileSync(`${path}.damaged`, 'utf8')).toBe('{ damaged')
  })
})

describe('the system’s keychain', () => {
  const storage = (backend: string, isAvailable = true) => ({
    isAsyncEncryptionAvailable: async () => isAvailable,
    getSelectedStorageBackend: () => backend as 'basic_text',
    encryptStringAsync: async (text: string) => Buffer.from(`sealed ${text}`),
    async decryptStringAsync(sealed: Buffer) {
      if (!isAvailable) throw new Error('The keychain is locked')
      return { shouldReEncrypt: false, result: sealed.toString().replace('sealed ', '') }
    },
  })
  const keepingOf = async (...given: Parameters<typeof createKeySafe>) => {
    const safe = createKeySafe(...given)
    await safe.prepare?.([], [])
    return safe.keeping()
  }

  test.each(['basic_text', 'unknown'])('is not trusted on Linux if it is %s', async (backend) => {
    const safe = createKeySafe(storage(backend), 'linux')
    await safe.prepare?.([], ['key'])
    expect(safe.keeping()).toBe('ask')
    expect(() => safe.seal('key')).toThrow()
  })

  test.each(['gnome_libsecret', 'kwallet', 'kwallet5', 'kwallet6'])(
    'seals on Linux with %s',
    async (backend) => {
      expect(await keepingOf(storage(backend), 'linux')).toBe('sealed')
      expect(await keepingOf(storage(backend, false), 'linux')).toBe('ask')
    },
  )

  test.each(['darwin', 'win32'] as const)('seals on %s if it is available', async (platform) => {
    expect(await keepingOf(storage('unknown'), platform)).toBe('sealed')
    expect(await keepingOf(storage('unknown', false), platform)).toBe('ask')
  })

  test('opens what it has sealed, and is tried again after it was locked', async () => {
    const dataDir = tempFolder()
    const sealing = createKeyStore({ dataDir, safe: createKeySafe(storage('unknown'), 'win32') })
    await sealing.prepare({ origin: OWNER.origin, key: ` ${CANARY_KEY} ` })
    sealing.set(OWNER, CANARY_KEY, 'safest')
    expect(sealing.protection(OWNER.id)).toBe('sealed')
    expect(sealing.get(OWNER)).toBe(CANARY_KEY)

    let isLocked = true
    const opening = createKeyStore({
      dataDir,
      safe: createKeySafe(
        {
          ...storage('unknown'),
          decryptStringAsync: (sealed) => storage('unknown', !isLocked).decryptStringAsync(sealed),
        },
        'win32',
      ),
    })
    await opening.prepare()
    expect(refusalOf(() => opening.get(OWNER))).toBe('key-unreadable')
    isLocked = false
    await opening.prepare()
    expect(opening.get(OWNER)).toBe(CANARY_KEY)
  })

  test('that has changed its own key seals opened keys again, so that the old seal is no longer needed', async () => {
    const dataDir = tempFolder()
    let age = 'old'
    const ofAge = () => ({
      ...storage('unknown'),
      encryptStringAsync: async (text: string) => Buffer.from(`${age} ${text}`),
      async decryptStringAsync(sealed: Buffer) {
        const [used = '', ...text] = sealed.toString().split(' ')
        return { shouldReEncrypt: used !== age, result: text.join(' ') }
      },
    })
    const path = join(dataDir, 'keys.json')
    const first = createKeyStore({ dataDir, safe: createKeySafe(ofAge(), 'win32') })
    await first.prepare({ origin: OWNER.origin, key: CANARY_KEY })
    first.set(OWNER, CANARY_KEY, 'safest')
    const sealedBy = () => {
      const { c1 } = JSON.parse(readFileSync(path, 'utf8')) as { c1: { data: string } }
      return Buffer.from(c1.data, 'base64').toString().split(' ')[0]
    }
    expect(sealedBy()).toBe('old')
    age = 'new'
    const later = createKeyStore({ dataDir, safe: createKeySafe(ofAge(), 'win32') })
    await later.prepare()
    expect(sealedBy()).toBe('new')
    expect(later.get(OWNER)).toBe(CANARY_KEY)
  })

  test('that fails when it is queried counts as missing', async () => {
    const broken = {
      ...storage('kwallet'),
      isAsyncEncryptionAvailable(): Promise<boolean> {
        throw new Error('no bus')
      },
    }
    expect(await keepingOf(broken, 'linux')).toBe('ask')
  })
})
