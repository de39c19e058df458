/** Reads the lines of a table with a column of words and other columns, such as speakers. If the column names are unclear, a person maps the columns. */
import { plainCell } from '../lib/csv.ts'
import { MAX_LABEL, MAX_NOTES, MAX_SPAN_MS } from '../story/limits.ts'
import { COLUMNS, nameOf, rankOf, type Column } from './columnNames.ts'
import { readEngineWords, takeSpeaker, type Engine, type Place } from './engineText.ts'
import type { ImportParagraph, ImportProblem, ImportSource, Piece, SectionParts } from './source.ts'
import { createSourceWriter, type SourceWriter } from './sourceWriter.ts'
import {
  AUDIO_FILE,
  isOfFabula,
  SAMPLE,
  type Columns,
  type ImportTable,
  type TableRow,
} from './tableLayout.ts'

export { COLUMNS } from './columnNames.ts'
export type { Column } from './columnNames.ts'
export { guessColumns, ID_COLUMN, NOTES_COLUMN, STORY_COLUMNS } from './tableLayout.ts'
export type { Columns, ImportTable } from './tableLayout.ts'

/** The source of a table by its columns. Rows without words, malformed rows and invalid times become problems with their line numbers. */
export function sourceFromTable(table: ImportTable, columns: Columns): ImportSource {
  const { title, header, rows, sheet } = table
  const engine = engineOf(table, columns)
  const isOwn = isOfFabula(header)
  const writer = createSourceWriter()
  const chapters = createChapters(writer)
  const isOfSheets = sheet === undefined && rows.some((row) => row.sheet !== undefined)
  let above = ''
  // Without a column of words, there are no lines yet.
  for (const row of columns.line === null ? [] : rows) {
    const { line, cells, isBroken, piece } = row
    const report = (problem: ImportProblem['problem']) => {
      const name = isOfSheets ? { name: `${row.sheet ?? ''}!${line}`.slice(-MAX_LABEL) } : {}
      // A row that is left out has no problems.
      if (piece === undefined) writer.problem({ line, ...name, problem })
    }
    const cellOf = (column: Column) => {
      const cell = columns[column] === null ? '' : (cells[columns[column]] ?? '').trim()
      return isOwn ? plainCell(cell) : cell
    }
    const groupOf = (column: 'speaker' | 'chapter' | 'emotion') =>
      cellOf(column) || (row.merged?.find(({ cell }) => cell === columns[column])?.text ?? '').trim()
    const words = cellOf('line')
    const heading = headingIn(row, columns)
    if (heading !== null) {
      chapters.heading(row.sheet, heading)
      continue
    }
    if (!isLine(row, columns)) {
      if (isBroken) report('bad-row')
      else report('no-words')
      if (isNote(row, columns)) chapters.note(row.sheet, wordsOf(cells), piece ?? 'scriptNote')
      continue
    }
    const times = readTimes(cellOf('start'), cellOf('end'))
    const lengths = readLengths(cellOf('silence'), cellOf('duration'))
    if (times === 'bad' || lengths === 'bad') report('bad-times')
    if (row.problem !== undefined) report(row.problem)
    const spoken = columns.speaker === null && engine === 'yarn' ? takeSpeaker(words) : null
    const own = spoken?.speaker ?? groupOf('speaker')
    const named = own === '' && columns.repeatsSpeaker === true ? above : own
    above = named
    const read = isOwn
      ? { text: words, marks: [], hasVariables: false }
      : readEngineWords(spoken?.words ?? words, codesOf(row, columns.line), engine)
    if (read.hasVariables) report('variable')
    const note = cellOf('note')
    // A row that is left out has no block that could keep its note.
    const isKept = piece === undefined && note.length <= MAX_NOTES
    chapters.enter(row.sheet, groupOf('chapter'))
    writer.line(named, read.text, {
      piece: piece ?? null,
      marks: [...read.marks],
      name: (isOwn ? cellOf('name') : cellOf('name').replace(AUDIO_FILE, '')).slice(0, MAX_LABEL),
      manner: groupOf('emotion').slice(0, 200),
      notes: isKept ? note : '',
      times: times === 'bad' ? null : times,
      lengths: lengths === 'bad' ? null : lengths,
    })
    if (note !== '' && !isKept) chapters.note(row.sheet, note, 'scriptNote')
  }
  const namesSpeakers = columns.speaker !== null || engine === 'yarn'
  chapters.flush()
  return writer.finish(title, { namesSpeakers }, withKinds)
}

