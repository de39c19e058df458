/** Parts of a document from the lines of its pages: what a PDF does not say is told from sizes, gaps and margins. */
import type { DocumentPart } from './documentText.ts'
import { joinCells } from './partsWriter.ts'
import { BULLET } from './pdfLines.ts'
import type { PdfLine } from './pdfLines.ts'

/** A heading is this much larger than most of the text, and not longer than this. */
const HEADING_SIZE = 1.15
const LONGEST_HEADING = 200
/** Lines of one paragraph stand no further apart than this, in the usual distance of lines. */
const PARAGRAPH_GAP = 1.25
/** A first line is indented by this much, in letter sizes. */
const INDENT = 0.8
/** A line that ends this much before the margin, in the width of the text, may end a paragraph. */
const SHORT_LINE = 0.15
/** Headers and footers stand on at least so many pages, and on this share of them. */
const FURNITURE_PAGES = 3
const FURNITURE_SHARE = 1 / 3

const NUMBERED = /^\(?(?:\d{1,3}|[a-z])[.)]\s+\S/

interface Measures {
  /** Letter size of most of the text. */
  readonly body: number
  /** Distance between most of its lines, in letter sizes. */
  readonly leading: number
}

/** Makes headings, paragraphs, list items and rows, without what stands on top and bottom of page after page. */
export function partsFromPages(pages: readonly (readonly PdfLine[])[]): DocumentPart[] {
  const kept = withoutFurniture(pages)
  const measures = measure(kept)
  const parts: DocumentPart[] = []
  let previous: PdfLine | null = null
  for (const page of kept) {
    const right = Math.max(...page.map((line) => line.right))
    const left = Math.min(...page.map((line) => line.left))
    for (const line of page) {
      const part = partOf(line, measures)
      const last = parts.at(-1)
      const isContinued =
        last !== undefined &&
        previous !== null &&
        continues({ line, part, previous, last, measures, margins: { left, right } })
      if (isContinued) parts[parts.length - 1] = { kind: last.kind, text: joinLine(last.text, part.text) }
      else if (part.text !== '') parts.push(part)
      previous = line
    }
  }
  return parts
}

function partOf({ cells, height }: PdfLine, { body }: Measures): DocumentPart {
  const text = joinCells(cells)
  const [first = ''] = text
  if (BULLET.test(first)) return { kind: 'listItem', text: text.slice(1).replace(/^,?\s*/, '') }
  if (cells.length > 1) return { kind: 'tableRow', text }
  if (NUMBERED.test(text)) return { kind: 'listItem', text }
  const isHeading = height > body * HEADING_SIZE && text.length <= LONGEST_HEADING
  return { kind: isHeading ? 'heading' : 'paragraph', text }
}

function continues(at: {
  readonly line: PdfLine
  readonly part: DocumentPart
  readonly previous: PdfLine
  readonly last: DocumentPart
  readonly measures: Measures
  readonly margins: { readonly left: number; readonly right: number }
}): boolean {
  const { line, part, previous, last, measures, margins } = at
  const isSameSize = Math.abs(line.height - previous.height) < 0.5
  if (!isSameSize || part.kind === 'tableRow' || last.kind === 'tableRow') return false
  if (part.kind === 'heading' || last.kind === 'heading') {
    return part.kind === last.kind && distance(line, previous) < 1.6
  }
  if (part.kind === 'listItem') return false
  const isNextPageOrColumn = line.y > previous.y
  if (isNextPageOrColumn) return /^\p{Ll}/u.test(part.text) && !/[.!?…:]["'”’»)]*$/.test(last.text)
  if (distance(line, previous) > measures.leading * PARAGRAPH_GAP) return false
  // A list item's next lines stand where its first words do, to the right of its mark.
  if (last.kind === 'listItem') return line.left >= previous.left - 1
  if (line.left - previous.left > INDENT * line.height) return false
  const isShort = previous.right < margins.right - (margins.right - margins.left) * SHORT_LINE
  return !(isShort && /[.!?…:]["'”’»)]*$/.test(last.text))
}

function distance(line: PdfLine, previous: PdfLine): number {
  return (previous.y - line.y) / Math.max(1, line.height)
}

/** A word that was parted at the end of its line is one word again. */
function joinLine(text: string, next: string): string {
  if (text.endsWith('\u00ad')) return text.slice(0, -1) + next
  return /\p{Ll}-$/u.test(text) && /^\p{Ll}/u.test(next) ? text.slice(0, -1) + next : `${text} ${next}`
}

function measure(pages: readonly (readonly PdfLine[])[]): Measures {
  const sizes = new Map<number, number>()
  const leadings = new Map<number, number>()
  const add = (counts: Map<number, number>, value: number, weight: number) =>
    counts.set(value, (counts.get(value) ?? 0) + weight)
  for (const page of pages) {
    for (const [index, line] of page.entries()) {
      add(sizes, Math.round(line.height * 2) / 2, joinCells(line.cells).length)
      const previous = page[index - 1]
      const gap = previous === undefined ? 0 : Math.round(distance(line, previous) * 10) / 10
      if (gap >= 1 && gap <= 3) add(leadings, gap, 1)
    }
  }
  const mostCommon = (counts: Map<number, number>) => [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
  // A page of single lines has no distance within a paragraph: then the one that letters are set in as a rule.
  const leading = mostCommon(leadings) ?? 1.2
  return { body: mostCommon(sizes) ?? 12, leading: leading > 2.2 ? 1.2 : leading }
}

function withoutFurniture(pages: readonly (readonly PdfLine[])[]): (readonly PdfLine[])[] {
  const edges = pages.map((page) => {
    const byHeight = [...page].sort((a, b) => b.y - a.y)
    return [byHeight[0], byHeight.at(-1)].filter((line) => line !== undefined)
  })
  const counts = new Map<string, number>()
  for (const lines of edges) {
    for (const key of new Set(lines.map(furnitureKey))) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const enough = Math.max(FURNITURE_PAGES, pages.length * FURNITURE_SHARE)
  return pages.map((page, index) =>
    page.filter(
      (line) => edges[index]?.includes(line) !== true || (counts.get(furnitureKey(line)) ?? 0) < enough,
    ),
  )
}

/** The same header on another page: where it stands, and what it says but for the page's number. */
function furnitureKey({ y, cells }: PdfLine): string {
  return `${Math.round(y)} ${cells.join(' ').replaceAll(/\d+/g, '#')}`
}
