/**
 * The keys of servers, in `keys.json`, which only this account may read; also encrypted if the host supports that. Each key is bound,
 * inside the seal, to the origin that it was entered for: a changed address does not get the key. A key that cannot be unsealed is kept
 * until the writer replaces or removes it, since a locked keychain may be unlocked again.
 */
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { KeyKeeping, KeyProtection } from '../../../shared/servers/contract.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { readJsonFile, updateJsonFile } from '../../lib/files/jsonFile.ts'

/** How a host protects keys. The desktop app uses the system's keychain; the browser host and the terminal have only a file. */
export interface KeySafe {
  /** The current protection: a keychain may appear or disappear. */
  keeping(): KeyKeeping
  /** Throws if `keeping` is not `sealed`. */
  seal(text: string): Uint8Array
  /** Throws if the keychain is locked, missing, or a different one. */
  unseal(sealed: Uint8Array): string
  /**
   * Prepares slow operations of a keychain: checks its state, unseals these values, and seals these texts. A safe with this method supports
   * only what was prepared. Returns values that were sealed again because the system changed its key, to be stored in place of the old
   * ones. Never rejects: failures show in the other methods.
   */
  prepare?(sealed: readonly Uint8Array[], texts: readonly string[]): Promise<readonly RenewedSeal[]>
}

/** The same text, sealed with an older key of the system and with its current one. */
export interface RenewedSeal {
  readonly from: Uint8Array
  readonly to: Uint8Array
}

/** Keeps keys in a file that only this account may read. It seals nothing, and cannot unseal the keys of other hosts. */
export const fileKeySafe: KeySafe = {
  keeping: () => 'file',
  seal: () => {
    throw new Error('This host has no keychain')
  },
  unseal: () => {
    throw new Error('This host has no keychain')
  },
}

/** The server that a key belongs to. */
export interface KeyOwner {
  readonly id: string
  /** The writer's name for the server, used in errors. */
  readonly name: string
  readonly origin: string
}

export interface KeyStoreOptions {
  readonly dataDir: string
  readonly safe: KeySafe
  /** Called with every key in use, so that it can be masked in logs. */
  readonly onKey?: (key: string) => void
}

const OWNER_ONLY = 0o600

const storedKeySchema = z.strictObject({ kind: z.enum(['sealed', 'plain']), data: z.string() })
const boundKeySchema = z.strictObject({ origin: z.string(), key: z.string() })
type StoredKeys = Readonly<Record<string, unknown>>

export type KeyStore = ReturnType<typeof createKeyStore>

/** Reads the file for each call, because other hosts may share the folder. */
export function createKeyStore({ dataDir, safe, onKey = () => {} }: KeyStoreOptions) {
  const path = join(dataDir, 'keys.json')
  const ofSession = new Map<string, z.infer<typeof boundKeySchema>>()
  try {
    chmodSync(path, OWNER_ONLY) // a restored backup may have lost the permissions
  } catch {
    // There is no file yet, or its folder is read-only.
  }

  function change(update: (keys: StoredKeys) => StoredKeys | undefined): void {
    updateJsonFile(path, (stored) => update(toKeys(stored)), OWNER_ONLY)
  }

  function storedKey(id: string) {
    const keys = toKeys(readJsonFile(path))
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
      // No cause: the message of a keychain or a parser may contain the key.
      const isElsewhere = stored.kind === 'sealed' && safe.keeping() === 'file'
      throw new UserFacingError(isElsewhere ? 'key-sealed-elsewhere' : 'key-unreadable', { name })
    }
  }

  function withoutStored(id: string): void {
    change(({ [id]: removed, ...rest }) => (removed === undefined ? undefined : rest))
  }

  /** Stores keys that were sealed again. The old seals still open, so a folder that cannot be written to is not an error. */
  function keepRenewed(renewed: readonly RenewedSeal[]): void {
    const resealed = new Map(renewed.map(({ from, to }) => [base64Of(from), base64Of(to)]))
    const renew = (value: unknown) => {
      const { data: stored } = storedKeySchema.safeParse(value)
      const data = stored?.kind === 'sealed' ? resealed.get(stored.data) : undefined
      return data === undefined ? value : { kind: 'sealed', data }
    }
    try {
      change((keys) => Object.fromEntries(Object.entries(keys).map(([id, value]) => [id, renew(value)])))
    } catch {
      // The next start tries again.
    }
  }

  return {
    /** Must be awaited before keys are read, or with the new key before it is set, because the system's keychain is slow. Never rejects. */
    async prepare(newKey?: { readonly origin: string; readonly key: string }): Promise<void> {
      const ids = Object.keys(toKeys(readJsonFile(path)))
      const sealed = ids.map(storedKey).filter((stored) => stored?.kind === 'sealed')
      const renewed = await safe.prepare?.(
        sealed.map((stored) => Buffer.from(stored?.data ?? '', 'base64')),
        newKey === undefined ? [] : [boundText(newKey.origin, newKey.key.trim())],
      )
      if (renewed !== undefined && renewed.length > 0) keepRenewed(renewed)
    },

    /** How a new key is kept, unless the writer chooses otherwise. */
    keeping: (): KeyKeeping => safe.keeping(),

    /** How the key of a server is kept; null if there is none. */
    protection(id: string): KeyProtection | null {
      if (ofSession.has(id)) return 'session'
      const stored = storedKey(id)
      return stored === null ? null : stored.kind === 'sealed' ? 'sealed' : 'file'
    },

    /**
     * Stores a key, and replaces an older one. `safest` stores it as `keeping` states, and throws `key-protection-unchosen` if that is
     * `ask`. Throws `key-unusable` for a key that cannot be sent, and `settings-not-saved`.
     */
    set({ id, origin }: KeyOwner, text: string, keep: 'safest' | 'session' | 'file'): void {
      const key = text.trim()
      // The characters that an HTTP header may contain; others were probably pasted by mistake.
      if (!/^[\x21-\x7e]+$/.test(key)) throw new UserFacingError('key-unusable')
      const keeping = safe.keeping()
      if (keep === 'safest' && keeping === 'ask') throw new UserFacingError('key-protection-unchosen')
      onKey(key)
      if (keep === 'session') {
        withoutStored(id)
        ofSession.set(id, { origin, key })
        return
      }
      const bound = boundText(origin, key)
      const isSealed = keeping === 'sealed'
      const data = Buffer.from(isSealed ? safe.seal(bound) : bound).toString('base64')
      change((keys) => ({ ...keys, [id]: { kind: isSealed ? 'sealed' : 'plain', data } }))
      ofSession.delete(id)
    },

    /** Throws `connection-without-key`, `key-sealed-elsewhere` or `key-unreadable`. */
    get(owner: KeyOwner): string {
      const { origin, key } = open(owner)
      if (origin !== owner.origin) throw new UserFacingError('connection-without-key', { name: owner.name })
      onKey(key)
      return key
    },

    /** Throws `settings-not-saved`. */
    remove(id: string): void {
      withoutStored(id)
      ofSession.delete(id)
    },
  }
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

/** The sealed text: the key with the origin that it was entered for. */
function boundText(origin: string, key: string): string {
  return JSON.stringify({ origin, key } satisfies z.infer<typeof boundKeySchema>)
}

function toKeys(stored: unknown): StoredKeys {
  return typeof stored === 'object' && stored !== null && !Array.isArray(stored) ? { ...stored } : {}
}
