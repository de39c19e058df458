/**
 * Adds the chapters of the table of contents to pages without headings, or whose headings are only formatted text. If a page contains a
 * title of the table, in a heading or in separate lines, those become its heading; otherwise the title is inserted where its entry leads.
 * Existing headings of the pages take precedence.
 */
import { kindOfTitle } from '../import/sectionKinds.ts'
import type { DocumentPart } from './documentText.ts'

/** A title in the table of contents and its target. */
export interface ChapterEntry {
  readonly title: string
  readonly file: string
  /** The fragment identifier in the page; null for its beginning. */
  readonly fragment: string | null
  /** Its nesting level, from 1. */
  readonly level: number
}

export interface BookPage {
  readonly file: string
  readonly parts: readonly DocumentPart[]
  /** For each fragment identifier that entries lead to, the index of the part that begins there. */
  readonly anchors: ReadonlyMap<string, number>
  /** False for a page outside of the text of the book. */
  readonly isText: boolean
}

/** A part, with the level of its entry if it is the title of one. */
interface MarkedPart {
  readonly part: DocumentPart
  readonly level: number | null
  /** Whether it was inserted, since the pages do not contain it. */
  readonly isAdded: boolean
}

/** The number of parts at the beginning of a chapter that can be lines of its title, and the most lines of one title. */
const OPENING = 6
const MOST_LINES = 4
const LONGEST_LINE = 200
/** A heading after at most this many characters belongs to the chapter that begins before it. */
const FEW_BEFORE = 300
/** A title of at least this many words that equals the beginning of the text was generated from it. */
const BEGINNING = 4
const LONGEST_TITLE = 200
/** Titles that only mark the beginning, or that were generated. */
const NO_TITLE =
  /^(?:start|begin(?:ning)?(?: (?:reading|here))?|(?:main |start of )?(?:text|content)|unknown|untitled|anfang|inicio|comenzar|début|[^\s]+\.x?html?|.*_split_\d+)$/i
const PAGE_NUMBER = /^(?:page|pg|p|seite|página|pagina)?\.?\s*(?:\d+|[ivxlcdm]+)$/i
const NUMBER = /^[\s[(–—*.-]*(?:\d{1,4}|[ivxlcdm]{1,8})[\s\]):.–—*-]*$/i
const LABEL =
  /^(?:chapter|part|book|volume|kapitel|teil|buch|band|chapitre|partie|livre|tome|cap[íi]tulo|parte|libro|livro|capitolo|rozdział|część|глава|часть|hoofdstuk|deel|kapitola|kapittel|del)\s+[\p{L}\d-]+[.:]?$/iu
const LEADING_NUMBER = /^(?:\d{1,4}|[ivxlcdm]{1,8})[.):\s–—-]+(?=\S)/i

/** The most comparisons of titles with lines of one page. Beyond it, titles are searched only at the beginning of their ranges. */
const MOST_COMPARED = 1_000_000
/** More entries than any book has for one target. */
const MOST_AT_ONE_PLACE = 500

/** Returns the parts of each page, with the chapters of the table of contents. */
export function withChapters(pages: readonly BookPage[], entries: readonly ChapterEntry[]): DocumentPart[][] {
  const byFile = Map.groupBy(entries, ({ file }) => file)
  const texts = pages.filter(({ isText }) => isText)
  const told = texts.flatMap(({ file }) => byFile.get(file) ?? [])
  const table = { isTrusted: areTitles(told, texts.length), labels: headingLabels(texts, told) }
  const marked = pages.map((page) => {
    const own = page.isText ? (byFile.get(page.file) ?? []) : []
    return own.length === 0 ? page.parts.map(unmarked) : markPage(page, own, table)
  })
  return withoutEmpty(marked).map((parts) => parts.map(({ part }) => part))
}

/** What the whole table of contents says about its titles. */
interface Table {
  /** Whether its titles can be inserted into pages that do not contain them. */
  readonly isTrusted: boolean
  /** Headings that can be the number of the title below them. */
  readonly labels: ReadonlySet<string>
}

/** The headings that begin a single page, directly above another one, and that no entry lists. */
function headingLabels(pages: readonly BookPage[], entries: readonly ChapterEntry[]): Set<string> {
  const listed = new Set(entries.map(({ title }) => keyOf(title)))
  const counts = new Map<string, number>()
  for (const { parts } of pages) {
    const [first, second] = parts.filter(isLine)
    if (first?.kind !== 'heading' || second?.kind !== 'heading' || listed.has(keyOf(first.text))) continue
    counts.set(first.text, (counts.get(first.text) ?? 0) + 1)
  }
  return new Set([...counts].flatMap(([text, count]) => (count === 1 ? [text] : [])))
}

