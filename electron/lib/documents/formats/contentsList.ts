/** Tables of contents without markup of their own: they are recognised by their title and by entries that lead to other places. */
import type { DocumentPart } from './documentText.ts'

const TITLE = new RegExp(
  `^(?:(?:table of )?contents|toc|inhalt(?:sverzeichnis)?|sommaire|table des matières|[íi]ndice(?: general| generale)?|tabla de contenidos?|sommario|inhoud(?:sopgave)?|conteúdo|sumário|spis treści|obsah|tartalom(?:jegyzék)?|innehåll(?:sförteckning)?|indhold(?:sfortegnelse)?|innhold(?:sfortegnelse)?|sisällys(?:luettelo)?|cuprins|içindekiler|περιεχόμενα|содержание|оглавление|зміст|目次|目录|目錄|차례|목차|المحتويات|فهرس|תוכן(?: העניינים)?)[:.]?$`,
  'iu',
)
const LONGEST_TITLE = 60
/** This many consecutive entries are a table of contents. */
const FEWEST_ENTRIES = 3
/** Only the end of an entry is examined, since a paragraph can be long. */
const ENTRY_END = 200
/** An entry of a table of contents ends with a page number. Without a title above it, leaders must precede the number. */
const PAGE = /(?:\s|[.·…]{2,})(\d{1,4}|[ivxlc]{1,6})$/
const LEADERS = /(?:[.·…_]\s?){4,}\s*(?:\d{1,3}|[ivxlc]{1,6})$/

/** Whether a heading or a line is the title of a table of contents, in the most common languages of books. */
export function isContentsTitle(text: string): boolean {
  return text.length < LONGEST_TITLE && TITLE.test(text.normalize().trim())
}

/**
 * Whether a line ends like an entry of a table of contents: with leaders and a page number, or, below a title, with a page number alone.
 */
export function endsLikeEntry(text: string, hasTitle: boolean): boolean {
  return /[\divxlc]$/.test(text.slice(-1)) && (hasTitle ? PAGE : LEADERS).test(text.slice(-ENTRY_END))
}

/**
 * Returns the end of the entries that begin at an index: the first line that is not an entry, or whose page number is lower than the
 * previous one.
 */
export function endOfEntries<Line>(
  lines: readonly Line[],
  start: number,
  { isEntry, textOf }: { isEntry: (line: Line, index: number) => boolean; textOf: (line: Line) => string },
): number {
  let lastPage = 0
  for (let index = start; index < lines.length; index++) {
    const line = lines[index]
    if (line === undefined || !isEntry(line, index)) return index
    const page = Number(PAGE.exec(textOf(line).slice(-ENTRY_END))?.[1] ?? Number.NaN)
    if (page < lastPage) return index
    if (!Number.isNaN(page)) lastPage = page
  }
  return lines.length
}

/**
 * Marks the parts of each table of contents: consecutive entries and their title. `leadsElsewhere` states for each part, by index, whether
 * all of it links to another place.
 */
export function markContents(
  parts: readonly DocumentPart[],
  leadsElsewhere: readonly boolean[],
): DocumentPart[] {
  const marked = [...parts]
  const isKnown = (index: number) => parts[index]?.place === 'contents' || leadsElsewhere[index] === true
  let start = 0
  while (start < parts.length) {
    const hasTitle = isContentsTitle(parts[start - 1]?.text ?? '')
    const end = endOfEntries(parts, start, {
      isEntry: ({ kind, text }, index) =>
        isKnown(index) || (kind !== 'heading' && endsLikeEntry(text, hasTitle)),
      textOf: ({ text }) => text,
    })
    const isContents = hasTitle ? end - start > 1 || isKnown(start) : end - start >= FEWEST_ENTRIES
    if (end > start && isContents) {
      for (let index = hasTitle ? start - 1 : start; index < end; index++) {
        const part = marked[index]
        if (part !== undefined) marked[index] = { ...part, place: 'contents' }
      }
    }
    start = Math.max(end, start + 1)
  }
  return marked
}
