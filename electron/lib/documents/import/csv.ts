import Papa from 'papaparse'
import { columnNamesIn } from '../../../../shared/import/columnNames.ts'
import { tableOfRows, type ImportTable, type TableRow } from '../../../../shared/import/tableLayout.ts'

/** The first line that declares the separator of the cells for spreadsheets. */
export const SEPARATOR = /^\uFEFF?"?sep=(.)"?[ \t]*(?:\r\n|\r|\n)/i
/** A noncharacter, which occurs in no text. */
const NO_QUOTE = '\ufdd0'

/** Reads a table whose cells are separated by commas, semicolons, tabs or vertical bars. */
export function readCsv(written: string, title: string): ImportTable {
  const told = SEPARATOR.exec(written)
  const text = told === null ? written : written.slice(told[0].length)
  const delimiter = told?.[1] ?? delimiterOf(text)
  const firstLine = told === null ? 1 : 2
  const rows = readRows(text, delimiter, firstLine)
  // Ren'Py and others quote nothing if tabs separate the cells, so that a cell may begin with a quotation mark.
  const isUnquoted = delimiter === '\t' && rows.some(({ isBroken }) => isBroken)
  return tableOfRows({ title, rows: isUnquoted ? readRows(text, delimiter, firstLine, NO_QUOTE) : rows })
}

function readRows(text: string, delimiter: string, firstLine: number, quoteChar = '"'): TableRow[] {
  const rows: TableRow[] = []
  let from = 0
  let line = firstLine
  Papa.parse<string[]>(text, {
    delimiter,
    quoteChar,
    step({ data, errors, meta }) {
      const isBlank = data.every((cell) => cell.trim() === '')
      if (!isBlank) rows.push({ line, cells: data, isBroken: errors.some(({ type }) => type === 'Quotes') })
      for (let at = text.indexOf('\n', from); at >= 0 && at < meta.cursor; at = text.indexOf('\n', at + 1))
        line++
      from = meta.cursor
    },
  })
  return rows
}

/** The possible separators of cells, the most likely first. */
export const DELIMITERS = [',', '\t', ';', '|']
/** How many rows are searched for the names of the columns. */
const FIRST_ROWS = 20

/** The separator of the cells: the one with which one of the first rows has the most column names, otherwise the most likely one. */
function delimiterOf(text: string): string {
  const named = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: FIRST_ROWS, skipEmptyLines: 'greedy' })
    return { delimiter, count: Math.max(0, ...data.map(columnNamesIn)) }
  }).toSorted((a, b) => b.count - a.count)
  const [most] = named
  if (most !== undefined && most.count > 1) return most.delimiter
  // Blank lines mislead the guess.
  const { meta } = Papa.parse(text, {
    preview: FIRST_ROWS,
    skipEmptyLines: 'greedy',
    delimitersToGuess: DELIMITERS,
  })
  return meta.delimiter
}
