/** Content around the text of PDF pages: running heads, page numbers, and footnotes. */
import { parseRoman } from './listNumbers.ts'
import type { PdfLine } from './pdfLines.ts'
import { SCENE_HEADING } from './pdfScript.ts'
import { noteMark, withoutMarks } from './pdfWords.ts'

/** A running head is on at least this many pages, and on this share of them unless a gap separates it from the text. */
const FEWEST_PAGES = 3
const MOST_SHARE = 1 / 3
/** Lines in the same position on this share of the pages are running heads, even if they change with the chapter. */
const SLOT_SHARE = 1 / 2
/** The least gap that separates a line from the text, relative to the usual leading. */
const APART = 1.4
/** The least distance of a lone page number below the text, relative to the usual leading. */
const FAR = 2
/** The tolerance for lines in the same position, in points. */
const SAME_PLACE = 2
/** The least size of a heading and the greatest size of a note, relative to most of the text. */
const HEADING_SIZE = 1.15
const NOTE_SIZE = 0.93
const LONGEST_HEAD = 120
/** The most lines of a running head. */
const MOST_LINES = 3
/** The least size of a watermark or overprint, relative to the text. */
const WATERMARK_SIZE = 1.5
/** A page with more lines in large letters than this is a poster. */
const MOST_OVERPRINTS = 20

const ALONE =
  /^[\s\-–—[(|·•*~]*(?:(?:page|seite|página|pagina|s\.|p\.)\s*)?(?:\d{1,2}[-–.])?(\d{1,4}|[ivxlcdm]{1,8})(?:\s*(?:\/|of|von|de|sur|di|z|из)\s*\d{1,4})?[\s\-–—\])|·•*~.]*$/i
const LEADING = /^(\d{1,4}|[ivxlcdm]{1,8})\s+\S/i
const TRAILING =
  /\s(?:p\.\s*|page\s+|seite\s+)?(\d{1,4}|[ivxlcdm]{1,8})(?:\s*(?:\/|of|von|de|sur|di|z|из)\s*\d{1,4})?\.?$/i
/** “Chapter 3” counts chapters, not pages. */
const COUNTS_CHAPTERS =
  /(?:chapter|part|book|act|scene|section|letter|canto|kapitel|teil|buch|akt|szene|brief|chapitre|partie|livre|acte|scène|lettre|capítulo|parte|libro|acto|escena|carta|capitolo|rozdział|глава|часть)\s*$/iu
/** “page 3”, “3 of 9”: even in large letters, the number of a page. */
const STATES_PAGE =
  /(?<!\p{L})(?:page|seite|página|pagina|стр\.)\s*\d{1,4}(?!\d)|(?<!\d)\d{1,4}\s(?:of|von|de|sur|di|z|из)\s\d{1,4}\.?$/iu
/** The beginning of a note: a superscript mark, a symbol, or a number before words. */
const NOTE_START =
  /^(?:\ufdd0([^\ufdd1]*)\ufdd1|([*†‡§¶]{1,3})\s?\S|\(?(\d{1,3})(?:[.)\]]?\s+[\p{L}“"'‘«(]|[“"«]?\p{Lu}\p{Ll}))/u

/** A line at the edge of a page. */
interface Edge {
  readonly line: PdfLine
  readonly text: string
  readonly page: number
  readonly side: 'top' | 'bottom'
  /** Its distance from the text, relative to the usual leading. */
  readonly gap: number
  /** Whether the line is larger than the text. */
  readonly isLarge: boolean
}

/**
 * Measures of the pages: `body` is the letter size of most of the text in points, `leading` the usual distance of lines in letter sizes.
 */
export interface PageMeasures {
  readonly body: number
  readonly leading: number
}

/** The lines of pages that are not their text. Lines that already have a place are ignored. */
export function findMargins(
  pages: readonly (readonly PdfLine[])[],
  measures: PageMeasures,
): ReadonlyMap<PdfLine, 'margin' | 'footnote'> {
  const texts = pages.map((page) => page.filter((line) => line.place === undefined))
  const margin = new Set<PdfLine>()
  /** The edges of pages at which a line was found: there may be another one behind it. */
  const open = new Set<string>()
  for (let time = 0; time < MOST_LINES; time++) {
    const edges = texts
      .flatMap((page, index) =>
        edgesOf(
          page.filter((line) => !margin.has(line)),
          index,
          measures,
        ),
      )
      .filter(({ page, side, gap }) => time === 0 || (gap >= APART && open.has(`${page} ${side}`)))
    const found = [...findSame(edges, pages.length), ...findNumbers(edges, pages.length)]
    const known = new Set(found.map(({ line }) => line))
    found.push(...findSlots(edges, { margin: known, pages: pages.length, body: measures.body }))
    open.clear()
    for (const { line, page, side } of found) {
      margin.add(line)
      open.add(`${page} ${side}`)
    }
  }
  for (const line of findWatermarks(texts, measures)) margin.add(line)
  for (const page of texts) for (const line of findOverprints(page, measures)) margin.add(line)
  const found = new Map<PdfLine, 'margin' | 'footnote'>([...margin].map((line) => [line, 'margin']))
  let goesOn = false
  for (const page of texts) {
    const notes = notesBelow(
      page.filter((line) => !margin.has(line)),
      measures,
      goesOn,
    )
    goesOn = notes.length > 0
    for (const line of notes) found.set(line, 'footnote')
  }
  return found
}

