/**
 * Builds the parts of a document from the lines of its pages: structure that a PDF does not state is inferred from sizes, gaps and margins.
 */
import { isBullet } from './bullets.ts'
import { endOfEntries, endsLikeEntry, isContentsTitle } from './contentsList.ts'
import type { DocumentPart } from './documentText.ts'
import { joinCells } from './partsWriter.ts'
import { joinTitle } from './titleLines.ts'
import type { PdfLine } from './pdfLines.ts'
import { findMargins, noteMarkOf, type PageMeasures } from './pdfMargins.ts'
import { findTitles, type OutlineEntry } from './pdfOutline.ts'
import { addLine, collectWords, takeMarks, withoutMarks, type DocumentWords } from './pdfWords.ts'

/** The least size of a heading, relative to most of the text, and its greatest length. */
const HEADING_SIZE = 1.15
const LONGEST_HEADING = 200
/** The greatest distance of lines in one paragraph, relative to the usual leading. */
const PARAGRAPH_GAP = 1.25
/** The least and greatest indent of a first line, in letter sizes. */
const INDENT = 0.8
const LARGEST_INDENT = 3.2
/** A line that ends at least this far before the margin may end a paragraph, as a share of the text width. */
const SHORT_LINE = 0.15
/** The greatest distance between a heading that is only a number and the title below it, in letter sizes: they are one heading. */
const TITLE_GAP = 4

/** A centred line is at least this far from both margins, and the two distances differ by less than this, as shares of the text width. */
const LEAST_CENTRED = 0.1
const CENTRED = 0.04

const FEWEST_ENTRIES = 3

/** The greatest length of a bold line that can be a heading. */
const LONGEST_BOLD = 60

