/**
 * ASCII texts as bytes. A loop over all letters of a text reads them from an array in half the time that it takes from a string, and a
 * text of ASCII alone has as many characters as UTF-16 units.
 */
const encoder = new TextEncoder()
const bytes = new Uint8Array(8192)
let latestText = ''
let isLatestAscii = true

/**
 * The bytes of an ASCII text, which are valid until the next call, and are followed by others; null for any other text, and for one of
 * more than 8,192 letters. The text stays in memory until the next call: this is not for secrets.
 */
export function asciiBytesOf(text: string): Uint8Array | null {
  if (text !== latestText) {
    const { read, written } = encoder.encodeInto(text, bytes)
    isLatestAscii = read === text.length && written === read
    latestText = text
  }
  return isLatestAscii ? bytes : null
}
