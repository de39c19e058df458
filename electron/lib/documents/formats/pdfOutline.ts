/** The outline of a PDF, which names chapters and the positions where they begin, even if their headings look like text. */
import type { getDocumentProxy } from 'unpdf'
import type { PdfLine } from './pdfLines.ts'
import { withoutMarks } from './pdfWords.ts'

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>

export interface OutlineEntry {
  readonly title: string
  /** The index of its page, from 0. */
  readonly page: number
  /** Where it begins on the page, in points from the lower edge; null for the top of the page. */
  readonly top: number | null
  /** The number of entries around it. */
  readonly depth: number
}

/** More entries, in all and on one page, than any book has. */
const MOST_ENTRIES = 5_000
const MOST_ON_PAGE = 60
/** The most lines of a title. */
const MOST_LINES = 4
/** Deeper entries are chapters only if the page contains their titles. */
const DEEPEST_CHAPTER = 1
const LONGEST_TITLE = 200
/** The tolerance below the target of an entry, in points, for a heading in large letters. */
const SLACK = 3
/** Titles of entries that programs generate. */
const NO_TITLE =
  /^(?:(?:page|seite|página|p\.|s\.)?\s*\d*|untitled.*|bookmarks?|.*\.(?:docx?|html?|indd|pdf|qxd|tex))$/iu
const NUMBER =
  /^\s*(?:(?:chapter|part|kapitel|teil|chapitre|partie|capítulo|parte|capitolo|rozdział|глава)\s+)?(?:\d+|[ivxlc]+)\s*[.:)–—-]?\s+/iu

/** The entries of an outline in order, if they lead to a page; none for a damaged outline. */
export async function readOutline(pdf: PdfDocument): Promise<OutlineEntry[]> {
  const outline: unknown = await pdf.getOutline().catch(() => null)
  const waiting = itemsOf(outline, 0)
  const entries: OutlineEntry[] = []
  for (let count = 0; count < MOST_ENTRIES; count++) {
    const next = waiting.pop()
    if (next === undefined) break
    const { item, depth } = next
    waiting.push(...itemsOf(item.items, depth + 1))
    const title = item.title.replaceAll(/\s+/g, ' ').trim()
    const place = title === '' ? null : await findPlace(pdf, item.dest).catch(() => null)
    if (place !== null) entries.push({ title, depth, ...place })
  }
  return entries
}

interface OutlineItem {
  readonly title: string
  readonly dest?: unknown
  readonly items?: unknown
}

/** The items of a list in reverse order. */
function itemsOf(list: unknown, depth: number): { readonly item: OutlineItem; readonly depth: number }[] {
  const items: readonly unknown[] = Array.isArray(list) ? list : []
  return items
    .slice(0, MOST_ENTRIES)
    .filter(isOutlineItem)
    .map((item) => ({ item, depth }))
    .reverse()
}

function isOutlineItem(item: unknown): item is OutlineItem {
  return typeof item === 'object' && item !== null && 'title' in item && typeof item.title === 'string'
}

async function findPlace(
  pdf: PdfDocument,
  destination: unknown,
): Promise<{ readonly page: number; readonly top: number | null } | null> {
  const found: unknown = typeof destination === 'string' ? await pdf.getDestination(destination) : destination
  if (!Array.isArray(found)) return null
  const parts: readonly unknown[] = found
  const [target, how, ...numbers] = parts
  const page = isReference(target) ? await pdf.getPageIndex(target) : Number(target)
  if (!Number.isInteger(page) || page < 0) return null
  const name = typeof how === 'object' && how !== null && 'name' in how ? how.name : ''
  const top = name === 'XYZ' ? numbers[1] : name === 'FitH' || name === 'FitBH' ? numbers[0] : null
  return { page, top: typeof top === 'number' ? top : null }
}

function isReference(target: unknown): target is { num: number; gen: number } {
  return (
    typeof target === 'object' &&
    target !== null &&
    'num' in target &&
    'gen' in target &&
    typeof target.num === 'number' &&
    typeof target.gen === 'number'
  )
}

/** The titles of an outline on one page. */
export interface PageTitles {
  /** The lines that contain titles: lines of one title have the same entry. */
  readonly titles: ReadonlyMap<PdfLine, OutlineEntry>
  /** The titles that no line contains, by the line that they belong before. */
  readonly unsaid: ReadonlyMap<PdfLine, readonly string[]>
}

/** Finds the entries of one page among its lines. `isHeading` states which lines look like headings. */
export function findTitles(
  lines: readonly PdfLine[],
  entries: readonly OutlineEntry[],
  isHeading: (line: PdfLine) => boolean,
): PageTitles {
  const titles = new Map<PdfLine, OutlineEntry>()
  const unsaid = new Map<PdfLine, string[]>()
  const texts = lines.map((line) => plain(textOf(line)))
  for (const entry of entries.slice(0, MOST_ON_PAGE)) {
    const { title, top, depth } = entry
    const begins = lines.findIndex(({ y }) => top === null || y <= top + SLACK)
    const start = begins < 0 ? 0 : begins
    const said = findSaid(title, lines, texts, start, titles)
    for (const line of said) titles.set(line, entry)
    if (said.length > 0 || depth > DEEPEST_CHAPTER) continue
    const [first, ...next] = lines.slice(start, start + MOST_LINES)
    const hasHeading = [first, ...next].some(
      (line) => line !== undefined && (isHeading(line) || titles.has(line)),
    )
    const isTitle = title.length <= LONGEST_TITLE && !NO_TITLE.test(title)
    if (first === undefined || hasHeading || !isTitle) continue
    unsaid.set(first, [...(unsaid.get(first) ?? []), title])
  }
  return { titles, unsaid }
}

/** The lines that contain a title, nearest to its expected position; none if no lines do. */
function findSaid(
  title: string,
  lines: readonly PdfLine[],
  texts: readonly string[],
  start: number,
  taken: ReadonlyMap<PdfLine, OutlineEntry>,
): readonly PdfLine[] {
  const wanted = new Set([plain(title), plain(title.replace(NUMBER, ''))])
  wanted.delete('')
  const order = [...lines.keys()].sort((a, b) => Math.abs(a - start) - Math.abs(b - start))
  for (const index of order) {
    let said = ''
    for (let count = 1; count <= MOST_LINES; count++) {
      const line = lines[index + count - 1]
      if (line === undefined || taken.has(line)) break
      said += texts[index + count - 1] ?? ''
      if (said.length > LONGEST_TITLE) break
      const withoutNumber = count === 1 ? plain(textOf(line).replace(NUMBER, '')) : said
      if (wanted.has(said) || wanted.has(withoutNumber)) return lines.slice(index, index + count)
    }
  }
  return []
}

function textOf({ cells }: PdfLine): string {
  return withoutMarks(cells.map(({ text }) => text).join(' ')).slice(0, LONGEST_TITLE)
}

/** Reduces a text to letters and digits: an outline has different spaces and punctuation than the page. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')
}
