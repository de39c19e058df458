/** Parts of a document from the lines of its pages: what a PDF does not say is told from sizes, gaps and margins. */
import { isBullet } from './bullets.ts'
import { endOfEntries, endsLikeEntry, isContentsTitle } from './contentsList.ts'
import type { DocumentPart } from './documentText.ts'
import { joinCells } from './partsWriter.ts'
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

const FEWEST_ENTRIES = 3

const NUMBERED = /^\(?(?:\d{1,3}|[a-z])[.)]\s+\S/

interface Measures {
  /** Letter size of most of the text. */
  readonly body: number
  /** Distance between most of its lines, in letter sizes. */
  readonly leading: number
}

/** Makes headings, paragraphs, list items and rows; what stands on top and bottom of page after page is their margin. */
export function partsFromPages(pages: readonly (readonly PdfLine[])[]): DocumentPart[] {
  const margin = findFurniture(pages)
  const kept = pages.map((page) => page.filter((line) => !margin.has(line)))
  const measures = measure(kept)
  const contents = findContents(kept.flat())
  const parts: GrowingPart[] = []
  /** The part and the line that the next line may go on with. */
  let last: GrowingPart | undefined
  let previous: PdfLine | null = null
  for (const [index, page] of pages.entries()) {
    const inside = kept[index] ?? []
    const right = Math.max(...inside.map((line) => line.right))
    const left = Math.min(...inside.map((line) => line.left))
    for (const line of page) {
      const part = partOf(line, measures)
      const place = margin.has(line) ? 'margin' : contents.has(line) ? 'contents' : null
      if (place !== null) {
        if (part.text !== '') parts.push({ ...part, place, lines: [part.text] })
        if (place === 'contents') last = undefined
        continue
      }
      if (
        last !== undefined &&
        previous !== null &&
        continues({ line, part, previous, last, measures, margins: { left, right } })
      ) {
        addLine(last.lines, part.text)
      } else if (part.text !== '') {
        last = { kind: part.kind, lines: [part.text] }
        parts.push(last)
      }
      previous = line
    }
  }
  return parts.map(({ lines, ...part }) => ({ ...part, text: lines.join('') }))
}

/** A part to which lines are added; its text is made once, since a book can be one paragraph. */
interface GrowingPart extends Omit<DocumentPart, 'text'> {
  readonly lines: string[]
}

function partOf({ cells, height }: PdfLine, { body }: Measures): DocumentPart {
  const text = joinCells(cells.map((cell) => cell.text))
  const [first = ''] = text
  if (isBullet(first)) return { kind: 'listItem', text: text.slice(1).replace(/^,?\s*/, '') }
  if (cells.length > 1) return { kind: 'tableRow', text }
  if (NUMBERED.test(text)) return { kind: 'listItem', text }
  const isHeading = height > body * HEADING_SIZE && text.length <= LONGEST_HEADING
  return { kind: isHeading ? 'heading' : 'paragraph', text }
}

function continues(at: {
  readonly line: PdfLine
  readonly part: DocumentPart
  readonly previous: PdfLine
  readonly last: GrowingPart
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
  const endsSentence = /[.!?…:]["'”’»)]*$/.test((last.lines.at(-1) ?? '').slice(-8))
  const isNextPageOrColumn = line.y > previous.y
  if (isNextPageOrColumn) return /^\p{Ll}/u.test(part.text) && !endsSentence
  if (distance(line, previous) > measures.leading * PARAGRAPH_GAP) return false
  const isRightToLeft = line.direction === 'rtl'
  const blank = isRightToLeft ? previous.left - margins.left : margins.right - previous.right
  const isShort = blank > (margins.right - margins.left) * SHORT_LINE
  // A list item's next lines stand where its first words do, or before them where its first line is indented.
  if (last.kind === 'listItem') return line.left >= previous.left - 1 || (!isShort && last.lines.length === 1)
  const indent = isRightToLeft ? previous.right - line.right : line.left - previous.left
  if (indent > INDENT * line.height) return false
  return !(isShort && endsSentence)
}

function distance(line: PdfLine, previous: PdfLine): number {
  return (previous.y - line.y) / Math.max(1, line.height)
}

/** Adds a line to those of a text. A word that was parted at the end of its line is one word again. */
export function addLine(lines: string[], next: string): void {
  const last = lines.pop() ?? ''
  const isParted = last.endsWith('\u00ad') || (/\p{Ll}-$/u.test(last.slice(-4)) && /^\p{Ll}/u.test(next))
  lines.push(isParted ? last.slice(0, -1) : `${last} `, next)
}

/** The lines of a table of contents: its title and what leads to pages below it, or entries with leaders. */
function findContents(lines: readonly PdfLine[]): ReadonlySet<PdfLine> {
  const found = new Set<PdfLine>()
  for (let start = 0; start < lines.length; start++) {
    const line = lines[start]
    if (line === undefined) break
    const hasTitle = isContentsTitle(textOf(line))
    const end = endOfEntries(lines, hasTitle ? start + 1 : start, {
      isEntry: (entry) => endsLikeEntry(textOf(entry), hasTitle),
      textOf,
    })
    if (end - start < (hasTitle ? 2 : FEWEST_ENTRIES)) continue
    for (const each of lines.slice(start, end)) found.add(each)
    start = end - 1
  }
  return found
}

function textOf({ cells }: PdfLine): string {
  return cells.map(({ text }) => text).join(' ')
}

function measure(pages: readonly (readonly PdfLine[])[]): Measures {
  const sizes = new Map<number, number>()
  const leadings = new Map<number, number>()
  const add = (counts: Map<number, number>, value: number, weight: number) =>
    counts.set(value, (counts.get(value) ?? 0) + weight)
  for (const page of pages) {
    for (const [index, line] of page.entries()) {
      add(sizes, Math.round(line.height * 2) / 2, textOf(line).length)
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

/** The first and last lines of pages that are the same on page after page. */
function findFurniture(pages: readonly (readonly PdfLine[])[]): ReadonlySet<PdfLine> {
  const edges = pages.map((page) => {
    const byHeight = [...page].sort((a, b) => b.y - a.y)
    return [byHeight[0], byHeight.at(-1)].filter((line) => line !== undefined)
  })
  const counts = new Map<string, number>()
  for (const lines of edges) {
    for (const key of new Set(lines.map(furnitureKey))) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  const enough = Math.max(FURNITURE_PAGES, pages.length * FURNITURE_SHARE)
  return new Set(edges.flat().filter((line) => (counts.get(furnitureKey(line)) ?? 0) >= enough))
}

/** The same header on another page: where it stands, and what it says but for the page's number. */
function furnitureKey(line: PdfLine): string {
  return `${Math.round(line.y)} ${textOf(line).replaceAll(/\d+/g, '#')}`
}
