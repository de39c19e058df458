/** A table of lines: its rows, its sheets, and its columns as guessed from their names. */
import * as z from 'zod'
import {
  COLUMNS,
  findHeader,
  isFileName,
  isLanguageName,
  isSureOfLines,
  nameOf,
  rankOf,
  type Column,
} from './columnNames.ts'
import { PIECES, PROBLEMS } from './source.ts'

/** The columns of a table that Fabula writes, in order. A column of ids may precede them, and a column of notes may follow. */
export const STORY_COLUMNS = ['chapter', 'speaker', 'line', 'emotion', 'silence', 'duration'] as const
export const ID_COLUMN = 'id'
export const NOTES_COLUMN = 'notes'

const columnSchema = z.int().min(0).nullable()
/** The index of each column in a row; null if the table does not have it. */
export const columnsSchema = z.strictObject({
  ...(Object.fromEntries(COLUMNS.map((column) => [column, columnSchema])) as Record<
    Column,
    typeof columnSchema
  >),
  /** Whether a line without a speaker has the speaker of the line above. */
  repeatsSpeaker: z.boolean().optional(),
})
export type Columns = z.infer<typeof columnsSchema>

const rowSchema = z.strictObject({
  /** The line number in the file or sheet, from 1. */
  line: z.int().min(1),
  cells: z.array(z.string()),
  /** Whether the row is malformed. */
  isBroken: z.boolean(),
  /** Why a row is not a line; absent for a line. */
  piece: z.enum(PIECES).optional(),
  /** The name of its sheet, which names its chapter. */
  sheet: z.string().optional(),
  /** Cells merged with the cell above them, with the text of that cell. */
  merged: z.array(z.strictObject({ cell: z.int().min(0), text: z.string() })).optional(),
  /** A problem that the reader found in the row. */
  problem: z.enum(PROBLEMS).optional(),
  /** Ranges of a cell that the format itself marks as codes. */
  codes: z
    .array(z.strictObject({ cell: z.int().min(0), start: z.int().min(0), end: z.int().min(0) }))
    .optional(),
})
export type TableRow = z.infer<typeof rowSchema>

export const importTableSchema = z.strictObject({
  title: z.string(),
  /** The names of the columns; null for a table that begins with a line. */
  header: z.array(z.string()).nullable(),
  /** The line of the header, from 1; absent for line 1, and for tables of several sheets, whose headers are in different lines. */
  headerLine: z.int().min(1).optional(),
  /** All rows except the header, including rows that are not lines. */
  rows: z.array(rowSchema),
  /** The name of its sheet; absent for a table of several sheets, or without sheets. */
  sheet: z.string().optional(),
  /** The indices of hidden columns. */
  hidden: z.array(z.int().min(0)).optional(),
})
export type ImportTable = z.infer<typeof importTableSchema>

/** Finds the header in the rows of a file. */
export function tableOfRows(table: Omit<ImportTable, 'header' | 'headerLine'>): ImportTable {
  const shown = table.rows.filter(({ piece, isBroken }) => piece === undefined && !isBroken)
  const index = findHeader(shown)
  const line = index === null ? null : (shown[index]?.line ?? null)
  return withHeader({ ...table, header: null }, line)
}

/**
 * The same table with the header in another line; `line` is null for no header. Marks rows above the header, repeated headers
 * and sums at the end as not lines.
 */
export function withHeader(
  { header, headerLine = 1, ...table }: ImportTable,
  line: number | null,
): ImportTable {
  const first = header === null ? [] : [{ line: headerLine, cells: header, isBroken: false }]
  const rows: TableRow[] = [...first, ...table.rows].toSorted((a, b) => a.line - b.line)
  const named = rows.find((row) => row.line === line)
  const namesIn = (cells: readonly string[]) => cells.map((cell) => cell.trim().toLowerCase()).join('\n')
  const names = namesIn(named?.cells ?? [])
  const others = rows.filter((row) => row !== named)
  // In Fabula’s own tables, every row below the header is a line.
  const isOwn = isOfFabula(named?.cells ?? null)
  const sums = others.length - others.toReversed().findIndex((row) => !isSum(row.cells))
  return {
    ...table,
    header: named?.cells ?? null,
    ...(named === undefined ? {} : { headerLine: named.line }),
    rows: others.map(({ piece, ...row }, index) => {
      const isAbove = named !== undefined && row.line < named.line
      const isRepeated = named !== undefined && namesIn(row.cells) === names
      if (piece === 'hidden') return { ...row, piece }
      if (isOwn && !isAbove) return row
      if (isAbove || index >= sums) return { ...row, piece: 'scriptNote' }
      return isRepeated ? { ...row, piece: 'repeated' } : row
    }),
  }
}

