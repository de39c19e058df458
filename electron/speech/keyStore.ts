/**
 * The keys of the connections, in `keys.json`, which only this account may read; sealed as well where the host can. Each
 * is bound to the origin that it was entered for, inside the seal: whoever changes an address does not get the key with it.
 * What cannot be opened is kept until the writer replaces or removes it, since a locked keychain may open again.
 */
import { accessSync, chmodSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { KeyKeeping, KeyProtection } from '../../shared/ipc/connectionsContract.ts'
import { UserFacingError } from '../../shared/lib/userFacingError.ts'
import { readJsonFile, writeJsonFile } from '../lib/files/jsonFile.ts'
import type { KeySafe } from './keySafe.ts'

/** Whose key it is: a connection, and what the writer calls it. */
export interface KeyOwner {
  readonly id: string
  readonly name: string
  readonly origin: string
}

export interface KeyStore {
  /** What is done with a new key, unless the writer chooses otherwise. */
  keeping(): KeyKeeping
  /** How the key of a connection is kept; null where there is none. */
  protection(id: string): KeyProtection | null
  /**
   * Keeps a key, in place of any that was there. `safest` is what `keeping` says, and throws `key-protection-unchosen`
   * where that is `ask`. Throws `key-unusable` for one that cannot be sent, and `settings-not-saved`.
   */
  set(owner: KeyOwner, key: string, keep: 'safest' | 'session' | 'file'): void
  /** Throws `connection-without-key`, `key-sealed-elsewhere` or `key-unreadable`. */
  get(owner: KeyOwner): string
  /** Throws `settings-not-saved`. */
  remove(id: string): void
}

export interface KeyStoreOptions {
  readonly dataDir: string
  readonly safe: KeySafe
  /** Told of every key that is in use, so that logs can be kept free of it. */
  readonly onKey?: (key: string) => void
}

const OWNER_ONLY = 0o600

const storedKeySchema = z.strictObject({ kind: z.enum(['sealed', 'plain']), data: z.string() })
const boundKeySchema = z.strictObject({ origin: z.string(), key: z.string() })
type StoredKeys = Readonly<Record<string, unknown>>

/** Reads its file each time it is asked: another host may share the folder. */
export function createKeyStore({ dataDir, safe, onKey = () => {} }: KeyStoreOptions): KeyStore {
  const path = join(dataDir, 'keys.json')
  const ofSession = new Map<string, z.infer<typeof boundKeySchema>>()
  try {
    chmodSync(path, OWNER_ONLY) // It may have come from a backup that forgot.
  } catch {
    // There is none yet, or its folder is read-only.
  }

  function read(): StoredKeys {
    const content = readJsonFile(path)
    return typeof content === 'object' && content !== null && !Array.isArray(content) ? { ...content } : {}
  }

  function write(keys: StoredKeys): void {
    try {
      // What cannot be read now holds other keys, which must not be written over.
      if (existsSync(path)) accessSync(path, constants.R_OK)
      writeJsonFile(path, keys, OWNER_ONLY)
    } catch (error) {
      throw new UserFacingError('settings-not-saved', {}, { cause: error })
    }
  }

  function storedKey(id: string) {
    const keys = read()
    const parsed = storedKeySchema.safeParse(Object.hasOwn(keys, id) ? keys[id] : undefined)
    return parsed.success ? parsed.data : null
  }

  function open(owner: KeyOwner) {
    const { id, name } = owner
    const known = ofSession.get(id)
    if (known !== undefined) return known
    const stored = storedKey(id)
    if (stored === null) throw new UserFacingError('connection-without-key', { name })
    const data = Buffer.from(stored.data, 'base64')
    try {
      const text = stored.kind === 'sealed' ? safe.unseal(data) : data.toString()
      return boundKeySchema.parse(JSON.parse(text))
    } catch {
      // Without the cause: what a keychain or a parser says may hold what it was given.
      const isElsewhere = stored.kind === 'sealed' && safe.keeping() === 'file'
      throw new UserFacingError(isElsewhere ? 'key-sealed-elsewhere' : 'key-unreadable', { name })
    }
  }

  function withoutStored(id: string): void {
    const { [id]: removed, ...rest } = read()
    if (removed !== undefined) write(rest)
  }

  return {
    keeping: () => safe.keeping(),

    protection(id) {
      if (ofSession.has(id)) return 'session'
      const stored = storedKey(id)
      return stored === null ? null : stored.kind === 'sealed' ? 'sealed' : 'file'
    },

    set({ id, origin }, text, keep) {
      const key = text.trim()
      // What HTTP lets a header hold; anything else comes from a slip of the clipboard.
      if (!/^[\x21-\x7e]+$/.test(key)) throw new UserFacingError('key-unusable')
      const keeping = safe.keeping()
      if (keep === 'safest' && keeping === 'ask') throw new UserFacingError('key-protection-unchosen')
      onKey(key)
      if (keep === 'session') {
        withoutStored(id)
        ofSession.set(id, { origin, key })
        return
      }
      const bound = JSON.stringify({ origin, key } satisfies z.infer<typeof boundKeySchema>)
      const isSealed = keeping === 'sealed'
      const data = Buffer.from(isSealed ? safe.seal(bound) : bound).toString('base64')
      write({ ...read(), [id]: { kind: isSealed ? 'sealed' : 'plain', data } })
      ofSession.delete(id)
    },

    get(owner) {
      const { origin, key } = open(owner)
      if (origin !== owner.origin) throw new UserFacingError('connection-without-key', { name: owner.name })
      onKey(key)
      return key
    },

    remove(id) {
      withoutStored(id)
      ofSession.delete(id)
    },
  }
}
