/** Office documents with a password: the whole archive stands encrypted in a compound file ([MS-OFFCRYPTO]). */
import officeCrypto from 'officecrypto-tool'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { asBuffer } from './archive.ts'
import { damaged, passwordRefused } from './documentErrors.ts'

/** Longer ones make no document of Office's. */
const LONGEST_PASSWORD = 255

/**
 * The archive within. Throws `document-password-needed`, `document-password-wrong`, `document-encryption-unknown` and
 * `document-damaged`.
 */
export async function unlockOffice(bytes: Uint8Array, password: string | null): Promise<Uint8Array> {
  if (password === null || password.length > LONGEST_PASSWORD) throw passwordRefused(password)
  try {
    return await officeCrypto.decrypt(asBuffer(bytes), { password })
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (/password is incorrect/i.test(message)) throw passwordRefused(password)
    if (/unsupported/i.test(message)) throw new UserFacingError('document-encryption-unknown')
    throw damaged(error)
  }
}