/** The first and last lines of a page, including those beside them. */
function edgesOf(page: readonly PdfLine[], index: number, { body, leading }: PageMeasures): Edge[] {
  const bands: PdfLine[][] = []
  for (const line of [...page].sort((a, b) => b.y - a.y)) {
    const band = bands.at(-1)
    if (band?.[0] !== undefined && band[0].y - line.y < SAME_PLACE) band.push(line)
    else bands.push([line])
  }
  /** The gap between two bands of lines, relative to the leading. */
  const gapBetween = (above: number, below: number) => {
    const [upper, lower] = [bands[above]?.[0], bands[below]?.[0]]
    if (upper === undefined || lower === undefined) return Infinity
    return (upper.y - lower.y) / Math.max(1, Math.max(lower.height, Math.min(upper.height, body)) * leading)
  }
  const at = (band: number, side: Edge['side'], gap: number) =>
    (bands[band] ?? []).map((line): Edge => {
      const isLarge = line.height > body * HEADING_SIZE
      return { line, text: textOf(line), page: index, side, gap, isLarge }
    })
  const last = bands.length - 1
  const edges = at(0, 'top', gapBetween(0, 1))
  if (last > 0) edges.push(...at(last, 'bottom', gapBetween(last - 1, last)))
  return edges.filter(({ text }) => text.length <= LONGEST_HEAD && !SCENE_HEADING.test(text))
}

/** Lines with the same text in the same position on several pages. */
function findSame(edges: readonly Edge[], pages: number): Edge[] {
  const groups = Map.groupBy(
    edges,
    ({ side, line, text }) => `${side} ${Math.round(line.y / SAME_PLACE)} ${text}`,
  )
  return [...groups.values()].flatMap((group) => {
    const count = countPages(group)
    const isApart = group.every(({ gap }) => gap >= APART)
    const least = isApart ? FEWEST_PAGES : Math.max(FEWEST_PAGES, pages * MOST_SHARE)
    return count >= least ? group : []
  })
}

/** Lines with numbers that increase with the pages. */
function findNumbers(edges: readonly Edge[], pages: number): Edge[] {
  const numbered = edges.flatMap((edge) => numbersOf(edge).map((found) => ({ edge, ...found })))
  const groups = Map.groupBy(
    numbered,
    ({ edge, offset, isRoman, isAlone }) => `${edge.side} ${isRoman} ${isAlone} ${offset}`,
  )
  const found = [...groups.values()].flatMap((group) => {
    const lines = group.map(({ edge }) => edge)
    const isAlone = group.every((each) => each.isAlone)
    const least = isAlone ? Math.min(FEWEST_PAGES, Math.max(2, pages)) : FEWEST_PAGES
    if (countPages(lines) >= least) return group
    return isAlone ? group.filter(({ edge }) => edge.side === 'bottom' && edge.gap >= FAR) : []
  })
  // A page has one number: another one above its text belongs to a chapter.
  const withNumber = new Set(found.filter(({ edge }) => edge.side === 'bottom').map(({ edge }) => edge.page))
  return found
    .filter(({ edge, isAlone }) => !isAlone || edge.side === 'bottom' || !withNumber.has(edge.page))
    .map(({ edge }) => edge)
}

interface PageNumber {
  /** The difference between the number and the index of the page. */
  readonly offset: number
  readonly isRoman: boolean
  readonly isAlone: boolean
}

function numbersOf({ text, page, side, isLarge }: Edge): PageNumber[] {
  if (isLarge && side === 'top' && !STATES_PAGE.test(text)) return []
  const alone = ALONE.exec(text)
  const found = alone === null ? [LEADING.exec(text), TRAILING.exec(text)] : [alone]
  return found.flatMap((match): PageNumber[] => {
    const written = match?.[1]
    if (match === null || written === undefined) return []
    if (alone === null && COUNTS_CHAPTERS.test(text.slice(0, match.index))) return []
    const isRoman = !/^\d/.test(written)
    // Roman numerals in capitals above the text, or beside words, number chapters.
    const isChapter = side === 'top' || alone === null
    if (isRoman && isChapter && written !== written.toLowerCase()) return []
    const number = isRoman ? parseRoman(written.toLowerCase()) : Number(written)
    return number === null ? [] : [{ offset: number - page, isRoman, isAlone: alone !== null }]
  })
}

