/**
 * Where chapters begin in Mobipocket's older format. The table of contents is a page of the book whose links are byte offsets in the text;
 * the guide at the beginning of the text states where that page is. A book without such a page may have an index with the same data.
 * (wiki.mobileread.com/wiki/MOBI)
 */
import { damaged } from './documentErrors.ts'

/** The records of a book's database, by number. Throws if there is no record with a number. */
export type Records = (index: number) => Buffer

/** The number that stands for no record. */
export const NONE = 0xffff_ffff

/** Sections of the text, each up to the next one. */
export type MobiContents = readonly {
  readonly bytes: Uint8Array
  /** The title of the chapter that begins here; null if none does. */
  readonly title: string | null
  /** Whether this is the page with the table of contents. */
  readonly isContents: boolean
}[]

const REFERENCE = /<reference\b([^>]{1,400})>/gi
const LINK = /<a\b([^>]{1,300})>((?:(?!<\/?a\b)[^]){1,600}?)<\/a>/gi
const POSITION = /\bfilepos\s{0,4}=\s{0,4}["']?(\d{1,10})/i
const PAGE_BREAK = /<(?:mbp:pagebreak|\/body)\b/i
/** The fewest links of a table of contents. */
const FEWEST_LINKS = 2
const MOST_LINKS = 2_000
/** The greatest length of a page with a table of contents, in bytes. */
const LONGEST_PAGE = 1 << 19
const LONGEST_TITLE = 200

/** Divides the text by its table of contents; null if it has none. `decode` decodes its characters. */
export function readMobiContents(
  text: Uint8Array,
  decode: (bytes: Uint8Array) => string,
): MobiContents | null {
  // One character per byte, so that the offsets are the same in both.
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
    const title = wordsOf(decode(Buffer.from(words, 'latin1')))
    if (title !== '' && title.length <= LONGEST_TITLE) titles.set(position, title)
  }
  return dividedAt(text, titles, { start, end })
}

/** Divides the text at the offsets of titles; null if there are too few. */
export function dividedAt(
  text: Uint8Array,
  titles: ReadonlyMap<number, string>,
  page?: { readonly start: number; readonly end: number },
): MobiContents | null {
  if (titles.size < FEWEST_LINKS) return null
  const ends = page === undefined ? [] : [page.start, page.end]
  const places = [...new Set([0, ...ends, ...titles.keys()])].sort((a, b) => a - b)
  return places.map((place, index) => ({
    bytes: text.subarray(place, places[index + 1]),
    title: titles.get(place) ?? null,
    isContents: place === page?.start,
  }))
}

/** Tags of index entries: the offset of a chapter in the text, and the offset of its title in the string records. */
const POSITION_TAG = 1
const TITLE_TAG = 3
/** Offsets count each string record as this many bytes. */
const STRINGS_RECORD = 0x10000

/**
 * The titles of chapters by their offsets in the text, from the index of the older format (`INDX`, `TAGX`, `CNCX`); empty if a book has no
 * index, or a damaged one.
 */
export function readMobiIndex(
  records: Records,
  first: number,
  decode: (bytes: Uint8Array) => string,
): ReadonlyMap<number, string> {
  const titles = new Map<number, string>()
  if (first === NONE) return titles
  try {
    const head = records(first)
    if (head.toString('latin1', 0, 4) !== 'INDX') return titles
    const tags = readTags(head.subarray(head.readUInt32BE(4)))
    const count = head.readUInt32BE(24)
    for (let index = 1; index <= count; index++) {
      const record = records(first + index)
      const offsets = record.readUInt32BE(20) + 4
      for (let entry = 0; entry < record.readUInt32BE(24) && titles.size < MOST_LINKS; entry++) {
        const at = record.readUInt16BE(offsets + 2 * entry)
        const values = readEntry(record.subarray(at + 1 + (record[at] ?? 0)), tags)
        const [position, title] = [values.get(POSITION_TAG), values.get(TITLE_TAG)]
        if (position === undefined || title === undefined || titles.has(position)) continue
        const strings = records(first + 1 + count + Math.floor(title / STRINGS_RECORD))
        const { value: length, size } = forwardNumber(strings, title % STRINGS_RECORD)
        const from = (title % STRINGS_RECORD) + size
        const words = wordsOf(decode(strings.subarray(from, from + length)))
        if (words !== '' && words.length <= LONGEST_TITLE) titles.set(position, words)
      }
    }
  } catch {
    // A damaged index may assign titles to wrong offsets.
    titles.clear()
  }
  return titles
}

interface Tags {
  /** The number of control bytes before the values of an entry, which state its tags. */
  readonly controlBytes: number
  readonly rows: readonly {
    readonly tag: number
    readonly valuesPerEntry: number
    readonly mask: number
    readonly isEnd: boolean
  }[]
}

function readTags(table: Buffer): Tags {
  if (table.toString('latin1', 0, 4) !== 'TAGX') throw damaged()
  const rows = []
  for (let at = 12; at + 4 <= table.readUInt32BE(4); at += 4) {
    const [tag = 0, valuesPerEntry = 0, mask = 0, end = 0] = table.subarray(at, at + 4)
    rows.push({ tag, valuesPerEntry, mask, isEnd: end === 1 })
  }
  return { controlBytes: table.readUInt32BE(8), rows }
}

/** The first value of each tag of an entry. */
function readEntry(entry: Buffer, { controlBytes, rows }: Tags): ReadonlyMap<number, number> {
  const found: { readonly tag: number; readonly values: number; readonly bytes: number }[] = []
  let control = 0
  let at = controlBytes
  for (const { tag, valuesPerEntry, mask, isEnd } of rows) {
    if (isEnd) {
      control += 1
      continue
    }
    const bits = (entry[control] ?? 0) & mask
    if (bits === 0) continue
    const lowest = mask & -mask
    const isCounted = bits === mask && mask !== lowest
    // If all bits are set, the length of the values precedes them.
    const { value = 0, size = 0 } = isCounted ? forwardNumber(entry, at) : {}
    at += size
    found.push({ tag, values: isCounted ? 0 : (bits / lowest) * valuesPerEntry, bytes: value })
  }
  const values = new Map<number, number>()
  for (const { tag, values: count, bytes } of found) {
    const end = at + bytes
    for (let index = 0; bytes > 0 ? at < end : index < count; index++) {
      const { value, size } = forwardNumber(entry, at)
      at += size
      if (!values.has(tag)) values.set(tag, value)
    }
  }
  return values
}

/** A number encoded forward: seven bits per byte, with the high bit set in its last byte. */
function forwardNumber(bytes: Uint8Array, start: number): { readonly value: number; readonly size: number } {
  let value = 0
  for (let size = 1; size <= 4; size++) {
    const byte = bytes[start + size - 1]
    if (byte === undefined) break
    value = value * 128 + (byte & 0x7f)
    if ((byte & 0x80) !== 0) return { value, size }
  }
  throw damaged()
}

/** The offset of the page with the table of contents, from the guide. */
function findPage(view: string): number | null {
  for (const { 1: attributes = '' } of view.slice(0, LONGEST_PAGE).matchAll(REFERENCE)) {
    if (!/\btype\s*=\s*["']?toc\b/i.test(attributes)) continue
    const position = POSITION.exec(attributes)?.[1]
    if (position !== undefined && Number(position) < view.length) return Number(position)
  }
  return null
}

function wordsOf(html: string): string {
  return html
    .replaceAll(/<[^>]{0,300}>/g, ' ')
    .replaceAll(/&(?:nbsp|#160);/g, ' ')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim()
}
