/** Converts a screenplay in a PDF to the plain text that its program would print: the indents of lines show who speaks. */
import type { PdfLine } from './pdfLines.ts'
import { withoutMarks } from './pdfWords.ts'

/** A scene heading of a screenplay, optionally with its number. */
export const SCENE_HEADING = /^(?:\d{1,4}[A-Z]?\.?\s+)?(?:INT|EXT|INT\.?\/EXT|EXT\.?\/INT|I\/E)[.\s]\s*\S/
/** The fewest scene headings of a screenplay. */
const FEWEST_SCENES = 2
/** The least gap between lines that is a blank line, relative to the usual one. */
const BLANK_LINE = 1.5

/**
 * Returns the lines of the pages, indented by columns and with blank lines for gaps; null if the pages have too few scene headings.
 * `isLeftOut` states which lines are not part of the script.
 */
export function scriptText(
  pages: readonly (readonly PdfLine[])[],
  isLeftOut: (line: PdfLine) => boolean,
): string | null {
  const kept = pages.map((page) => page.filter((line) => !isLeftOut(line)))
  const all = kept.flat()
  if (all.filter((line) => SCENE_HEADING.test(textOf(line))).length < FEWEST_SCENES) return null
  const letter = quantile(
    all.map(({ left, right, cells }) => (right - left) / Math.max(1, lengthOf(cells))),
    0.5,
  )
  const left = all.reduce((least, line) => Math.min(least, line.left), Infinity)
  // Most lines of a script may be single ones, with a blank line around each.
  const gap = quantile(
    kept.flatMap((page) => gapsOf(page).filter((each) => each > 0)),
    0.25,
  )
  const columnOf = (x: number) => Math.max(0, Math.round((x - left) / Math.max(1, letter)))
  const written: string[] = []
  for (const page of kept) {
    const gaps = gapsOf(page)
    for (const [index, { cells }] of page.entries()) {
      if (index > 0 && (gaps[index - 1] ?? 0) > gap * BLANK_LINE) written.push('')
      const line = cells.reduce((text, cell) => `${text.padEnd(columnOf(cell.left))}${cell.text}`, '')
      written.push(withoutMarks(line).trimEnd())
    }
    written.push('')
  }
  return written.join('\n')
}

function gapsOf(page: readonly PdfLine[]): number[] {
  return page.slice(1).map((line, index) => (page[index]?.y ?? 0) - line.y)
}

function textOf({ cells }: PdfLine): string {
  return cells.map(({ text }) => text).join(' ')
}

function lengthOf(cells: PdfLine['cells']): number {
  return cells.reduce((sum, { text }) => sum + text.length, cells.length - 1)
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length * share)] ?? 0
}
