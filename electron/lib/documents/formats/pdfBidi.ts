/** The reading order of a line that runs from right to left, from the order in which a page shows its pieces. */
import bidiFactory from 'bidi-js'

const bidi = bidiFactory()
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u
const LETTER = /\p{L}/u
const DIGIT = /\p{Nd}/u

/** Whether a text has letters that run from right to left. */
export function hasRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(text)
}

/** The direction of most letters of a line. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const letters = [...text].filter((character) => LETTER.test(character))
  return letters.filter(hasRightToLeft).length * 2 > letters.length ? 'rtl' : 'ltr'
}

/** Pieces from left to right as they are read. Within each piece the letters are in reading order already. */
export function toReadingOrder(pieces: readonly string[], direction: 'ltr' | 'rtl'): string[] {
  // One character for each piece: its direction is all that matters.
  const signs = pieces.map(signOf).join('')
  const ordered = [...pieces]
  for (const [first = 0, last = 0] of bidi.getReorderSegments(
    signs,
    bidi.getEmbeddingLevels(signs, direction),
  )) {
    ordered.splice(first, last - first + 1, ...ordered.slice(first, last + 1).reverse())
  }
  return ordered
}

function signOf(piece: string): string {
  if (hasRightToLeft(piece)) return 'א'
  if (LETTER.test(piece)) return 'a'
  if (DIGIT.test(piece)) return '1'
  return piece.trim() === '' ? ' ' : (piece.trim()[0] ?? ' ')
}
