/** Rules for file names, so that a folder can move between systems. File systems allow 255 bytes of UTF-8. */

/** Separators and reserved characters of any system, controls, lone surrogates and bidi controls. */
const REFUSED = /[\\/:*?"<>|\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u
/** Windows device names, with any extension: opening `con.txt` there opens the console. */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=$|[. ])/i

/** The longest name that a person may type: files beside it, such as a journal, need some of the bytes. */
export const MAX_NAME_BYTES = 200
/** The longest name that Fabula generates, before an extension or a number is added. */
export const MAX_STEM_BYTES = MAX_NAME_BYTES - 20

const encoder = new TextEncoder()
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The number of bytes of a text in UTF-8. */
export function bytesOf(text: string): number {
  return encoder.encode(text).length
}

/** The beginning of a name in at most `MAX_STEM_BYTES` bytes and `maxLetters` letters. A letter with its accents, or an emoji, counts as one letter and stays whole. */
export function cutToStem(name: string, maxLetters = Infinity): string {
  if (name.length <= maxLetters && bytesOf(name) <= MAX_STEM_BYTES) return name
  let [bytes, letters, end] = [0, 0, 0]
  // Letters after this point cannot be within the limit.
  for (const { segment } of graphemes.segment(name.slice(0, MAX_STEM_BYTES + 1))) {
    bytes += bytesOf(segment)
    letters += 1
    if (bytes > MAX_STEM_BYTES || letters > maxLetters) break
    end += segment.length
  }
  return name.slice(0, end)
}

/** Whether a text has a character that some system refuses in a name. */
export function hasRefusedCharacter(name: string): boolean {
  return REFUSED.test(name)
}

/** A text with characters that some system refuses in a name, and all white space, replaced by spaces. */
export function withoutRefused(text: string): string {
  return Array.from(text, (char) => (REFUSED.test(char) ? ' ' : char))
    .join('')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Whether a name is a Windows device name. */
export function isDeviceName(name: string): boolean {
  return WINDOWS_DEVICE.test(name)
}

/** Turns a device name into an ordinary one: `con.txt` becomes `con_.txt`. */
export function withoutDevice(name: string): string {
  return name.replace(WINDOWS_DEVICE, '$&_')
}