/** Whether the titles of a table of contents can be inserted into pages that do not contain them. */
function areTitles(entries: readonly ChapterEntry[], pages: number): boolean {
  const titles = new Set(entries.map(({ title }) => keyOf(title)))
  const ofBody = entries.filter(({ title }) => !NO_TITLE.test(title) && kindOfTitle(title) === 'body')
  const numbers = entries.filter(({ title }) => PAGE_NUMBER.test(title))
  const arePages = numbers.length * 2 > entries.length && entries.length > 2 * pages + 2
  return (
    new Set(ofBody.map(({ title }) => keyOf(title))).size >= 2 &&
    titles.size * 2 > entries.length &&
    !arePages
  )
}

interface Placed {
  readonly entry: ChapterEntry
  readonly start: number
}

function markPage(page: BookPage, entries: readonly ChapterEntry[], table: Table): MarkedPart[] {
  const { parts, anchors } = page
  const placed: Placed[] = []
  for (const entry of entries) {
    const start = entry.fragment === null ? 0 : anchors.get(entry.fragment)
    if (start !== undefined) placed.push({ entry, start })
    // The target is missing: use the beginning of the page, or the position of the previous entry, whose title may precede this one.
    else placed.push({ entry, start: placed.at(-1)?.start ?? 0 })
  }
  const groups = [...Map.groupBy(placed, ({ start }) => start)].toSorted(([a], [b]) => a - b)
  const ranges = groups.map(([start, group], index) =>
    markRange(
      parts.slice(start, groups[index + 1]?.[0] ?? parts.length),
      group.map(({ entry }) => entry),
      table,
    ),
  )
  return [parts.slice(0, groups[0]?.[0] ?? 0).map(unmarked), ...ranges].flat()
}

/** Marks the parts between the target of entries and the next target. */
function markRange(
  parts: readonly DocumentPart[],
  entries: readonly ChapterEntry[],
  { isTrusted, labels }: Table,
): MarkedPart[] {
  let marked = parts.map(unmarked)
  const unseen: ChapterEntry[] = []
  const looksBelow = entries.length * parts.length <= MOST_COMPARED
  for (const entry of entries.slice(0, MOST_AT_ONE_PLACE)) {
    const found = markTitle(marked, entry, { looksBelow, labels })
    if (found === null) unseen.push(entry)
    else marked = found
  }
  if (!isTrusted) return marked
  marked = withoutSubtitle(marked)
  if (unseen.length > 2) return marked
  for (const entry of unseen.toReversed()) {
    if (canAdd(marked, entry)) marked = addTitle(marked, entry)
  }
  return marked
}

/** Returns the parts with the title of an entry as one heading; null if they do not contain it. */
function markTitle(
  marked: readonly MarkedPart[],
  entry: ChapterEntry,
  { looksBelow, labels }: { readonly looksBelow: boolean; readonly labels: Table['labels'] },
): MarkedPart[] | null {
  const key = keyOf(entry.title)
  const bareKey = keyOf(entry.title.replace(LEADING_NUMBER, ''))
  const opening = openingOf(marked)
  for (const wanted of new Set([key, bareKey])) {
    for (let from = 0; from < opening.length; from++) {
      let said = ''
      for (let to = from; to < Math.min(opening.length, from + MOST_LINES); to++) {
        said += keyOf(marked[opening[to] ?? 0]?.part.text ?? '')
        if (said !== wanted) continue
        const lines = { title: opening.slice(from, to + 1), before: opening.slice(0, from) }
        return withTitleLines(marked, lines, entry, labels)
      }
    }
  }
  if (!looksBelow) return null
  const says = (isHeading: boolean) =>
    marked.findIndex(
      ({ part, level }) =>
        level === null && isLine(part) && (part.kind === 'heading') === isHeading && keyOf(part.text) === key,
    )
  const index = says(true) < 0 ? says(false) : says(true)
  return index < 0 ? null : withTitleLines(marked, { title: [index], before: [] }, entry, labels)
}

/** The indexes of the first parts that can be lines of a title. */
function openingOf(marked: readonly MarkedPart[]): number[] {
  const lines: number[] = []
  for (const [index, { part, level }] of marked.entries()) {
    if (lines.length === OPENING) break
    if (level === null && isLine(part)) lines.push(index)
  }
  return lines
}