const SENTENCE_END = /[.!?…:]["'”’»)]*$/

const NUMBERED = /^\(?(?:\d{1,3}|[a-z])[.)]\s+\S/

/** A heading that is only a number: “Chapter Three”, “IV.”, “12”. */
const NUMBER_ALONE =
  /^(?:(?:chapter|part|book|act|kapitel|teil|buch|akt|chapitre|partie|livre|acte|capítulo|parte|libro|acto|capitolo|rozdział|глава|часть)\s+(?:\d{1,3}|[ivxlc]{1,7}|[\p{L}-]{2,24})|\d{1,3}|[ivxlc]{1,7})\.?$/iu

/** Facts about a document besides its pages. */
export interface PdfDocumentFacts {
  readonly words?: DocumentWords
  readonly outline?: readonly OutlineEntry[]
  /** The lines that are not the text; by default those of `marginsOf`. */
  readonly margins?: ReturnType<typeof marginsOf>
}

/** The lines around the text of pages. */
export function marginsOf(pages: readonly (readonly PdfLine[])[]) {
  return findMargins(pages, measure(pages.map((page) => page.filter(isText))))
}

/**
 * Builds headings, paragraphs, list items and rows. Lines that recur at the top or bottom of pages are margins, and lines in small letters
 * below the text are notes.
 */
export function partsFromPages(
  pages: readonly (readonly PdfLine[])[],
  { words, outline = [], margins = marginsOf(pages) }: PdfDocumentFacts = {},
): DocumentPart[] {
  const kept = pages.map((page) => page.filter((line) => isText(line) && !margins.has(line)))
  const measures = measure(kept)
  const known = words ?? collectWords(kept.flat().map(textOf))
  const contents = findContents(kept.flat())
  const entries = Map.groupBy(outline, ({ page }) => page)
  const isHeading = (line: PdfLine) => partOf(line, measures).kind === 'heading'
  const parts: GrowingPart[] = []
  /** The part that the next line may continue, and its last line. */
  let last: GrowingPart | undefined
  let previous: PdfLine | null = null
  /** The note that the next line of a note continues. */
  let note: GrowingPart | undefined
  let title: OutlineEntry | undefined
  /** The outline entries of pages without text, which belong before the text that follows. */
  let waiting: OutlineEntry[] = []
  for (const [index, page] of pages.entries()) {
    const inside = kept[index] ?? []
    const marginsOf = columnMargins(inside, measures)
    waiting.push(...(entries.get(index) ?? []))
    const bold = boldLines(inside, measures)
    const { titles, unsaid } = findTitles(inside, waiting, isHeading)
    if (inside.length === 0) waiting = waiting.map((entry) => ({ ...entry, top: null }))
    else waiting = []
    for (const line of page) {
      const part = titles.has(line)
        ? { kind: 'heading' as const, text: textWithMarks(line) }
        : partOf(line, measures)
      const place = line.place ?? margins.get(line) ?? (contents.has(line) ? 'contents' : null)
      if (place === 'footnote') {
        if (note !== undefined && noteMarkOf(line) === null) addLine(note.lines, part.text, known)
        else parts.push((note = { kind: 'paragraph', place, lines: [part.text] }))
        continue
      }
      if (place !== null) {
        if (part.text !== '') parts.push({ ...part, place, lines: [part.text] })
        if (place === 'contents') last = undefined
        continue
      }
      for (const text of unsaid.get(line) ?? []) {
        parts.push((last = { kind: 'heading', lines: [text] }))
        previous = null
      }
      const entry = titles.get(line)
      const isSameTitle = entry !== undefined && entry === title
      title = entry
      if (
        last !== undefined &&
        previous !== null &&
        (isSameTitle || continues({ line, part, previous, last, bold, measures, margins: marginsOf(line) }))
      ) {
        addLine(last.lines, part.text, known)
      } else if (last !== undefined && isTitleBelow(line, part, previous, last)) {
        last.lines.push(joinTitle([last.lines.pop() ?? '', part.text]))
      } else if (part.text !== '') {
        const look = part.kind === 'paragraph' ? lookOf(line, marginsOf(line), bold) : null
        last = { kind: part.kind, ...(look === null ? {} : { look }), lines: [part.text] }
        parts.push(last)
      }
      previous = line
    }
    if (!page.some((line) => margins.get(line) === 'footnote')) note = undefined
  }
  return parts.map(toDocumentPart)
}

function isText({ place }: PdfLine): boolean {
  return place === undefined
}

/** Whether a heading is the title that belongs to the number above it. */
function isTitleBelow(
  line: PdfLine,
  part: DocumentPart,
  previous: PdfLine | null,
  last: GrowingPart,
): boolean {
  if (part.kind !== 'heading' || last.kind !== 'heading' || previous === null) return false
  const gap = (previous.y - line.y) / Math.max(1, line.height, previous.height)
  const [number = '', ...others] = last.lines
  return (
    gap > 0 &&
    gap < TITLE_GAP &&
    others.length === 0 &&
    NUMBER_ALONE.test(withoutMarks(number)) &&
    !NUMBER_ALONE.test(withoutMarks(part.text))
  )
}

/** The left and right margins of the column of a line: a column is the lines from its top to its bottom. */
function columnMargins(lines: readonly PdfLine[], { body }: Measures) {
  const found = new Map<PdfLine, Margins>()
  let column: PdfLine[] = []
  const close = () => {
    const text = column.filter(({ height }) => height <= body * HEADING_SIZE)
    const measured = text.length > 0 ? text : column
    const margins = measured.reduce(
      ({ left, right }, line) => ({ left: Math.min(left, line.left), right: Math.max(right, line.right) }),
      { left: Infinity, right: -Infinity },
    )
    for (const line of column) found.set(line, margins)
    column = []
  }
  for (const line of lines) {
    if (line.y > (column.at(-1)?.y ?? Infinity)) close()
    column.push(line)
  }
  close()
  return (line: PdfLine): Margins => found.get(line) ?? line
}

/** The isolated bold lines: they are short, the text around them is not bold, and they do not continue a sentence. */
function boldLines(lines: readonly PdfLine[], { leading }: Measures): ReadonlySet<PdfLine> {
  return new Set(
    lines.filter((line, index) => {
      const [previous, next] = [lines[index - 1], lines[index + 1]]
      const text = textOf(line)
      if (line.isBold !== true || previous?.isBold === true || next?.isBold === true) return false
      if (line.cells.length > 1 || text.length > LONGEST_BOLD || !/^[\p{Lu}\p{N}]/u.test(text)) return false
      if (previous === undefined || previous.y < line.y) return true
      const isApart = distance(line, previous) > leading * PARAGRAPH_GAP
      return isApart || SENTENCE_END.test(withoutMarks(textOf(previous).slice(-40)))
    }),
  )
}

/** The formatting of a line that is centred or bold; null for others. */
function lookOf(line: PdfLine, margins: Margins, bold: ReadonlySet<PdfLine>): string | null {
  const { left, right, height } = line
  const width = margins.right - margins.left
  const [before, after] = [left - margins.left, margins.right - right]
  const isCentred =
    Math.min(before, after) > width * LEAST_CENTRED && Math.abs(before - after) < width * CENTRED
  const look = [bold.has(line) ? 'bold' : '', isCentred ? 'centred' : ''].join(' ').trim()
  return look === '' ? null : `${look} ${Math.round(height)}`
}

function toDocumentPart({ lines, look, ...rest }: GrowingPart): DocumentPart {
  // Several centred lines are verse or a dedication.
  const part = look === undefined || lines.length > 1 ? rest : { ...rest, look }
  const { text, marks } = takeMarks(lines.join(''))
  const omitted = marks.map((mark) => ({ ...mark, piece: 'footnote' as const }))
  return omitted.length === 0 ? { ...part, text } : { ...part, text, omitted }
}

interface Margins {
  readonly left: number
  readonly right: number
}

type Measures = PageMeasures

/** A part to which lines are added; its text is built only once, since a whole book can be one paragraph. */
interface GrowingPart extends Omit<DocumentPart, 'text'> {
  readonly lines: string[]
}

function partOf(line: PdfLine, { body }: Measures): DocumentPart {
  const { cells, height } = line
  const text = textWithMarks(line)
  const [first = ''] = text
  if (isBullet(first)) return { kind: 'listItem', text: text.slice(1).replace(/^,?\s*/, '') }
  const isHeading = height > body * HEADING_SIZE || line.isHeading === true
  if (isHeading && cells.length === 1 && text.length <= LONGEST_HEADING) return { kind: 'heading', text }
  if (cells.length > 1) return { kind: 'tableRow', text }
  return { kind: NUMBERED.test(text) ? 'listItem' : 'paragraph', text }
}

function textWithMarks({ cells }: PdfLine): string {
  return joinCells(cells.map(({ text }) => text))
}

function continues(at: {
  readonly line: PdfLine
  readonly part: DocumentPart
  readonly previous: PdfLine
  readonly last: GrowingPart
  readonly bold: ReadonlySet<PdfLine>
  readonly measures: Measures
  readonly margins: Margins
}): boolean {
  const { line, part, previous, last, bold, measures, margins } = at
  if (bold.has(line) || bold.has(previous)) return false
  const isSameSize = Math.abs(line.height - previous.height) < 0.5
  if (!isSameSize || part.kind === 'tableRow' || last.kind === 'tableRow') return false
  if (part.kind === 'heading' || last.kind === 'heading') {
    return part.kind === last.kind && distance(line, previous) < 1.6
  }
  if (part.kind === 'listItem') return false
  const endsSentence = SENTENCE_END.test(withoutMarks((last.lines.at(-1) ?? '').slice(-40)).slice(-8))
  const isNextPageOrColumn = line.y > previous.y
  if (isNextPageOrColumn) return /^\p{Ll}/u.test(part.text) && !endsSentence
  if (distance(line, previous) > measures.leading * PARAGRAPH_GAP) return false
  const isRightToLeft = line.direction === 'rtl'
  const blank = isRightToLeft ? previous.left - margins.left : margins.right - previous.right
  const isShort = blank > (margins.right - margins.left) * SHORT_LINE
  // The following lines of a list item are aligned with its text, or start before it if its first line is indented.
  if (last.kind === 'listItem') return line.left >= previous.left - 1 || (!isShort && last.lines.length === 1)
  const indent = isRightToLeft ? previous.right - line.right : line.left - previous.left
  if (indent > INDENT * line.height) return false
  // Text further left below a short line is a separate paragraph, such as a speech below the name of its speaker.
  if (indent < -(isShort ? INDENT : LARGEST_INDENT) * line.height) return false
  return !(isShort && endsSentence)
}

function distance(line: PdfLine, previous: PdfLine): number {
  return (previous.y - line.y) / Math.max(1, line.height)
}

/** The lines of a table of contents: its title and the entries with page numbers below it, or entries with leaders. */
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
  return withoutMarks(cells.map(({ text }) => text).join(' '))
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
  // Pages of single lines have no leading within a paragraph: a typical one is assumed.
  const leading = mostCommon(leadings) ?? 1.2
  return { body: mostCommon(sizes) ?? 12, leading: leading > 2.2 ? 1.2 : leading }
}
