/** Pandoc's tables for markdown-it, besides those with pipes: https://pandoc.org/MANUAL.html#tables */
import type { StateBlock } from 'markdown-it'

/** A line without the space around it; null if it belongs to code or to the surrounding block. */
export function lineOf(state: StateBlock, line: number): string | null {
  if (line >= state.lineMax || (state.sCount[line] ?? 0) - state.blkIndent >= 4) return null
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trim()
}

function addRow(state: StateBlock, cells: readonly string[]): void {
  state.push('tr_open', 'tr', 1)
  for (const cell of cells) {
    const inline = state.push('inline', '', 0)
    inline.content = cell
    inline.children = []
  }
  state.push('tr_close', 'tr', -1)
}

/** The line above or below a row of Pandoc's grid tables: “+-----+=====+”. */
const GRID = /^\+(?:[-=:]{2,}\+)+$/

/** Pandoc's grid tables: each cell is a column of text between two lines. */
export function gridTable(state: StateBlock, start: number, endLine: number, silent: boolean): boolean {
  if (!GRID.test(lineOf(state, start) ?? '')) return false
  let end = start + 1
  while (end < endLine && /^[|+].*[|+]$/.test(lineOf(state, end) ?? '')) end++
  if (end - start < 3 || !GRID.test(lineOf(state, end - 1) ?? '')) return false
  if (silent) return true
  let cells: string[] = []
  for (let line = start + 1; line < end; line++) {
    const text = lineOf(state, line) ?? ''
    if (!GRID.test(text)) {
      const pieces = text.slice(1, -1).split('|')
      cells = pieces.map((piece, index) => `${cells[index] ?? ''} ${piece.trim()}`.trim())
      continue
    }
    addRow(state, cells)
    cells = []
  }
  state.line = end
  return true
}

/** The line that shows the columns of a simple or multiline table: “-----  ---  ------”. */
const COLUMNS = /^ *-{2,}(?: +-{2,})+ *$/
/** The line above and below a multiline table. */
const FRAME = /^ *-{5,} *$/
/** Longer tables are read as text. */
const MOST_LINES = 300

/**
 * Pandoc's simple tables, whose rows are lines, and multiline tables, whose rows are separated by blank lines. Dashes below the head show the
 * columns; without a head, they are above and below the table.
 */
export function dashTable(state: StateBlock, start: number, endLine: number, silent: boolean): boolean {
  const lineAt = (line: number) =>
    line < endLine
      ? state.src.slice(state.bMarks[line] ?? 0, state.eMarks[line] ?? 0).replaceAll('\t', '    ')
      : ''
  const isBlank = (line: number) => lineAt(line).trim() === ''
  if (state.level > 0 || state.parentType !== 'root') return false
  const isFramed = FRAME.test(lineAt(start))
  let columns = isFramed ? start + 1 : start
  while (!COLUMNS.test(lineAt(columns)))
    if (isBlank(columns) || columns > start + (isFramed ? 20 : 0)) return false
    else columns++
  const isClosed = isFramed || columns === start
  let end = columns + 1
  while (end < endLine && end < start + MOST_LINES) {
    const line = lineAt(end)
    if ((COLUMNS.test(line) || FRAME.test(line)) && isBlank(end + 1)) break
    if (!isClosed && line.trim() === '') break
    end++
  }
  const isEnded = COLUMNS.test(lineAt(end)) || FRAME.test(lineAt(end))
  if (end === columns + 1 || (isClosed && !isEnded)) return false
  if (silent) return true
  const head = linesBetween(isFramed ? start : start - 1, columns)
  const rows = linesBetween(columns, end)
  const starts = Array.from(lineAt(columns).matchAll(/-+/g), ({ index }) => index)
  const isMultiline = isFramed || rows.some(isBlank)
  const cellsOf = (lines: readonly number[]) => {
    const cells = lines.map((line) => cut(lineAt(line), starts))
    return starts.map((_, column) =>
      cells
        .map((each) => each[column] ?? '')
        .join(' ')
        .trim(),
    )
  }
  if (head.length > 0) addRow(state, cellsOf(head))
  let row: number[] = []
  for (const line of rows) {
    if (!isBlank(line)) row.push(line)
    if (row.length > 0 && (!isMultiline || isBlank(line) || line === rows.at(-1))) {
      addRow(state, cellsOf(row))
      row = []
    }
  }
  state.line = isEnded ? end + 1 : end
  return true
}

/** The numbers of the lines after one and before another. */
function linesBetween(before: number, after: number): number[] {
  return Array.from({ length: after - before - 1 }, (_, index) => before + 1 + index)
}

/** The cells of a line: cut where the columns start, or at wide spaces if that would divide a word. */
function cut(line: string, starts: readonly number[]): string[] {
  const divides = starts.some((at) => at > 0 && /\S\S/.test(line.slice(at - 1, at + 1)))
  if (divides) return line.trim().split(/ {2,}/)
  return starts.map((start, index) => line.slice(index === 0 ? 0 : start, starts[index + 1]).trim())
}
