/** How a host keeps a key. The desktop brings the system's keychain; the browser host and the terminal have a file only. */
import type { KeyKeeping } from '../../shared/ipc/connectionsContract.ts'

export interface KeySafe {
  /** What it can do at this moment: a keychain may come and go. */
  keeping(): KeyKeeping
  /** Throws where `keeping` is not `sealed`. */
  seal(text: string): Uint8Array
  /** Throws where the keychain is locked, gone, or another's. */
  unseal(sealed: Uint8Array): string
}

/** Keeps keys in a file that only this account may read. It seals nothing, and cannot open what another host has sealed. */
export const fileKeySafe: KeySafe = {
  keeping: () => 'file',
  seal: () => {
    throw new Error('This host has no keychain')
  },
  unseal: () => {
    throw new Error('This host has no keychain')
  },
}
