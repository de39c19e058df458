/**
 * The table of contents of a book in Mobipocket's older form: a page of the book whose links lead to bytes of its text. The
 * guide at the beginning of the text says where that page is. (wiki.mobileread.com/wiki/MOBI)
 */

/** The text from one place to the next. */
export type MobiContents = readonly {
  readonly bytes: Uint8Array
  /** Of the chapter that begins here; null if none does. */
  readonly title: string | null
  /** Whether this is the page of contents. */
  readonly isContents: boolean
}[]

const REFERENCE = /<reference\b([^>]{1,400})>/gi
const LINK = /<a\b([^>]{1,300})>((?:(?!<\/?a\b)[^]){1,600}?)<\/a>/gi
const POSITION = /\bfilepos\s{0,4}=\s{0,4}["']?(\d{1,10})/i
const PAGE_BREAK = /<(?:mbp:pagebreak|\/body)\b/i
/** Links that are a table of contents. */
const FEWEST_LINKS = 2
const MOST_LINKS = 2_000
/** A page of contents is no longer than this, in bytes. */
const LONGEST_PAGE = 1 << 19
const LONGEST_TITLE = 200

/** The text in pieces, by its table of contents; null if it names none. `decode` reads its letters. */
export function readMobiContents(
  text: Uint8Array,
  decode: (bytes: Uint8Array) => string,
): MobiContents | null {
  // A letter for each byte, so that places in the one are places in the other.
  const view = Buffer.from(text.buffer, text.byteOffset, text.byteLength).toString('latin1')
  const start = findPage(view)
  if (start === null) return null
  const page = view.slice(start, start + LONGEST_PAGE)
  const links = [...page.matchAll(LINK)].slice(0, MOST_LINKS)
  const firstLink = links[0]?.index ?? 0
  const pageBreak = PAGE_BREAK.exec(page.slice(firstLink))?.index
  const end = start + (pageBreak === undefined ? page.length : firstLink + pageBreak)
  const titles = new Map<number, string>()
  for (const { 1: attributes = '', 2: words = '', index } of links) {
    const position = Number(POSITION.exec(attributes)?.[1] ?? Number.NaN)
    const isElsewhere = position < start || position >= end
    if (start + index >= end || !(position < view.length) || !isElsewhere || titles.has(position)) continue
    const title = plainText(decode(Buffer.from(words, 'latin1')))
    if (title !== '' && title.length <= LONGEST_TITLE) titles.set(position, title)
  }
  if (titles.size < FEWEST_LINKS) return null
  const places = [...new Set([0, start, end, ...titles.keys()])].sort((a, b) => a - b)
  return places.map((place, index) => ({
    bytes: text.subarray(place, places[index + 1]),
    title: titles.get(place) ?? null,
    isContents: place === start,
  }))
}

/** Where the page of contents begins, by the guide. */
function findPage(view: string): number | null {
  for (const { 1: attributes = '' } of view.slice(0, LONGEST_PAGE).matchAll(REFERENCE)) {
    if (!/\btype\s*=\s*["']?toc\b/i.test(attributes)) continue
    const position = POSITION.exec(attributes)?.[1]
    if (position !== undefined && Number(position) < view.length) return Number(position)
  }
  return null
}

function plainText(html: string): string {
  return html
    .replaceAll(/<[^>]{0,300}>/g, ' ')
    .replaceAll(/&(?:nbsp|#160);/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
