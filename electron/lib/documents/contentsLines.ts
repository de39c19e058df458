/** Lists of contents that are ordinary lines of a text: where they end, and the titles of their entries. */
import { isContentsTitle } from './formats/contentsList.ts'
import { parseChapterLine } from './chapterNumbers.ts'

/** A paragraph as input to the rules for contents and chapters. */
export interface ChapterParagraph {
  /** Its lines, as they are in the file. */
  readonly text: string
  /** The number of blank lines before it. */
  readonly gap: number
  /** Its formatting, if that differs from ordinary text; paragraphs that look alike have the same value. */
  readonly look?: string | undefined
  /** Whether it is not part of the text itself, such as a licence; such paragraphs are skipped. */
  readonly isOut: boolean
}

export interface ContentsLines {
  readonly start: number
  /** The first paragraph after the list. */
  readonly end: number
}

const ILLUSTRATIONS =
  /^(?:list of )?(?:illustrations|plates|figures|maps)$|^(?:abbildungen|abbildungsverzeichnis|illustrationen|table des illustrations|ilustraciones|illustrazioni|ilustrações|spis ilustracji|список иллюстраций)$/iu
/** A page number at the end of an entry, after spaces, leaders or a comma. */
const PAGE_END = /(?:\s{2,}|[\s.·…_]{3,}|\s)(?:\d{1,4}|[ivxlc]{1,6})\.?\s*$/i
const LONGEST_TITLE = 40
/** A paragraph this long that ends as a sentence does is text. */
const SHORTEST_PROSE = 140
const SENTENCE_END = /[.!?…:;][\p{Pe}\p{Pf}"'_*=]*\s*$/u
/** The lines of headings above the first paragraph of a chapter are at most this many, and at most this long. */
const MOST_HEADING_LINES = 8
const LONGEST_HEADING_LINE = 80
/** Further lines of a paragraph are not examined. */
const MOST_LINES = 400
/** An entry of a list is broken into at most this many lines. */
const MOST_ENTRY_LINES = 4

/** The words of a line in lower case, without punctuation: equal for a heading and its entry in a list. */
export function foldTitle(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether a paragraph is text and not an entry: long, with the end of a sentence, or direct speech. */
export function isProse(text: string): boolean {
  if (!SENTENCE_END.test(text.slice(-12))) return false
  if (text.length < SHORTEST_PROSE) return /^\s*[“„«»"—–‘]/u.test(text) && /\p{Ll}/u.test(text)
  const lines = text.split('\n', MOST_LINES)
  const entries = lines.filter(
    (line) => PAGE_END.test(line.slice(-40)) || parseChapterLine(line.trim()) !== null,
  )
  return entries.length * 3 < lines.length || lines.length === 1
}

/** An entry without its page number; the number in “Chapter 22” is not one. */
function withoutPage(entry: string): string {
  return parseChapterLine(entry.trim())?.title === '' ? entry : entry.replace(PAGE_END, '')
}

/** The titles of the entries of a list of contents, with and without their numbers. */
export interface ContentsEntries {
  /** Whether a heading is in the list, with or without its number. */
  has(title: string): boolean
}

/** Finds the lists of contents and of illustrations, and the titles of their entries. */
export function findContents(paragraphs: readonly ChapterParagraph[]): {
  readonly lists: readonly ContentsLines[]
  readonly entries: ContentsEntries
} {
  const lists: ContentsLines[] = []
  const titles = new Set<string>()
  for (let index = 0; index < paragraphs.length; index++) {
    const paragraph = paragraphs[index]
    if (paragraph === undefined || paragraph.isOut || !isListTitle(paragraph.text)) continue
    const end = endOfList(paragraphs, index, titles)
    if (end <= index) continue
    lists.push({ start: index, end })
    index = end - 1
  }
  return { lists, entries: { has: (title) => titles.has(foldTitle(title)) } }
}

function isListTitle(text: string): boolean {
  const [line = ''] = text.slice(0, LONGEST_TITLE * 2).split('\n', 1)
  const title = line.replaceAll(/^[\s_*=~-]+|[\s_*=~.:-]+$/g, '')
  return title.length <= LONGEST_TITLE && (isContentsTitle(title) || ILLUSTRATIONS.test(title))
}

/** The end of a list whose title is at `start`; `start` if no list follows. Adds its entries to `titles`. */
function endOfList(paragraphs: readonly ChapterParagraph[], start: number, titles: Set<string>): number {
  /** How often each entry occurs, by its words and by its number. */
  const whole = new Map<string, number>()
  const first = (paragraphs[start]?.text ?? '').split('\n').slice(1)
  let count = 0
  /** How many entries end as a sentence does, such as “CHAPTER I. The Bell.” */
  let sentences = 0
  const add = (lines: readonly string[]) => {
    const [top = '', ...others] = lines.slice(0, MOST_ENTRY_LINES + 1).map((line) => line.trim())
    const wrapped = others.length > 0 && others.length < MOST_ENTRY_LINES ? parseChapterLine(top) : null
    // An entry that is too long for one line.
    if (wrapped !== null && others.every((line) => parseChapterLine(line) === null)) {
      titles.add(foldTitle([top, ...others].join(' ')))
      if (wrapped.title !== '') titles.add(foldTitle([wrapped.title, ...others].join(' ')))
    }
    for (const line of lines.slice(0, MOST_LINES)) {
      for (const entry of new Set([line, ...line.trim().split(/\s{3,}/)])) {
        const title = withoutPage(entry)
        if (foldTitle(title) === '') continue
        const parsed = parseChapterLine(title.trim())
        const named = foldTitle(title)
        whole.set(named, (whole.get(named) ?? 0) + 1)
        if (parsed !== null && parsed.number !== null) whole.set(numberKey(parsed), 1)
        titles.add(named)
        if (parsed !== null && parsed.title !== '') titles.add(foldTitle(parsed.title))
      }
      if (line.trim() === '') continue
      count++
      if (SENTENCE_END.test(line.slice(-12))) sentences++
    }
  }
  add(first)
  const isEntry = (text: string) => {
    const [line = ''] = text.trim().split('\n', 1)
    const parsed = parseChapterLine(line.trim())
    const isNumber = parsed !== null && parsed.number !== null && parsed.title === ''
    return (
      whole.has(foldTitle(withoutPage(text))) ||
      whole.has(foldTitle(withoutPage(line))) ||
      (isNumber && whole.has(numberKey(parsed)))
    )
  }
  let end = start + 1
  for (; end < paragraphs.length; end++) {
    const paragraph = paragraphs[end]
    if (paragraph === undefined || paragraph.isOut) continue
    const { text } = paragraph
    if (isListTitle(text)) break
    const isSentence =
      count > 0 && sentences * 2 < count && SENTENCE_END.test(text.slice(-12)) && isPlainSentence(text)
    if (isProse(text) || isSentence) return beforeHeadings(paragraphs, { start, prose: end, count, whole })
    if (isEntry(text) && beginsText(paragraphs, end + 1, isEntry)) {
      end = withNumberAbove(paragraphs, start, end)
      break
    }
    add(text.split('\n', MOST_LINES))
  }
  if (end < paragraphs.length) return count > 0 ? end : start
  // A list without an end would take the whole text: it extends only over lines that are certainly entries.
  end = start + 1
  while (end < paragraphs.length && isSureEntry(paragraphs[end])) end++
  return end > start + 1 || first.length > 0 ? end : start
}

function isSureEntry(paragraph: ChapterParagraph | undefined): boolean {
  if (paragraph === undefined) return false
  if (paragraph.isOut) return true
  const lines = paragraph.text.split('\n', MOST_LINES)
  const sure = lines.filter(
    (line) => PAGE_END.test(line.slice(-40)) || parseChapterLine(line.trim()) !== null,
  )
  return sure.length * 2 >= lines.length
}

/** The paragraph above a title if it is “CHAPTER I” alone, to which the title belongs; otherwise the title itself. */
function withNumberAbove(paragraphs: readonly ChapterParagraph[], start: number, title: number): number {
  let above = title - 1
  while (above > start && paragraphs[above]?.isOut === true) above--
  const parsed = above > start ? parseChapterLine((paragraphs[above]?.text ?? '').trim()) : null
  return parsed?.number === 1 && parsed.title === '' ? above : title
}

/** Whether one of the next paragraphs is neither an entry nor a heading. */
function beginsText(
  paragraphs: readonly ChapterParagraph[],
  from: number,
  isEntry: (text: string) => boolean,
): boolean {
  const next = paragraphs.slice(from, from + 4).filter(({ isOut }) => !isOut)
  return next.some(({ text }) => isProse(text) || (parseChapterLine(text.trim()) === null && !isEntry(text)))
}

/** Whether words that end as a sentence does are neither a heading nor an entry. */
function isPlainSentence(text: string): boolean {
  const parsed = parseChapterLine(text.trim())
  return parsed === null && /\s/.test(text) && /\p{Ll}/u.test(text) && !PAGE_END.test(text.slice(-40))
}

interface EndedList {
  readonly start: number
  /** The paragraph of text that ends it. */
  readonly prose: number
  readonly count: number
  readonly whole: ReadonlyMap<string, number>
}

/** The first of the headings before a paragraph of text: a first chapter or a named one, with the lines of its title. */
function beforeHeadings(
  paragraphs: readonly ChapterParagraph[],
  { start, prose, count, whole }: EndedList,
): number {
  let end = prose
  for (let index = prose - 1; index > Math.max(start, prose - MOST_HEADING_LINES); index--) {
    const { text = '', isOut = false } = paragraphs[index] ?? {}
    if (isOut) continue
    const parsed = text.includes('\n') ? null : parseChapterLine(text.trim())
    // “Epilogue” is the last entry of a list unless it occurs twice in it.
    const isFirst = parsed?.number === 1 || (parsed?.number === null && (whole.get(foldTitle(text)) ?? 0) > 1)
    if (isFirst && (parsed.kind !== 'number' || end === prose)) end = index
    else if (parsed !== null || text.length > LONGEST_HEADING_LINE || /\s{3,}\S/.test(text.trim())) break
  }
  return count > 0 && end > start + 1 ? end : start
}

const numberKey = ({ kind, number }: { readonly kind: string; readonly number: number | null }) =>
  `#${kind} ${String(number)}`