/** Lines separated from the text, in the same position on most pages, that change with the chapter; in smaller letters, with each page. */
function findSlots(
  edges: readonly Edge[],
  {
    margin,
    pages,
    body,
  }: { readonly margin: ReadonlySet<PdfLine>; readonly pages: number; readonly body: number },
): Edge[] {
  const apart = edges.filter(({ gap, line }) => gap >= APART || margin.has(line))
  const groups = Map.groupBy(
    apart,
    ({ side, line }) => `${side} ${Math.round(line.y / SAME_PLACE)} ${Math.round(line.height * 2)}`,
  )
  return [...groups.values()].flatMap((group) => {
    const count = countPages(group)
    if (count < FEWEST_PAGES + 1 || count < pages * SLOT_SHARE) return []
    const known = group.filter(({ line }) => margin.has(line)).length
    const texts = new Map<string, number>()
    for (const { text } of group) texts.set(text, (texts.get(text) ?? 0) + 1)
    const again = group.filter(({ text }) => (texts.get(text) ?? 0) > 1).length
    const areSmall = group.every(({ line }) => line.height <= body * NOTE_SIZE && noteMarkOf(line) === null)
    return areSmall || known * 2 >= group.length || again * 4 >= group.length * 3 ? group : []
  })
}

/** Words in large letters in the same position behind the text of many pages. */
function findWatermarks(texts: readonly (readonly PdfLine[])[], { body }: PageMeasures): PdfLine[] {
  const places = new Map<string, { readonly lines: PdfLine[]; readonly pages: Set<number> }>()
  for (const [index, page] of texts.entries()) {
    for (const line of page) {
      if (line.height < body * WATERMARK_SIZE) continue
      const key = `${Math.round(line.left)} ${Math.round(line.y)} ${textOf(line)}`
      const place = places.get(key) ?? { lines: [], pages: new Set() }
      places.set(key, place)
      place.lines.push(line)
      place.pages.add(index)
    }
  }
  const least = Math.max(FEWEST_PAGES, texts.length * SLOT_SHARE)
  return [...places.values()].flatMap(({ lines, pages }) => (pages.size >= least ? lines : []))
}

/** Words in large letters that are drawn across lines of text: a heading does not overlap the text. */
function findOverprints(page: readonly PdfLine[], { body }: PageMeasures): PdfLine[] {
  const large = page.filter(({ height }) => height >= body * WATERMARK_SIZE)
  if (large.length === 0 || large.length > MOST_OVERPRINTS) return []
  const text = page.filter(({ height }) => height <= body * HEADING_SIZE)
  return large.filter((line) =>
    text.some(({ left, right, y }) => {
      const shared = Math.min(right, line.right) - Math.max(left, line.left)
      const isAcross = y > line.y + line.height * 0.05 && y < line.y + line.height * 0.65
      return isAcross && shared > Math.min(right - left, line.right - line.left) / 2
    }),
  )
}

/** The lines of notes below the text of a page or of its columns, in smaller letters. */
function notesBelow(page: readonly PdfLine[], { body }: PageMeasures, goesOn: boolean): PdfLine[] {
  const byHeight = [...page].sort((a, b) => a.y - b.y)
  const isSmall = (line: PdfLine) => line.height <= body * NOTE_SIZE && line.height > 0
  const small = new Set<PdfLine>()
  /** The columns in which text stands further down. */
  let columns: { readonly left: number; readonly right: number }[] = []
  for (const line of byHeight) {
    const shared = columns.filter(({ left, right }) => left < line.right && line.left < right)
    if (isSmall(line)) {
      if (shared.length === 0) small.add(line)
      continue
    }
    const all = [line, ...shared]
    const [left, right] = [
      Math.min(...all.map((each) => each.left)),
      Math.max(...all.map((each) => each.right)),
    ]
    columns = [...columns.filter((column) => !shared.includes(column)), { left, right }]
  }
  // A page with only small letters has no notes below its text.
  if (small.size === 0 || columns.length === 0) return []
  const block = page.filter((line) => small.has(line))
  const text = page.filter((line) => !small.has(line)).flatMap(({ cells }) => cells.map((cell) => cell.text))
  const first = block.findIndex((line) => isNoteOf(line, text))
  if (first < 0) return []
  return goesOn ? block : block.slice(first)
}

/** The mark at the beginning of a note's line; null if the line does not begin a note. */
export function noteMarkOf({ cells: [first] }: PdfLine): string | null {
  const found = NOTE_START.exec(first?.text ?? '')
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? null
}

/** Whether a line begins a note whose mark is in the text. */
function isNoteOf(line: PdfLine, text: readonly string[]): boolean {
  const mark = noteMarkOf(line)
  if (mark === null) return false
  if ((line.cells[0]?.text ?? '').startsWith(noteMark(mark))) return true
  return text.some((each) => each.includes(/^\d/.test(mark) ? noteMark(mark) : mark))
}

function countPages(edges: readonly Edge[]): number {
  return new Set(edges.map(({ page }) => page)).size
}

function textOf({ cells }: PdfLine): string {
  return withoutMarks(cells.map(({ text }) => text).join(' '))
}
