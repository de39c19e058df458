/** Tables as CSV that spreadsheets open directly, without running formulas from them. */

/** A formula, possibly behind apostrophes that keep a spreadsheet from running it. */
const FORMULA_CELL = /^'*[=+\-@\t\r]/
/**
 * A spreadsheet in another locale may split at another separator and ignore the quotes. So text after a separator within a cell may
 * end up at the start of a separate cell.
 */
const INNER_STARTS = {
  ',': /(?<=[;\t\r\n])(?='*[=+\-@])/g,
  ';': /(?<=[,\t\r\n])(?='*[=+\-@])/g,
} as const
const INNER_APOSTROPHES = /(?<=[;\t\r\n])'(?='*[=+\-@])/g

export interface CsvOptions {
  /** Separates cells; a comma by default. */
  readonly separator?: keyof typeof INNER_STARTS
  readonly newline?: '\r\n' | '\n'
}

/** By this mark, spreadsheets recognise a file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * A table as the text of a CSV file, without a byte order mark. A text that a spreadsheet would run as a formula gets an apostrophe
 * before it; `plainCell` removes it.
 */
export function formatCsv(
  rows: readonly (readonly string[])[],
  { separator = ',', newline = '\r\n' }: CsvOptions = {},
): string {
  return rows
    .map((cells) => `${cells.map((cell) => formatCell(cell, separator)).join(separator)}${newline}`)
    .join('')
}

/** The text of a cell that `formatCsv` wrote between commas. */
export function plainCell(cell: string): string {
  const inner = cell.replace(INNER_APOSTROPHES, '')
  return inner.startsWith("'") && FORMULA_CELL.test(inner) ? inner.slice(1) : inner
}

function formatCell(text: string, separator: keyof typeof INNER_STARTS): string {
  const inner = text.replace(INNER_STARTS[separator], "'")
  const safe = FORMULA_CELL.test(inner) ? `'${inner}` : inner
  return safe !== text || /[",;\t\r\n\uFEFF]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
