/** Tables as CSV files that spreadsheets open as they are. */

/** A spreadsheet runs a cell that begins with one of these as a formula. */
const FORMULA_START = /^[=+\-@\t\r]/

/**
 * A table as CSV: UTF-8 with a byte order mark, by which spreadsheets tell the encoding. `separator` stands between cells. A text
 * that a spreadsheet would run as a formula gets an apostrophe before it.
 */
export function formatCsv(rows: readonly (readonly string[])[], separator: ',' | ';'): string {
  const lines = rows.map((cells) => cells.map(formatCell).join(separator))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

function formatCell(text: string): string {
  const safe = FORMULA_START.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
