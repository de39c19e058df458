import Papa from 'papaparse'
import { isHeader } from '../../../../shared/import/table.ts'
import type { ImportTable } from '../../../../shared/import/table.ts'

/** Reads a table of cells that commas, semicolons or tabs set apart. */
export function readCsv(text: string, title: string): ImportTable {
  const rows: { line: number; cells: string[]; isBroken: boolean }[] = []
  let from = 0
  let line = 1
  // Blank lines mislead the guess, and are counted below.
  const { meta: guess } = Papa.parse(text, {
    ...{ preview: 20, skipEmptyLines: 'greedy', delimitersToGuess: [',', '\t', ';', '|'] },
  })
  Papa.parse<string[]>(text, {
    delimiter: guess.delimiter,
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