/** A cell whose words are not in the source: its row is malformed or has no line, or its column is not mapped. */
export interface UnreadCell {
  readonly line: number
  readonly sheet: string | null
  /** The name of its column; null for a table without names. */
  readonly column: string | null
  readonly text: string
}

/** The filled cells that `sourceFromTable` does not read with these columns, in order. */
export function unreadCells({ header, rows }: ImportTable, columns: Columns): UnreadCell[] {
  const mapped = new Set(COLUMNS.map((column) => columns[column]))
  return rows.flatMap((row) => {
    const isRead = isLine(row, columns)
    if (columns.line !== null && !isRead && (isNote(row, columns) || headingIn(row, columns) !== null))
      return []
    return row.cells.flatMap((cell, index) => {
      const text = cell.trim()
      if (text === '' || (isRead && mapped.has(index))) return []
      return [{ line: row.line, sheet: row.sheet ?? null, column: header?.[index] ?? null, text }]
    })
  })
}

function isLine({ cells, isBroken, piece }: TableRow, { line }: Columns): boolean {
  if (line === null || isBroken || (cells[line] ?? '').trim() === '') return false
  return piece === undefined || piece === 'hidden' || piece === 'markup'
}

/** The heading in a row, such as “SCENE 2 – THE GATE” alone in a row of a table without a chapter column; null for any other row. */
function headingIn({ cells, isBroken, piece }: TableRow, { line, chapter }: Columns): string | null {
  if (isBroken || piece !== undefined || chapter !== null || line === null) return null
  const text = wordsOf(cells)
  const isAlone = cells.filter((cell) => cell.trim() !== '').length === 1 && (cells[line] ?? '').trim() === ''
  const [first = ''] = text.split(/[\s:.–—-]/, 1)
  return isAlone && text.length <= MAX_LABEL && rankOf(first, 'chapter') !== null ? text : null
}

/** Whether a row that is not a line contains a note: words besides a speaker, a chapter and a name. */
function isNote({ cells, isBroken, piece }: TableRow, { speaker, name, chapter }: Columns): boolean {
  if (piece !== undefined) return wordsOf(cells) !== ''
  if (isBroken) return false
  return cells.some((cell, index) => {
    const isName = index === name && !/\s/.test(cell.trim())
    return index !== speaker && index !== chapter && !isName && /\p{L}/u.test(cell)
  })
}

/** The cells of a row as one text. */
function wordsOf(cells: readonly string[]): string {
  return cells
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(', ')
}

/** Opens the chapters of a table and writes its notes. Notes before the first line of a sheet go to the chapter of that line. */
function createChapters(writer: SourceWriter) {
  let open: { readonly sheet: string | undefined; readonly title: string | null } | null = null
  let waiting: { readonly sheet: string | undefined; readonly notes: Note[] } | null = null

  function heading(sheet: string | undefined, chapter: string): void {
    if (waiting !== null && waiting.sheet !== sheet) flush()
    const title = titleOf(sheet, chapter)
    open = { sheet, title }
    writer.heading(title?.slice(0, MAX_LABEL) ?? null)
    for (const { words, piece } of waiting?.notes ?? []) writer.paragraph(words, { piece })
    waiting = null
  }

  /** Writes the notes of a sheet that has no lines. */
  function flush(): void {
    if (waiting !== null) heading(waiting.sheet, '')
  }

  return {
    heading,
    /** Opens the chapter of a line unless it is open; '' continues the open chapter of the sheet. */
    enter(sheet: string | undefined, chapter: string): void {
      const isSame = open?.sheet === sheet && (chapter === '' || titleOf(sheet, chapter) === open?.title)
      if (open === null || !isSame) heading(sheet, chapter)
    },
    note(sheet: string | undefined, words: string, piece: Piece): void {
      if (open !== null && open.sheet === sheet) writer.paragraph(words, { piece })
      else if (waiting !== null && waiting.sheet === sheet) waiting.notes.push({ words, piece })
      else {
        flush()
        waiting = { sheet, notes: [{ words, piece }] }
      }
    },
    flush,
  }
}

