/** The numbers of lists as part of the text: a listener hears “2. Burn it.” */

/** The format names of HTML and OpenDocument: digits, letters or Roman numerals. */
export type NumberFormat = '1' | 'a' | 'A' | 'i' | 'I'

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]
const LARGEST_ROMAN = 3999
/** Longer runs of one letter are unreadable: digits are used. */
const LONGEST_LETTERS = 8

/** How letters continue after z: aa, ab, ac… like the columns of a sheet, or aa, bb, cc… */
export type LetterOrder = 'counted' | 'repeated'

/** Formats the number of a list; a number that the format cannot represent is written in digits. */
export function formatListNumber(
  number: number,
  format: NumberFormat,
  letters: LetterOrder = 'counted',
): string {
  const written = writeSmall(number, format.toLowerCase(), letters)
  return format === 'A' || format === 'I' ? written.toUpperCase() : written
}

function writeSmall(number: number, format: string, letters: LetterOrder): string {
  if (format === 'a' && number > 0) {
    return letters === 'counted' ? writeLetters(number) : repeatLetter(number)
  }
  if (format === 'i' && number > 0 && number <= LARGEST_ROMAN) return writeRoman(number)
  return String(number)
}

/** a … z, aa, ab … */
function writeLetters(number: number): string {
  let rest = number
  let letters = ''
  while (rest > 0) {
    rest -= 1
    letters = String.fromCharCode(97 + (rest % 26)) + letters
    rest = Math.floor(rest / 26)
  }
  return letters
}

function repeatLetter(number: number): string {
  if (number > 26 * LONGEST_LETTERS) return String(number)
  return String.fromCharCode(97 + ((number - 1) % 26)).repeat(Math.ceil(number / 26))
}

/** The value of a Roman numeral in lower or upper case; null if a text is not one. */
export function parseRoman(text: string): number | null {
  const letters = text.toLowerCase()
  let number = 0
  let rest = letters
  for (const [value, sign] of ROMAN) {
    while (rest.startsWith(sign)) {
      number += value
      rest = rest.slice(sign.length)
    }
  }
  return number > 0 && number <= LARGEST_ROMAN && writeRoman(number) === letters ? number : null
}

function writeRoman(number: number): string {
  let rest = number
  let numeral = ''
  for (const [value, letters] of ROMAN) {
    while (rest >= value) {
      numeral += letters
      rest -= value
    }
  }
  return numeral
}
