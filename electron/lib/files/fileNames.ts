/** File names as writers type them. Names that any system refuses are refused everywhere, so that a folder can move between systems. */
import {
  bytesOf,
  cutToStem,
  hasRefusedCharacter,
  isDeviceName,
  MAX_NAME_BYTES,
  withoutRefused,
} from '../../../shared/export/fileNames.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'

/** Whether a name is a plain file name on every system. */
export function isFileName(name: string): boolean {
  return (
    name !== '' &&
    bytesOf(name) <= MAX_NAME_BYTES &&
    !hasRefusedCharacter(name) &&
    !/^[. ]|[. ]$/.test(name) &&
    !isDeviceName(name)
  )
}

/** The normalized name (NFC, trimmed). Throws `file-name-refused` if it is not a plain file name. */
export function toFileName(raw: string): string {
  const name = raw.trim().normalize('NFC')
  if (!isFileName(name)) throw new UserFacingError('file-name-refused', { name: raw.slice(0, 80) })
  return name
}

/** The nearest valid name for a text that was not typed as a name, such as a story's title. */
export function suggestFileName(title: string, fallback: string): string {
  const plain = withoutRefused(title.normalize('NFC')).replace(/^[. ]+/, '')
  const name = cutToStem(plain).replace(/[. ]+$/, '')
  return isFileName(name) ? name : fallback
}
