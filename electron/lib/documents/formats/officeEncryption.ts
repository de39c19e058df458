/** Office documents with a password: the whole archive is encrypted in a compound file ([MS-OFFCRYPTO]). */
import officeCrypto from 'officecrypto-tool'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { asBuffer } from './archive.ts'
import { damaged, passwordRefused } from './documentErrors.ts'

/** The longest password that Office accepts. */
const LONGEST_PASSWORD = 255
/** Excel encrypts a workbook with this password if its author allowed only reading; every program opens it without asking. */
const EXCEL_DEFAULT = 'VelvetSweatshop'

/**
 * Returns the decrypted archive. Throws `document-password-needed`, `document-password-wrong`, `document-encryption-unknown` and
 * `document-damaged`.
 */
export async function unlockOffice(bytes: Uint8Array, password: string | null): Promise<Uint8Array> {
  const given = password === null || password.length > LONGEST_PASSWORD ? null : password
  for (const each of given === null ? [EXCEL_DEFAULT] : [given, EXCEL_DEFAULT]) {
    const unlocked = await tryUnlock(bytes, each)
    if (unlocked !== null) return unlocked
  }
  throw passwordRefused(password)
}

/** Returns the decrypted archive, or null for a wrong password. */
async function tryUnlock(bytes: Uint8Array, password: string): Promise<Uint8Array | null> {
  try {
    return await officeCrypto.decrypt(asBuffer(bytes), { password })
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    if (/password is incorrect/i.test(message)) return null
    if (/unsupported/i.test(message)) throw new UserFacingError('document-encryption-unknown')
    throw damaged(error)
  }
}
