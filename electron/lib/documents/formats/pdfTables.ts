/** Tables with multi-line cells: a page draws each cell separately, and the lines of different cells share no baseline. */
import { isBullet } from './bullets.ts'
import type { PdfLine } from './pdfLines.ts'
import { addLine, NO_WORDS, type DocumentWords } from './pdfWords.ts'

/** A section of a page: lines in drawing order, or the rows of a table. */
export interface PdfSection {
  readonly isTable: boolean
  readonly lines: readonly PdfLine[]
}

/** Lines below each other with the same left end: a cell, or a paragraph. */
interface Block {
  readonly texts: string[]
  readonly left: number
  right: number
  readonly top: number
  bottom: number
  readonly height: number
  readonly direction: PdfLine['direction']
  /** The indexes of its first and last lines on the page. */
  readonly first: number
  last: number
}

/** Blocks beside each other, from left to right. */
type Row = readonly Block[]

/** In points. */
const ALIGNED = 3
/** The greatest distance of lines in one cell, in letter sizes. */
const LEADING = 1.6
const FEWEST_ROWS = 2
const MOST_COLUMNS = 50
const LIST_MARK = /^\(?(?:\d{1,3}|[a-z])[.)]$/i

/** Divides the lines of a page, in drawing order, into such tables and the lines between them. */
export function findTables(lines: readonly PdfLine[], words: DocumentWords = NO_WORDS): PdfSection[] {
  const rows = rowsOf(blocksOf(lines, words))
  const sections: PdfSection[] = []
  let next = 0
  for (let start = 0; start < rows.length;) {
    let end = start + 1
    while (haveSameColumns(rows[start], rows[end])) end++
    const table = rows.slice(start, end)
    const first = table[0]?.[0]?.first ?? 0
    const last = Math.max(...table.flat().map((block) => block.last))
    const isApart = first >= next && rows[end]?.[0]?.first !== last
    if (isTable(table) && isApart) {
      sections.push({ isTable: false, lines: lines.slice(next, first) })
      sections.push({ isTable: true, lines: table.map(toLine) })
      next = last + 1
    }
    start = end
  }
  return [...sections, { isTable: false, lines: lines.slice(next) }]
}

function blocksOf(lines: readonly PdfLine[], words: DocumentWords): Block[] {
  const blocks: Block[] = []
  for (const [index, { cells, y, height, direction }] of lines.entries()) {
    for (const { text, left, right } of cells) {
      const block = blocks.at(-1)
      const gap = block === undefined ? 0 : (block.bottom - y) / Math.max(1, height)
      const goesOn =
        block !== undefined &&
        Math.abs(left - block.left) < ALIGNED &&
        Math.abs(height - block.height) < 0.5 &&
        direction === block.direction &&
        gap > 0 &&
        gap <= LEADING
      if (goesOn) {
        addLine(block.texts, text, words)
        block.right = Math.max(block.right, right)
        block.bottom = y
        block.last = index
      } else {
        const place = { left, right, top: y, bottom: y, first: index, last: index }
        blocks.push({ texts: [text], height, direction, ...place })
      }
    }
  }
  return blocks
}

function rowsOf(blocks: readonly Block[]): Row[] {
  const rows: Block[][] = []
  /** The bounds of the last row. */
  let [top, bottom, right] = [0, 0, 0]
  for (const block of blocks) {
    const slack = block.height / 2
    const row = rows.at(-1)
    const isBeside =
      row !== undefined &&
      // The cells of right-to-left text are in reverse order: such lines are left unchanged.
      block.direction === 'ltr' &&
      block.left > right &&
      block.top + slack >= bottom &&
      block.bottom - slack <= top
    if (isBeside && row.length < MOST_COLUMNS) {
      row.push(block)
      top = Math.max(top, block.top)
      bottom = Math.min(bottom, block.bottom)
      right = Math.max(right, block.right)
    } else {
      rows.push([block])
      ;({ top, bottom, right } = block)
    }
  }
  return rows
}

/** Whether rows are a table: paragraphs beside each other have no cells of a single line, and list items have a marker. */
function isTable(rows: readonly Row[]): boolean {
  const withShortCell = rows.filter((row) => row.some(({ texts }) => texts.length === 1))
  return (
    rows.length >= FEWEST_ROWS &&
    rows.some((row) => row.some(({ texts }) => texts.length > 1)) &&
    withShortCell.length * 2 >= rows.length &&
    !rows.every(([first]) => isListMark(first?.texts.join('') ?? ''))
  )
}

function isListMark(text: string): boolean {
  return isBullet(text) || LIST_MARK.test(text)
}

function haveSameColumns(row: Row | undefined, other: Row | undefined): boolean {
  if (row === undefined || other === undefined || row.length < 2 || other.length < 2) return false
  const [fewer, more] = row.length < other.length ? [row, other] : [other, row]
  return fewer.every(({ left, right }) =>
    more.some((each) => Math.abs(each.left - left) < ALIGNED || Math.abs(each.right - right) < ALIGNED),
  )
}

function toLine(row: Row): PdfLine {
  const cells = row.map(({ texts, left, right }) => ({ text: texts.join(''), left, right }))
  return {
    cells,
    left: Math.min(...row.map(({ left }) => left)),
    right: Math.max(...row.map(({ right }) => right)),
    y: Math.max(...row.map(({ top }) => top)),
    height: Math.max(...row.map(({ height }) => height)),
    direction: 'ltr',
  }
}
