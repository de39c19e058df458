/** The system's keychain, by Electron's safeStorage, which says honestly where there is none behind it. */
import type { SafeStorage } from 'electron'
import type { KeySafe } from '../../speech/servers/keyStore.ts'

type Storage = Pick<
  SafeStorage,
  'isEncryptionAvailable' | 'getSelectedStorageBackend' | 'encryptString' | 'decryptString'
>

/**
 * On Linux without a keyring Chromium “encrypts” with a password that is the same everywhere (`basic_text`), and calls that
 * available: https://www.electronjs.org/docs/latest/api/safe-storage
 */
export function createKeySafe(storage: Storage, platform = process.platform): KeySafe {
  function isProtected(): boolean {
    try {
      if (!storage.isEncryptionAvailable()) return false
      return platform !== 'linux' || !['basic_text', 'unknown'].includes(storage.getSelectedStorageBackend())
    } catch {
      return false
    }
  }
  return {
    keeping: () => (isProtected() ? 'sealed' : 'ask'),
    seal(text) {
      if (!isProtected()) throw new Error('The system offers no protection')
      return storage.encryptString(text)
    },
    unseal: (sealed) => storage.decryptString(Buffer.from(sealed)),
  }
}
