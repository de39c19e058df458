/** Tables of contents that a document only draws: told by their title and by entries that lead elsewhere. */
import type { DocumentPart } from './documentText.ts'

const TITLE = new RegExp(
  `^(?:(?:table of )?contents|toc|inhalt(?:sverzeichnis)?|sommaire|table des matières|[íi]ndice(?: general| generale)?|tabla de contenidos?|sommario|inhoud(?:sopgave)?|conteúdo|sumário|spis treści|obsah|tartalom(?:jegyzék)?|innehåll(?:sförteckning)?|indhold(?:sfortegnelse)?|innhold(?:sfortegnelse)?|sisällys(?:luettelo)?|cuprins|içindekiler|περιεχόμενα|содержание|оглавление|зміст|目次|目录|目錄|차례|목차|المحتويات|فهرس|תוכן(?: העניינים)?)[:.]?$`,
  'iu',
)
/** So many entries in a row are a table of contents. */
const FEWEST_ENTRIES = 3

/** Whether a heading or a line is the title of a table of contents, in the languages that most books are in. */
export function isContentsTitle(text: string): boolean {
  return TITLE.test(text.normalize().trim())
}

/** Marks the parts that are a table of contents: entries in a row, and their title. `isEntry` belongs to the part at its index. */
export function markContents(parts: readonly DocumentPart[], isEntry: readonly boolean[]): DocumentPart[] {
  const marked = [...parts]
  for (let start = 0; start < parts.length; start++) {
    if (isEntry[start] !== true) continue
    let end = start
    while (isEntry[end] === true) end++
    const hasTitle = isContentsTitle(parts[start - 1]?.text ?? '')
    if (hasTitle || end - start >= FEWEST_ENTRIES) {
      for (let index = hasTitle ? start - 1 : start; index < end; index++) {
        const part = marked[index]
        if (part !== undefined) marked[index] = { ...part, place: 'contents' }
      }
    }
    start = end
  }
  return marked
}
