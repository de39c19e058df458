/** Names of files as writers type them: what is refused everywhere, so that a folder can move between systems. */
import { bytesOf, cutToStem, MAX_NAME_BYTES } from '../../../shared/files/nameLength.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'

/** Devices of Windows, whatever extension follows: opening `con.txt` there opens the console. */
const windowsDevice = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?:$|[. ])/i

/** Separators and reserved characters of any system, controls, lone surrogates and bidi controls. */
const refused = /[\\/:*?"<>|\p{Cc}\p{Cs}\u200E\u200F\u202A-\u202E\u2066-\u2069]/u

/** Whether a name is one plain file name on every system. */
export function isFileName(name: string): boolean {
  return (
    name !== '' &&
    bytesOf(name) <= MAX_NAME_BYTES &&
    !refused.test(name) &&
    !/^[. ]|[. ]$/.test(name) &&
    !windowsDevice.test(name)
  )
}

/** The name in its one spelling (NFC, no blanks around). Throws `file-name-refused` where it is not a plain file name. */
export function toFileName(raw: string): string {
  const name = raw.trim().normalize('NFC')
  if (!isFileName(name)) throw new UserFacingError('file-name-refused', { name: raw.slice(0, 80) })
  return name
}

/** The nearest name that can be used, for a name that nobody typed, such as a story's title. */
export function suggestFileName(title: string, fallback: string): string {
  const plain = Array.from(title.normalize('NFC'), (char) => (refused.test(char) ? ' ' : char)).join('')
  const name = cutToStem(plain.replace(/\s+/g, ' ').replace(/^[. ]+/, '')).replace(/[. ]+$/, '')
  return isFileName(name) ? name : fallback
}
