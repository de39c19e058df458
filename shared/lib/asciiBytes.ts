/**
 * ASCII texts as bytes. Looping over the letters of a text is twice as fast in an array as in a string, and a
 * pure ASCII text has as many characters as UTF-16 units.
 */
const encoder = new TextEncoder()
const bytes = new Uint8Array(8192)
let latestText = ''
let isLatestAscii = true

/**
 * The bytes of an ASCII text, valid until the next call; the array continues with unrelated bytes. Null for any other text, and for one of
 * more than 8,192 letters. The text stays in memory until the next call: do not pass secrets.
 */
export function asciiBytesOf(text: string): Uint8Array | null {
  if (text !== latestText) {
    const { read, written } = encoder.encodeInto(text, bytes)
    isLatestAscii = read === text.length && written === read
    latestText = text
  }
  return isLatestAscii ? bytes : null
}