interface Note {
  readonly words: string
  readonly piece: Piece
}

/** Chapters without lines are back matter, unless no chapter has lines. */
function withKinds(sections: readonly SectionParts[]): SectionParts[] {
  const hasLines = ({ paragraphs }: SectionParts) => paragraphs.some(({ piece }) => piece === null)
  const isBody = sections.some(hasLines) ? hasLines : () => true
  return sections.map((section) => ({ ...section, kind: isBody(section) ? 'body' : 'backMatter' }))
}

function titleOf(sheet: string | undefined, chapter: string): string | null {
  return sheet !== undefined && chapter !== '' ? `${sheet}: ${chapter}` : chapter || sheet || null
}

/** Recognises Ren'Py and Yarn Spinner by their column names, and Yarn Spinner by its line ids. */
function engineOf({ header, rows }: ImportTable, { name }: Columns): Engine {
  const names = new Set((header ?? []).map(nameOf))
  if (
    names.has('ren py script') ||
    (names.has('identifier') && names.has('dialogue') && names.has('line number'))
  )
    return 'renpy'
  const isYarn = names.has('node') && names.has('line number') && names.has('text')
  const ids = name === null ? [] : rows.slice(0, SAMPLE).map(({ cells }) => (cells[name] ?? '').trim())
  return isYarn || (ids.length > 0 && ids.every((id) => id === '' || id.startsWith('line:')))
    ? 'yarn'
    : 'other'
}

/** The ranges of codes in the trimmed words of a row. */
function codesOf({ codes = [], cells }: TableRow, column: number | null): Place[] {
  const cell = column === null ? '' : (cells[column] ?? '')
  const lead = cell.length - cell.trimStart().length
  const { length } = cell.trim()
  const within = (at: number) => Math.min(length, Math.max(0, at - lead))
  return codes
    .filter((code) => code.cell === column)
    .map(({ start, end }) => ({ start: within(start), end: within(end) }))
    .filter(({ start, end }) => start < end)
}

const CLOCK = /^(?:(?:(\d{1,3}):)?(\d{1,2}):)?(\d{1,6})(?:[.,](\d{1,3})\d*)?\s?s?$/

/** The start and end of a line in ms, from seconds (“12.5”) or a clock time (“0:00:12.500”); null if both are empty. */
function readTimes(start: string, end: string): ImportParagraph['times'] | 'bad' {
  if (start === '' && end === '') return null
  const [startMs, endMs] = [toMs(start), toMs(end)]
  return startMs === null || endMs === null || endMs < startMs ? 'bad' : { startMs, endMs }
}

/** The silence before a line and its target length in ms; null if both are empty. */
function readLengths(silence: string, duration: string): ImportParagraph['lengths'] | 'bad' {
  if (silence === '' && duration === '') return null
  const lengths = {
    silenceMs: silence === '' ? null : toMs(silence),
    durationMs: duration === '' ? null : toMs(duration),
  }
  const isBad = (written: string, ms: number | null) => written !== '' && (ms === null || ms > MAX_SPAN_MS)
  if (isBad(silence, lengths.silenceMs) || isBad(duration, lengths.durationMs)) return 'bad'
  return { ...lengths, durationMs: lengths.durationMs === 0 ? null : lengths.durationMs }
}

function toMs(time: string): number | null {
  const match = CLOCK.exec(time)
  if (match === null) return null
  const [, hours = '0', minutes = '0', seconds = '0', fraction = ''] = match
  return (
    ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(fraction.padEnd(3, '0'))
  )
}
