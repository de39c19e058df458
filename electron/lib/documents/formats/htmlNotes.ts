/** Notes in HTML, and the marks in the text that link to them and back. */

type Attributes = Readonly<Record<string, string>>

/** A number, a letter or a symbol, with optional brackets and arrows around it. */
const MARK =
  /^[[({]?[←↑↩⏎↵▲^⇑⤴\s\ufe0e\ufe0f]*(?:\d{1,4}|[ivxlc]{1,6}|[a-z]|[*†‡§¶]{1,4})?[←↑↩⏎↵▲^⇑⤴\s\ufe0e\ufe0f]*[\])}]?$/i
const NAMES_NOTE = /note|\bfn|cite|\bref|back/i
const NOTES = /^(?:doc-)?(?:footnotes?|endnotes?|rearnotes?)$/
const FRONT_MATTER =
  /^(?:doc-)?(?:frontmatter|cover|titlepage|halftitlepage|copyright-page|imprint|colophon)$/
const PAGE_MARKS = /^(?:doc-)?(?:noteref|pagebreak|backlink)$/
/** Inline elements in which digital libraries put page numbers, and the classes that they use. */
const INLINE = new Set(['span', 'a', 'small', 'sup', 'sub', 'b', 'i', 'em'])
const PAGE_CLASS = /(?:^|\s)(?:x-)?(?:page|pg)[-_]?(?:num(?:ber)?s?|nos?|n)(?:$|\s)/i
/** The same for the numbers of lines and verses, which may be blocks. */
const LINE_CLASS = /(?:^|\s)(?:line|ln|l|verse|v)[-_]?(?:num(?:ber)?s?|nos?|n)(?:$|\s)|(?:^|\s)ln(?:$|\s)/i
const LINE_BLOCKS = new Set(['td', 'th', 'div', 'p'])
const LONGEST_NUMBER = 20
const PAGE_NUMBER = /^[[({|]?\s*(?:p(?:age|g)?\.?\s*)?(?:\d{1,4}|[ivxlcdm]{1,9})?\s*[\])}|]?$/i
/** Ids of notes that mammoth and LibreOffice generate. */
const NOTE_ID = /^(?:foot|end)note-\d+$|^sd(?:foot|end)note\d+$/

/** Blocks that can be a note, if a mark leads to them. */
export const NOTE_BLOCKS = new Set(['p', 'li', 'dd', 'td', 'div', 'aside'])

/** Where the mark of a note leads: the name of the page and the identifier in it; null if it leads to a whole page. */
export function placeOfNote(href: string, page: string): string | null {
  const [path = '', fragment = ''] = href.split('#')
  const name = path.slice(path.lastIndexOf('/') + 1)
  return fragment === '' ? null : `${name === '' ? page : name}#${fragment}`
}

/** Whether an element is a note, or a list of them. */
export function isNote(attributes: Attributes): boolean {
  return NOTE_ID.test(attributes['id'] ?? '') || typesOf(attributes).some((type) => NOTES.test(type))
}

/** Whether an element is marked as front matter. */
export function isFrontMatter(attributes: Attributes): boolean {
  return typesOf(attributes).some((type) => FRONT_MATTER.test(type))
}

/**
 * The kind of an element that is marked as not being part of the text: the mark of a note, a backlink, or the printed number of a page or a line.
 * `isNumber`: only its class says so, and its text must look like a number.
 */
export function pageMarkOf(
  name: string,
  attributes: Attributes,
): { readonly piece: 'footnote' | 'pageNumber'; readonly isNumber: boolean } | null {
  const type = typesOf(attributes).find((each) => PAGE_MARKS.test(each))
  if (type !== undefined)
    return { piece: /pagebreak/.test(type) ? 'pageNumber' : 'footnote', isNumber: false }
  const classes = attributes['class'] ?? ''
  const isInline = INLINE.has(name)
  const isNumber =
    (isInline && PAGE_CLASS.test(classes)) ||
    ((isInline || LINE_BLOCKS.has(name)) && LINE_CLASS.test(classes))
  return isNumber ? { piece: 'pageNumber', isNumber } : null
}

/** Whether a text is only a page number: “12”, “[Pg 12]”, “xiv”. */
export function isPageNumber(text: string): boolean {
  const words = text.trim()
  return words.length <= LONGEST_NUMBER && PAGE_NUMBER.test(words)
}

/** Whether a link leads to another place in the document or on its site. */
export function isInnerLink({ href, filepos }: Attributes): boolean {
  if (filepos !== undefined) return true
  return href !== undefined && (/^kindle:/i.test(href) || !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(href))
}

/** Whether a link in a heading is only a sign that leads to the heading itself: “¶”, “#”, “›”. */
export function isPermalink(text: string, { href = '' }: Attributes): boolean {
  return href.startsWith('#') && text.trim() !== '' && !/[\p{L}\p{N}*†‡]/u.test(text)
}

/** Whether the text of an internal link is only the mark of a note: a superscript “1”, “[2]”, “←”. */
export function isNoteMark(text: string, attributes: Attributes, isRaised: boolean): boolean {
  // The mark of a comment in a page that Word saved: “[AF1]”.
  if (attributes['class'] === 'msocomanchor') return true
  if (!MARK.test(text.trim())) return false
  const names = ['id', 'class', 'href', 'name'].map((name) => attributes[name] ?? '').join(' ')
  return isRaised || /[[←↑↩^]/.test(text) || NAMES_NOTE.test(names)
}

function typesOf(attributes: Attributes): string[] {
  const { 'epub:type': type = '', role = '' } = attributes
  return type === '' && role === '' ? [] : `${type} ${role}`.split(/\s+/)
}