/** Whether Fabula wrote a table: only then does an apostrophe before a formula not belong to the words. */
export function isOfFabula(header: ImportTable['header']): boolean {
  const from = header?.[0] === ID_COLUMN ? 1 : 0
  const to = header?.at(-1) === NOTES_COLUMN ? -1 : undefined
  return header?.slice(from, to).join() === STORY_COLUMNS.join()
}

/** The first cell of a row of sums, such as “Total: 120 lines”. */
const SUM =
  /^(?:grand |sub)?(?:totale?s?|sum|count|summe|gesamt|insgesamt|anzahl|suma|somme|soma|razem|итого|всего|合計|計)(?:[ \t]+(?:lines|words|rows|zeilen|wörter|líneas|palabras|lignes|mots|righe|parole|linhas|palavras|wierszy|słów|строк|слов))?\s{0,3}[:=]?\s{0,3}(?:\d[\d.,\s]{0,20}\p{L}{0,20})?$/iu

function isSum(cells: readonly string[]): boolean {
  const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  const [first = ''] = filled
  const isNumber = (cell: string) => /^[\d.,:\s%]{1,40}$/.test(cell)
  return SUM.test(first) && filled.slice(1).every(isNumber) && (filled.length > 1 || /\d/.test(first))
}

/** How many rows are examined to guess the content of a column. */
export const SAMPLE = 200

/** Guesses the columns from their names and cells. Without a header, the first column is the speaker and the second the words; a single column is the words. */
export function guessColumns(table: ImportTable): Columns {
  const { header, rows, hidden = [] } = table
  const sample = rows.filter(({ piece }) => piece === undefined).slice(0, SAMPLE)
  const columns = Object.fromEntries(COLUMNS.map((column) => [column, null])) as Record<Column, number | null>
  if (header === null) {
    const width = Math.max(0, ...sample.map(({ cells }) => cells.length))
    return width < 2 ? { ...columns, line: 0 } : { ...columns, speaker: 0, line: 1 }
  }
  const taken = new Set<number>()
  const valuesOf = (index: number) =>
    sample.flatMap(({ cells }) => {
      const cell = (cells[index] ?? '').trim()
      return cell === '' ? [] : [cell]
    })
  const take = (column: Column, indexes: readonly number[]) => {
    const index = indexes.find((each) => !taken.has(each) && (column === 'name' || !hidden.includes(each)))
    if (index === undefined || columns[column] !== null) return
    taken.add(index)
    columns[column] = index
  }
  const ranked = (column: Column) =>
    header
      .map((cell, index) => ({ index, rank: rankOf(cell, column) }))
      .flatMap(({ index, rank }) => (rank === null ? [] : [{ index, rank }]))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ index }) => index)
  const hasWords = (index: number) => valuesOf(index).some((cell) => /\p{L}/u.test(cell))
  take('speaker', ranked('speaker'))
  const lines = ranked('line')
  // “Line” can be a line number, and the column of a missing translation is empty.
  take('line', lines.filter(hasWords))
  const languages = header.flatMap((cell, index) => (isLanguageName(cell) ? [index] : []))
  take('line', languages.filter(hasWords))
  take('line', [...lines, ...languages])
  // Names take precedence over line numbers.
  take('name', ranked('name').filter(hasWords))
  for (const column of COLUMNS) take(column, ranked(column))
  for (const [index, cell] of header.entries()) {
    const values = isFileName(cell) ? valuesOf(index) : []
    if (values.length === 0) continue
    if (!isOfScripts(values)) take('name', [index])
    // A single script is the whole story.
    else if (new Set(values).size > 1) take('chapter', [index])
  }
  const isMergedTo = repeatsSpeakers(sample, columns.speaker)
  return isMergedTo ? { ...columns, repeatsSpeaker: true } : columns
}

