/** How long the names of files may be. File systems take 255 bytes of UTF-8. */

/** The longest name that a person may type: what is made beside a file, such as a journal, needs some of the bytes. */
export const MAX_NAME_BYTES = 200
/** The longest name that Fabula makes up, to which an ending or a number is added. */
export const MAX_STEM_BYTES = MAX_NAME_BYTES - 20

const encoder = new TextEncoder()
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The number of bytes of a text in UTF-8. */
export function bytesOf(text: string): number {
  return encoder.encode(text).length
}

/** The beginning of a name in at most `MAX_STEM_BYTES` bytes and `maxLetters` letters. A letter with its accents, or an emoji, is one and stays whole. */
export function cutToStem(name: string, maxLetters = Infinity): string {
  if (name.length <= maxLetters && bytesOf(name) <= MAX_STEM_BYTES) return name
  let [bytes, letters, end] = [0, 0, 0]
  // No letter of the rest can be within the limit.
  for (const { segment } of graphemes.segment(name.slice(0, MAX_STEM_BYTES + 1))) {
    bytes += bytesOf(segment)
    letters += 1
    if (bytes > MAX_STEM_BYTES || letters > maxLetters) break
    end += segment.length
  }
  return name.slice(0, end)
}
