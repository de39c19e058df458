/** Tables of contents that a document only draws: told by their title and by entries that lead elsewhere. */
import type { DocumentPart } from './documentText.ts'

const TITLE = new RegExp(
  `^(?:(?:table of )?contents|toc|inhalt(?:sverzeichnis)?|sommaire|table des matières|[íi]ndice(?: general| generale)?|tabla de contenidos?|sommario|inhoud(?:sopgave)?|conteúdo|sumário|spis treści|obsah|tartalom(?:jegyzék)?|innehåll(?:sförteckning)?|indhold(?:sfortegnelse)?|innhold(?:sfortegnelse)?|sisällys(?:luettelo)?|cuprins|içindekiler|περιεχόμενα|содержание|оглавление|зміст|目次|目录|目錄|차례|목차|المحتويات|فهرس|תוכן(?: העניינים)?)[:.]?$`,
  'iu',
)
const LONGEST_TITLE = 60
/** So many entries in a row are a table of contents. */
const FEWEST_ENTRIES = 3
/** Only the end of an entry is looked at, since a paragraph can be long. */
const ENTRY_END = 200
/** An entry of a table of contents ends with its page, after leaders if nothing else tells it. */
const PAGE = /(?:\s|[.·…]{2,})(\d{1,4}|[ivxlc]{1,6})$/
const LEADERS = /(?:[.·…_]\s?){4,}\s*(?:\d{1,3}|[ivxlc]{1,6})$/

/** Whether a heading or a line is the title of a table of contents, in the languages that most books are in. */
export function isContentsTitle(text: string): boolean {
  return text.length < LONGEST_TITLE && TITLE.test(text.normalize().trim())
}

/** Whether a line ends as an entry of a table of contents does: with leaders and a page, or below its title with a page. */
export function endsLikeEntry(text: string, hasTitle: boolean): boolean {
  return /[\divxlc]$/.test(text.slice(-1)) && (hasTitle ? PAGE : LEADERS).test(text.slice(-ENTRY_END))
}

/** Where the entries end that begin at an index: before what is none, or leads to an earlier page than the one above. */
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
 * Marks the parts that are a table of contents: entries in a row, and their title. `leadsElsewhere` tells for the part at its
 * index whether all of it leads to another place.
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
