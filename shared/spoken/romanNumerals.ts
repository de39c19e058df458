/** Roman numerals. */

const VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 }
const WELL_FORMED = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,4})$/

/** The number of a numeral in capitals, 1 to 3999; null for what is none, such as “CIVIL” and “IIX”. */
export function romanNumber(numeral: string): number | null {
  if (numeral === '' || !WELL_FORMED.test(numeral)) return null
  return [...numeral].reduce((sum, letter, index) => {
    const value = VALUES[letter] ?? 0
    return sum + (value < (VALUES[numeral[index + 1] ?? ''] ?? 0) ? -value : value)
  }, 0)
}

/** What may be a numeral: it is to be read with `romanNumber`. */
export const ROMAN = '[IVXLCDM]{1,12}'
