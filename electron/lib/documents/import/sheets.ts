/** The sheets of a workbook as tables of lines, if they are such tables. */
import {
  isTableOfLines,
  joinSheets,
  tableOfRows,
  type ImportTable,
  type TableRow,
} from '../../../../shared/import/tableLayout.ts'
import { PIECES, type Piece } from '../../../../shared/import/source.ts'
import type { DocumentPart, DocumentText, SheetRow } from '../formats/documentText.ts'

export interface SheetTables {
  /** All sheets, including those without lines. */
  readonly table: ImportTable
  /** The sheets with lines, if the workbook has several of them or has others as well. */
  readonly sheets: ImportTable[]
}

/** Null for a document without a sheet that has a column of lines and one of speakers or ids. `name` is its title if it states none. */
export function tablesOfDocument({ title: told, parts }: DocumentText, name: string): SheetTables | null {
  const title = told ?? name
  if (!parts.some(({ row }) => row !== undefined)) return null
  const tables = sheetsOf(parts).map((sheet) => toTable(title, sheet))
  const sheets = tables.filter(isTableOfLines)
  const [first] = sheets
  if (first === undefined) return null
  if (tables.length === 1) return { table: first, sheets: [] }
  const others = tables.map((table) => (sheets.includes(table) ? table : withoutLines(table)))
  return { table: joinSheets(title, others), sheets }
}

interface Sheet {
  readonly name: string
  readonly isHidden: boolean
  readonly rows: { readonly row: SheetRow; readonly isHidden: boolean }[]
  /** The text of its charts, shapes and comments. */
  readonly asides: { readonly text: string; readonly piece: Piece }[]
}

function sheetsOf(parts: readonly DocumentPart[]): Sheet[] {
  const sheets: Sheet[] = []
  for (const { kind, text, place, row, omitted = [] } of parts) {
    const isHidden = place === 'hidden'
    if (kind === 'heading') sheets.push({ name: text, isHidden, rows: [], asides: [] })
    else if (row !== undefined) sheets.at(-1)?.rows.push({ row, isHidden })
    else if (kind !== 'tableRow') {
      const piece = PIECES.find((each) => each === place) ?? 'scriptNote'
      sheets.at(-1)?.asides.push({ text, piece })
    }
    for (const each of omitted) sheets.at(-1)?.asides.push(each)
  }
  return sheets
}

/** The default names of sheets in various programs. */
const UNNAMED =
  /^(?:sheet|tabelle|blatt|hoja|feuille?|foglio|planilha|folha|arkusz|лист|シート)[ _]?\d{0,4}$/i

function toTable(title: string, { name, isHidden, rows, asides }: Sheet): ImportTable {
  const hidden = new Set(
    rows.flatMap(({ row }) => row.cells.flatMap((cell) => (cell.isHidden ? [cell.column] : []))),
  )
  const chapter = UNNAMED.test(name.trim()) ? {} : { sheet: name }
  const table = tableOfRows({
    ...{ title, sheet: name, hidden: [...hidden] },
    rows: rows.map(({ row, ...each }): TableRow => {
      const merged = row.cells.flatMap(({ column, text, isMerged }) =>
        isMerged ? [{ cell: column, text }] : [],
      )
      return {
        ...{ line: row.number, cells: cellsOf(row), isBroken: false, ...chapter },
        ...((isHidden || each.isHidden) && { piece: 'hidden' }),
        ...(merged.length > 0 && { merged }),
      }
    }),
  })
  const after = (rows.at(-1)?.row.number ?? 0) + 1
  const others = asides.map(({ text, piece }): TableRow => {
    const told = { line: after, cells: [text], isBroken: false, ...chapter }
    return { ...told, piece: isHidden ? 'hidden' : piece }
  })
  return { ...table, rows: [...table.rows, ...others] }
}

function cellsOf({ cells }: SheetRow): string[] {
  const own = cells.filter(({ isMerged }) => isMerged !== true)
  const texts = new Map(own.map(({ column, text }) => [column, text]))
  return Array.from(
    { length: Math.max(0, ...own.map(({ column }) => column + 1)) },
    (_, column) => texts.get(column) ?? '',
  )
}

/** A sheet that is not a table of lines, such as a list of characters: its rows are kept as notes. */
function withoutLines({ title, sheet = '', rows, header, headerLine = 1 }: ImportTable): ImportTable {
  const all = header === null ? rows : [{ line: headerLine, cells: header, isBroken: false }, ...rows]
  return {
    ...{ title, sheet, header: null },
    rows: all
      .toSorted((a, b) => a.line - b.line)
      .map((row) => ({ ...row, sheet, piece: row.piece === 'hidden' ? 'hidden' : 'scriptNote' })),
  }
}
