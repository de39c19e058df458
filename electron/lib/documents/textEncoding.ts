import { UserFacingError } from '../../../shared/lib/userFacingError.ts'

/** How much of a file is looked at to tell text from anything else. */
const SNIFFED_CHARACTERS = 1 << 16
/** C0 controls other than tab, line feed, form feed and carriage return; text has none, and old files have a few. */
// eslint-disable-next-line no-control-regex -- controls are what this looks for
const CONTROLS = /[\x01-\x08\x0b\x0e-\x1f\x7f]/g

/**
 * The text of a file, whatever editor wrote it: UTF-8, UTF-16 with its byte order mark, else Windows-1252. Lines end in
 * `\n`. Throws `file-not-text` for anything that is not text.
 */
export function decodeText(bytes: Uint8Array, name: string): string {
  const text = decode(bytes)
  if (isBinary(text)) throw new UserFacingError('file-not-text', { name })
  return text.replaceAll(/\r\n?|\u2028|\u2029/g, '\n')
}

/** `TextDecoder` drops the byte order mark of its own encoding. */
function decode(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function isBinary(text: string): boolean {
  if (text.includes('\0')) return true
  const head = text.slice(0, SNIFFED_CHARACTERS)
  return (head.match(CONTROLS)?.length ?? 0) > head.length / 100
}