/** Joins lines into one heading. A preceding number belongs to it, and so does a label such as “Chapter One”. */
function withTitleLines(
  marked: readonly MarkedPart[],
  { title: lines, before }: { readonly title: readonly number[]; readonly before: readonly number[] },
  { title, level }: ChapterEntry,
  labels: Table['labels'],
): MarkedPart[] {
  const [first = 0] = lines
  const textOf = (index: number | undefined) => (index === undefined ? '' : (marked[index]?.part.text ?? ''))
  const last = before.at(-1)
  const isNumber = NUMBER.test(textOf(last))
  const isLabel = LABEL.test(textOf(last)) || (before.length === 1 && labels.has(textOf(last)))
  const label = isLabel && !isNumber ? textOf(last).replace(/[.:]$/, '') : null
  // Words that only their formatting sets apart may not have a space between them.
  const isJoined = wordsIn(textOf(first)) < wordsIn(title) && keyOf(textOf(first)) === keyOf(title)
  const own = lines.length > 1 || isJoined ? title : textOf(first)
  const text = label === null ? own : `${label}: ${own}`
  const { omitted: _, ...part } = marked[first]?.part ?? { kind: 'heading', text }
  const heading: DocumentPart = { ...part, kind: 'heading', text }
  // A heading cannot have omitted pieces: those of its lines follow it.
  const below = lines
    .flatMap((index) => marked[index]?.part.omitted ?? [])
    .map((each): DocumentPart => ({
      kind: 'paragraph',
      text: each.text,
      // The mark of a note is not the note itself.
      place: each.piece === 'footnote' ? 'margin' : each.piece,
    }))
  return marked.flatMap((each, index): MarkedPart[] => {
    if (index === first) {
      const number = isNumber ? marked[last ?? -1] : undefined
      const told: DocumentPart[] =
        number === undefined ? [] : [{ kind: 'paragraph', text: number.part.text, place: 'repeated' }]
      return [{ part: heading, level, isAdded: false }, ...[...told, ...below].map(unmarked)]
    }
    const isPartOfIt = lines.includes(index) || (index === last && (isNumber || label !== null))
    return isPartOfIt ? [] : [each]
  })
}

/** The parts with the only heading directly below a title, which no entry lists, as its subtitle: text of the chapter. */
function withoutSubtitle(marked: readonly MarkedPart[]): MarkedPart[] {
  const headings = marked.filter(({ part }) => part.kind === 'heading' && part.place === undefined)
  const [title, subtitle, ...others] = headings
  const isBelow = subtitle !== undefined && marked[marked.indexOf(subtitle) - 1] === title
  const isTitle =
    title !== undefined &&
    title.level !== null &&
    !NUMBER.test(title.part.text) &&
    !LABEL.test(title.part.text)
  if (!isBelow || !isTitle || subtitle.level !== null || others.length > 0) return [...marked]
  return marked.map((each) =>
    each === subtitle ? { ...each, part: { ...each.part, kind: 'paragraph' as const } } : each,
  )
}

/** Whether the title of an entry can be inserted before parts that do not contain it: they must not begin with a heading of their own. */
function canAdd(marked: readonly MarkedPart[], { title, level }: ChapterEntry): boolean {
  if (NO_TITLE.test(title) || title.length > LONGEST_TITLE) return false
  let characters = 0
  for (const { part, level: told } of marked) {
    if (part.place === 'contents') return false
    if (part.place !== undefined && part.place !== 'frontMatter') continue
    // A part of a book contains chapters.
    if (part.kind === 'heading') return characters > FEW_BEFORE || (told !== null && told > level)
    if (characters === 0 && isBeginning(title, part.text)) return false
    characters += part.text.length
  }
  return true
}

/** Whether a title consists of the first words of the text, as some programs generate it. */
function isBeginning(title: string, text: string): boolean {
  return (
    title.split(/\s+/).length >= BEGINNING && keyOf(text.slice(0, 2 * LONGEST_TITLE)).startsWith(keyOf(title))
  )
}

function addTitle(marked: readonly MarkedPart[], { title, level }: ChapterEntry): MarkedPart[] {
  const isFront = kindOfTitle(title) === 'frontMatter'
  const place = isFront ? { place: 'frontMatter' as const } : {}
  const heading: MarkedPart = { part: { kind: 'heading', text: title, ...place }, level, isAdded: true }
  // Front matter ends with its page, even if no entry marks the beginning of the text.
  const rest = marked.map((each) =>
    isFront && each.part.place === undefined ? { ...each, part: { ...each.part, ...place } } : each,
  )
  return [heading, ...rest]
}

/** Removes inserted titles without content, such as those of pictures, which the next chapter follows immediately. */
function withoutEmpty(pages: readonly (readonly MarkedPart[])[]): MarkedPart[][] {
  let next: MarkedPart | null = null
  const kept: MarkedPart[][] = []
  for (const page of pages.toReversed()) {
    const parts: MarkedPart[] = []
    for (const marked of page.toReversed()) {
      const { part, level, isAdded } = marked
      const isNextDeeper = next !== null && (next.level === null || next.level > (level ?? 0))
      const isEmpty = next === null || (next.part.kind === 'heading' && !isNextDeeper)
      if (isAdded && isEmpty) continue
      parts.push(marked)
      if (part.place === undefined || part.place === 'frontMatter') next = marked
    }
    kept.push(parts.toReversed())
  }
  return kept.toReversed()
}

function unmarked(part: DocumentPart): MarkedPart {
  return { part, level: null, isAdded: false }
}

/** Whether a part can be a line of a title. */
function isLine({ text, place, kind }: DocumentPart): boolean {
  return (
    (place === undefined || place === 'frontMatter') && kind !== 'tableRow' && text.length <= LONGEST_LINE
  )
}

const wordsIn = (text: string) => text.split(/\s+/).length

/** Normalizes a title for comparison: ignores case, punctuation and spaces. */
function keyOf(text: string): string {
  const letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '')
  return letters === '' ? text.trim() : letters
}