export const AUDIO_FILE = /\.(?:wav|mp3|ogg|opus|flac|m4a|aac|aiff?|wem)$/i

/** Whether file names are those of scripts with many lines each, not of each line’s audio. */
function isOfScripts(values: readonly string[]): boolean {
  if (values.some((value) => AUDIO_FILE.test(value))) return false
  return new Set(values).size * 2 <= values.length || values.every((value) => /\.[a-z]{2,6}$/i.test(value))
}

const NARRATORS = new Set([
  'narrator',
  'erzähler',
  'erzählerin',
  'narrador',
  'narradora',
  'narrateur',
  'narratrice',
  'narratore',
])
/** The fewest lines without a speaker for `repeatsSpeakers`. */
const ENOUGH_BLANK = 3

/**
 * Whether a table names a speaker once for several lines: it names its narrator, so that a blank cell is not the narrator's, and no two
 * consecutive lines name the same speaker.
 */
function repeatsSpeakers(rows: readonly TableRow[], speaker: number | null): boolean {
  if (speaker === null) return false
  const names = rows.map(({ cells }) => nameOf(cells[speaker] ?? ''))
  const isGrouped = names.every((name, index) => name === '' || name !== names[index - 1])
  const blank = names.filter((name) => name === '').length
  return isGrouped && blank >= ENOUGH_BLANK && names[0] !== '' && names.some((name) => NARRATORS.has(name))
}

/** Whether a line without a speaker follows one with a speaker, who may be meant for both. */
export function hasBlankSpeakers({ rows }: ImportTable, { speaker }: Columns): boolean {
  if (speaker === null) return false
  const first = rows.findIndex(
    ({ piece, cells }) => piece === undefined && (cells[speaker] ?? '').trim() !== '',
  )
  return (
    first >= 0 &&
    rows.slice(first).some(({ piece, cells }) => piece === undefined && (cells[speaker] ?? '').trim() === '')
  )
}

/** Whether a table of unknown content is one of lines, judged by its columns. */
export function isTableOfLines(table: ImportTable): boolean {
  const { header, rows } = table
  const { speaker, line, name } = guessColumns(table)
  if (header === null || line === null) return false
  if (speaker !== null) return isSureOfLines(header[speaker] ?? '', header[line] ?? '')
  if (name === null) return false
  const ids = rows.flatMap(({ piece, cells }) => (piece === undefined ? [(cells[name] ?? '').trim()] : []))
  // The ids of a game’s lines: one word each, without duplicates.
  return (
    ids.every((id) => !/\s/.test(id)) && new Set(ids).size === ids.length && /[\p{L}_]/u.test(ids.join(''))
  )
}

/** Joins the sheets of a workbook to one table: columns with the same meaning or name become one column. */
export function joinSheets(title: string, sheets: readonly ImportTable[]): ImportTable {
  const keys = new Map<string, number>()
  const header: string[] = []
  const hidden = new Set<number>()
  const rows = sheets.flatMap((table) => {
    if (table.header === null) return table.rows
    const columns = guessColumns(table)
    const own = new Set<string>()
    const width = table.rows.reduce((most, { cells }) => Math.max(most, cells.length), table.header.length)
    const places = Array.from({ length: width }, (_, index) => {
      const cell = table.header?.[index] ?? ''
      const column = COLUMNS.find((each) => columns[each] === index)
      const name = column === undefined ? `name ${nameOf(cell)}` : `column ${column}`
      const key = own.has(name) ? `${name} ${index}` : name
      own.add(key)
      const at = keys.get(key) ?? header.length
      if (at === header.length) header.push(cell)
      keys.set(key, at)
      return at
    })
    for (const index of table.hidden ?? []) hidden.add(places[index] ?? index)
    return table.rows.map((row): TableRow => {
      // Rows that are not lines keep the order of their cells.
      if (row.piece !== undefined && row.piece !== 'hidden') return row
      const cells = header.map(() => '')
      for (const [index, cell] of row.cells.entries()) cells[places[index] ?? index] = cell
      const merged = row.merged?.map(({ cell, text }) => ({ cell: places[cell] ?? cell, text }))
      return { ...row, cells, ...(merged !== undefined && { merged }) }
    })
  })
  return { title, header, rows, hidden: [...hidden] }
}
