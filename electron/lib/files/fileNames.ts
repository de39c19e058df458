/** Names of files as writers type them: what is refused everywhere, so that a folder can move between systems. */
import {
  bytesOf,
  cutToStem,
  hasRefusedCharacter,
  isDeviceName,
  MAX_NAME_BYTES,
  withoutRefused,
} from '../../../shared/files/nameRules.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'

/** Whether a name is one plain file name on every system. */
export function isFileName(name: string): boolean {
  return (
    name !== '' &&
    bytesOf(name) <= MAX_NAME_BYTES &&
    !hasRefusedCharacter(name) &&
    !/^[. ]|[. ]$/.test(name) &&
    !isDeviceName(name)
  )
}

/** The name in its one spelling (NFC, no blanks around). Throws `file-name-refused` if it is not a plain file name. */
export function toFileName(raw: string): string {
  const name = raw.trim().normalize('NFC')
  if (!isFileName(name)) throw new UserFacingError('file-name-refused', { name: raw.slice(0, 80) })
  return name
}

/** The nearest name that can be used, for a name that nobody typed, such as a story's title. */
export function suggestFileName(title: string, fallback: string): string {
  const plain = withoutRefused(title.normalize('NFC')).replace(/^[. ]+/, '')
  const name = cutToStem(plain).replace(/[. ]+$/, '')
  return isFileName(name) ? name : fallback
}
