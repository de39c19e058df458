import Papa from 'papaparse'
import { columnNamesIn, isHeader } from '../../../../shared/import/table.ts'
import type { ImportTable } from '../../../../shared/import/table.ts'

/** The first line by which spreadsheets are told what sets the cells apart. */
const SEPARATOR = /^\uFEFF?"?sep=(.)"?[ \t]*(?:\r\n|\r|\n)/i

/** Reads a table of cells that commas, semicolons or tabs set apart. */
export function readCsv(written: string, title: string): ImportTable {
  const told = SEPARATOR.exec(written)
  const text = told === null ? written : written.slice(told[0].length)
  const rows: { line: number; cells: string[]; isBroken: boolean }[] = []
  let from = 0
  let line = told === null ? 1 : 2
  Papa.parse<string[]>(text, {
    delimiter: told?.[1] ?? delimiterOf(text),
    step({ data, errors, meta }) {
      const isBlank = data.every((cell) => cell.trim() === '')
      if (!isBlank) rows.push({ line, cells: data, isBroken: errors.some(({ type }) => type === 'Quotes') })
      for (let at = text.indexOf('\n', from); at >= 0 && at < meta.cursor; at = text.indexOf('\n', at + 1))
        line++
      from = meta.cursor
    },
  })
  const [first] = rows
  const header = first !== undefined && isHeader(first.cells) ? first.cells : null
  return { title, header, rows: header === null ? rows : rows.slice(1) }
}

const DELIMITERS = [',', '\t', ';', '|']

/** What sets cells apart: the sign by which the first row names the most columns, else the most likely one. */
function delimiterOf(text: string): string {
  const named = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(text, { delimiter, preview: 1, skipEmptyLines: 'greedy' })
    return { delimiter, count: columnNamesIn(data[0] ?? []) }
  }).toSorted((a, b) => b.count - a.count)
  const [most] = named
  if (most !== undefined && most.count > 1) return most.delimiter
  // Blank lines mislead the guess.
  const { meta } = Papa.parse(text, {
    preview: 20,
    skipEmptyLines: 'greedy',
    delimitersToGuess: DELIMITERS,
  })
  return meta.delimiter
}
