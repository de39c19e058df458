/** What the lines of a page are to each other: rows of a table, or columns that stand side by side. */
import type { PdfCell, PdfLine } from './pdfLines.ts'
import { withInitial } from './pdfInitials.ts'
import { findTables } from './pdfTables.ts'
import { NO_WORDS } from './pdfWords.ts'
import type { DocumentWords } from './pdfWords.ts'

/** Cells of one column begin or end at the same place, in points. */
const ALIGNED = 3
/** Numbers of a column may end below each other instead; so do the last words of justified lines. */
const NUMBER = /^[\p{N}\p{Sc}.,%–−-]+$/u
/** So many lines in a row are columns, with this many characters in each cell on average. */
const FEWEST_LINES = 4
const COLUMN_CHARACTERS = 20
/** Lines of one column stand no further apart than this, in letter sizes. */
const COLUMN_LEADING = 1.8
/** Most lines of a column are at least this wide, in the width of its widest. */
const FULL_LINE = 0.75

/** The lines of a page in reading order, with cells only where they are cells; last those that are not its text. */
export function arrangeLines(lines: readonly PdfLine[], words: DocumentWords = NO_WORDS): PdfLine[] {
  const text = lines.filter(({ place }) => place === undefined).map((line) => withInitial(line, words))
  const arranged = findTables(text, words).flatMap((section) =>
    section.isTable ? section.lines : arrangeBetweenTables(section.lines),
  )
  return [...arranged, ...lines.filter(({ place }) => place !== undefined)]
}

function arrangeBetweenTables(lines: readonly PdfLine[]): PdfLine[] {
  return columnByColumn(
    lines.map((line, index) => withoutFalseCells(line, lines[index - 1], lines[index + 1])),
  )
}

/** A gap in a justified line sets no cells apart: those of a table stand below each other. */
function withoutFalseCells(line: PdfLine, ...neighbours: readonly (PdfLine | undefined)[]): PdfLine {
  const cells: PdfCell[] = []
  for (const cell of line.cells) {
    const last = cells.pop()
    if (last === undefined) cells.push(cell)
    else if (neighbours.some((other) => isAligned(cell, last, other))) cells.push(last, cell)
    else {
      const [left, right] = [Math.min(last.left, cell.left), Math.max(last.right, cell.right)]
      cells.push({ text: `${last.text} ${cell.text}`, left, right })
    }
  }
  return { ...line, cells }
}

function isAligned(cell: PdfCell, before: PdfCell, other: PdfLine | undefined): boolean {
  if (other === undefined || other.cells.length < 2) return false
  const [first, second] = before.left < cell.left ? [before, cell] : [cell, before]
  return other.cells.some(
    ({ left, right }) =>
      left > first.left + ALIGNED &&
      (Math.abs(left - second.left) < ALIGNED ||
        (NUMBER.test(second.text) && Math.abs(right - second.right) < ALIGNED)),
  )
}

/** Columns that were drawn row by row are read one after the other. */
function columnByColumn(lines: readonly PdfLine[]): PdfLine[] {
  const arranged: PdfLine[] = []
  for (let start = 0; start < lines.length;) {
    let end = start + 1
    while (hasSameColumns(lines[start], lines[end])) end++
    const rows = lines.slice(start, end)
    if (areColumns(rows)) {
      while (goesOnInFirst(rows[0], lines[end - 1], lines[end])) end++
      arranged.push(...columnsOf(lines.slice(start, end)))
    } else arranged.push(...rows)
    start = end
  }
  return arranged
}

function hasSameColumns(first: PdfLine | undefined, other: PdfLine | undefined): boolean {
  if (first === undefined || other === undefined || first.cells.length < 2) return false
  return (
    other.y < first.y &&
    other.cells.length === first.cells.length &&
    other.cells.every(({ left }, index) => Math.abs(left - (first.cells[index]?.left ?? left)) < ALIGNED)
  )
}

/** Whether a line goes on with the first column, below the end of the others. */
function goesOnInFirst(
  first: PdfLine | undefined,
  previous: PdfLine | undefined,
  line: PdfLine | undefined,
): boolean {
  const [column, next] = first?.cells ?? []
  if (column === undefined || next === undefined || previous === undefined || line === undefined) return false
  const gap = previous.y - line.y
  return (
    line.cells.length === 1 &&
    gap > 0 &&
    gap <= line.height * COLUMN_LEADING &&
    Math.abs(line.left - column.left) < ALIGNED &&
    line.right < next.left
  )
}

/** Rows of a table have short cells, or cells of all lengths. */
function areColumns(rows: readonly PdfLine[]): boolean {
  const count = rows[0]?.cells.length ?? 0
  if (count < 2 || rows.length < FEWEST_LINES) return false
  return Array.from({ length: count }, (_, index) => cellsAt(rows, index)).every((cells) => {
    const widths = cells.map(({ left, right }) => right - left)
    const full = widths.filter((width) => width >= FULL_LINE * Math.max(...widths)).length
    const characters = cells.reduce((sum, { text }) => sum + text.length, 0)
    return characters >= COLUMN_CHARACTERS * cells.length && full * 2 > cells.length
  })
}

function columnsOf(rows: readonly PdfLine[]): PdfLine[] {
  const count = rows[0]?.cells.length ?? 0
  return Array.from({ length: count }, (_, index) =>
    rows.flatMap((row): PdfLine[] => {
      const cell = row.cells[index]
      return cell === undefined ? [] : [{ ...row, cells: [cell], left: cell.left, right: cell.right }]
    }),
  ).flat()
}

function cellsAt(rows: readonly PdfLine[], index: number): PdfCell[] {
  return rows.flatMap(({ cells }) => cells[index] ?? [])
}
