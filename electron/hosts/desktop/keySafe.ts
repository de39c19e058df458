/** The system's keychain, by Electron's safeStorage, which says honestly if there is none behind it. */
import type { SafeStorage } from 'electron'
import type { KeySafe, RenewedSeal } from '../../speech/servers/keyStore.ts'

type Storage = Pick<
  SafeStorage,
  'isAsyncEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptStringAsync' | 'decryptStringAsync'
>

/**
 * The keychain answers in its own time, so it is asked in `prepare`, and the rest is what it answered last. On Linux without a keyring
 * Chromium “encrypts” with a password that is the same everywhere (`basic_text`), and calls that available:
 * https://www.electronjs.org/docs/latest/api/safe-storage
 */
export function createKeySafe(storage: Storage, platform = process.platform): KeySafe {
  let isProtected = false
  /** Texts by what they are when sealed, as base64; and the other way about until they are kept. */
  const opened = new Map<string, string>()
  const closed = new Map<string, Uint8Array>()

  async function askProtected(): Promise<boolean> {
    try {
      if (!(await storage.isAsyncEncryptionAvailable())) return false
      return platform !== 'linux' || !['basic_text', 'unknown'].includes(storage.getSelectedStorageBackend())
    } catch {
      return false
    }
  }

  return {
    keeping: () => (isProtected ? 'sealed' : 'ask'),
    seal(text) {
      const sealed = closed.get(text)
      closed.delete(text)
      if (!isProtected || sealed === undefined) throw new Error('The system offers no protection')
      return sealed
    },
    unseal(sealed) {
      const text = opened.get(base64Of(sealed))
      if (text === undefined) throw new Error('The keychain has not opened this')
      return text
    },
    async prepare(sealed, texts) {
      isProtected = await askProtected()
      const unopened = sealed.filter((each) => !opened.has(base64Of(each)))
      const renewed: RenewedSeal[] = []
      // One that cannot be opened or sealed must not keep the others from it.
      await Promise.allSettled([
        ...unopened.map(async (each) => {
          const { result, shouldReEncrypt } = await storage.decryptStringAsync(Buffer.from(each))
          opened.set(base64Of(each), result)
          if (!shouldReEncrypt || !isProtected) return
          const made = await storage.encryptStringAsync(result)
          opened.set(base64Of(made), result)
          renewed.push({ from: each, to: made })
        }),
        ...(isProtected ? texts : []).map(async (text) => {
          const made = await storage.encryptStringAsync(text)
          opened.set(base64Of(made), text)
          closed.set(text, made)
        }),
      ])
      return renewed
    },
  }
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
