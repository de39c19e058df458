/**
 * EPUB books: the pages of the spine, in order, with the chapters of the table of contents. The page of the table of contents, non-linear
 * pages and pages outside of the spine are kept and marked as such, so that no text is lost.
 */
import { posix } from 'node:path'
import { crc32 } from 'node:zlib'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import type { Archive } from './archive.ts'
import { damaged } from './documentErrors.ts'
import type { DocumentPart, DocumentText, OnPortion, PartPlace } from './documentText.ts'
import { withChapters, type BookPage, type ChapterEntry } from './epubChapters.ts'
import {
  fragmentOf,
  pagesIn,
  readCover,
  readPackage,
  readText,
  type EpubPackage,
  type ManifestItem,
} from './epubPackage.ts'
import { writeHtml } from './html.ts'
import { decodeHtml } from './htmlEncoding.ts'
import { createHidingRules, type HidingRules } from './htmlStyles.ts'
import { joinInitials } from './initials.ts'
import { createPartsWriter } from './partsWriter.ts'
import { readLooseXml } from './xml.ts'

const ENCRYPTION = 'META-INF/encryption.xml'
const NCX = 'application/x-dtbncx+xml'
/** Fonts are often obfuscated with a key that is in the book itself; this does not protect the text. */
const FONT_SCRAMBLING = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']
/** Media types of pages in all versions of EPUB, including drawings, and types that are not pages, though a spine may list them. */
const PAGE_TYPE = /html|oeb1-document|dtbook|svg/
const OTHER_TYPE =
  /^(?:image\/(?!svg)|audio|video|font|text\/css|application\/(?:font|pdf|javascript|smil|x-dtbncx))/
const PICTURE_TYPE = /^(?:image|audio|video)\//
const HTML_NAME = /\.x?html?$/i
const PAGE_NAME = /\.(?:x?html?|xml|svg)$/i
/** A page with the table of contents that has more other text than this contains more than the table. */
const LONGEST_TABLE_NOTE = 400

/** Also throws `document-drm` for a book that only its shop's reader can open. */
export async function readEpub(archive: Archive, onPortion: OnPortion): Promise<DocumentText> {
  await refuseLocked(archive)
  const book = await readPackage(archive)
  const tables = await readTables(archive, book)
  const order = withUnlisted(pagesOf(book), { tables, items: book.items, unlisted: pagesIn(archive) })
  const entries = entriesOf(tables, new Set(order.map(({ item }) => item?.file ?? '')))
  const reader = createPageReader(archive, book, entries)
  const pages: BookPage[] = []
  const missing: string[] = []
  const seen = new Set<string>()
  for (const [index, { name, item, place }] of order.entries()) {
    const page = item === undefined || item.file === null ? null : await reader.read(item.file, place)
    if (page?.isWhole !== true) missing.push(name)
    if (page === null || seen.has(page.file)) continue
    seen.add(page.file)
    pages.push(page)
    onPortion(index + 1, order.length, page.parts)
  }
  if (pages.length === 0 && missing.length > 0) throw reader.refusal() ?? damaged()
  const writer = createPartsWriter()
  for (const parts of withChapters(pages, entries)) for (const part of parts) writer.add(part)
  return { ...book.info, parts: writer.finish(), missing, cover: await readCover(archive, book) }
}

interface ListedPage {
  /** Its name in the book. */
  readonly name: string
  readonly item: ManifestItem | undefined
  /** The place of its parts, if not the body. */
  readonly place: PartPlace | null
}

/** The pages of a book in reading order, followed by those that are listed in the manifest but not in the spine. */
function pagesOf({ items, spine }: EpubPackage): ListedPage[] {
  const areAllOutside = spine.every(({ isLinear }) => !isLinear)
  const listed: ListedPage[] = []
  for (const { id, isLinear } of spine) {
    const item = pageOf(items, id)
    if (item === null) continue
    const outside = isLinear || areAllOutside ? null : 'hidden'
    listed.push({ name: item?.name ?? id, item, place: isContents(item) ? 'contents' : outside })
  }
  const files = new Set(listed.map(({ item }) => item?.file))
  const others = [...items.values()].filter(
    (item) => !files.has(item.file) && !isContents(item) && /html|oeb1/.test(item.mediaType),
  )
  const isWithoutOrder = !listed.some(
    ({ item }) => item !== undefined && item.file !== null && !isContents(item),
  )
  for (const item of others)
    if (item.file !== null || isWithoutOrder)
      listed.push({ name: item.name, item, place: isWithoutOrder ? null : 'hidden' })
  return listed
}

/**
 * The pages with those that the manifest does not list: one that a table of contents names follows the page of the entry before it, the
 * others are at the end and hidden.
 */
function withUnlisted(
  listed: readonly ListedPage[],
  {
    tables,
    items,
    unlisted,
  }: {
    readonly tables: readonly ChapterEntry[][]
    readonly items: EpubPackage['items']
    readonly unlisted: readonly ManifestItem[]
  },
): ListedPage[] {
  const known = new Set([...items.values()].map(({ file }) => file))
  const left = new Map(unlisted.filter(({ file }) => !known.has(file)).map((item) => [item.file, item]))
  if (left.size === 0) return [...listed]
  const order = [...listed]
  for (const entries of tables)
    for (const [index, { file }] of entries.entries()) {
      const item = left.get(file)
      if (item === undefined) continue
      left.delete(file)
      const before = entries[index - 1]?.file
      const at = order.findLastIndex((page) => page.item?.file === before)
      order.splice(at < 0 ? order.length : at + 1, 0, { name: item.name, item, place: null })
    }
  const others = [...left.values()].filter((item) => !isContents(item))
  return [...order, ...others.map((item): ListedPage => ({ name: item.name, item, place: 'hidden' }))]
}

function isContents(item: ManifestItem | undefined): boolean {
  return item?.properties.includes('nav') === true
}

/** The page of a spine entry: its own item or its fallback. Undefined if the item is missing or of no type that is read; null for a picture. */
function pageOf(items: EpubPackage['items'], id: string): ManifestItem | null | undefined {
  const asked = new Set<string>()
  for (let next: string | null = id; next !== null && !asked.has(next);) {
    asked.add(next)
    const item = items.get(next)
    if (item === undefined) return asked.size === 1 ? undefined : null
    // An item of a type that reading systems need not support has a fallback, which is then the page.
    const isNamedAsPage =
      item.fallback === null && (HTML_NAME.test(item.name) || !OTHER_TYPE.test(item.mediaType))
    if (PAGE_TYPE.test(item.mediaType) || (isNamedAsPage && PAGE_NAME.test(item.name))) return item
    if (item.fallback === null && asked.size === 1 && !PICTURE_TYPE.test(item.mediaType))
      return { ...item, file: null }
    next = item.fallback
  }
  return null
}

interface ReadPage extends BookPage {
  /** False for a page that is read only in part or whose checksum does not match. */
  readonly isWhole: boolean
}

interface PageReader {
  /** Returns a page of the book; null if none of it can be read, so that the other pages still can. */
  read(file: string, place: PartPlace | null): Promise<ReadPage | null>
  /** The reason why a page could not be read, other than damage. */
  refusal(): UserFacingError | null
}

function createPageReader(
  archive: Archive,
  { info: { language }, resolve }: EpubPackage,
  entries: readonly ChapterEntry[],
): PageReader {
  const targets = Map.groupBy(entries, ({ file }) => file)
  const sheets = new Map<string, HidingRules>()
  const notes = new Set<string>()
  let refusal: UserFacingError | null = null

  /** Reads as much of a file as is intact. */
  async function readBytes(file: string): Promise<{ readonly bytes: Uint8Array; readonly isWhole: boolean }> {
    const pieces: Uint8Array[] = []
    let isWhole = true
    try {
      for await (const piece of archive.chunks(file)) pieces.push(piece)
    } catch (error) {
      if (!(error instanceof UserFacingError) || error.code === 'document-inflates') throw error
      if (error.code !== 'document-damaged') refusal ??= error
      isWhole = false
    }
    const bytes = Buffer.concat(pieces)
    const checksum = archive.checksum(file)
    return { bytes, isWhole: isWhole && (checksum === 0 || crc32(bytes) === checksum) }
  }

  async function readPage(file: string) {
    const { bytes, isWhole } = await readBytes(file)
    try {
      return { text: decodeHtml(bytes), isWhole }
    } catch (error) {
      if (error instanceof UserFacingError) return { text: '', isWhole: false }
      throw error
    }
  }

  /** The rules of the style sheets that a page links. */
  async function hidingOf(file: string, html: string): Promise<HidingRules> {
    const hiding = createHidingRules()
    for (const sheet of sheetsOf(html)) {
      const path = resolve(file, sheet)
      if (path === undefined) continue
      const known = sheets.get(path) ?? createHidingRules()
      if (!sheets.has(path)) {
        known.add((await readPage(path)).text)
        sheets.set(path, known)
      }
      hiding.take(known)
    }
    return hiding
  }

  return {
    async read(file, place) {
      const { text, isWhole } = await readPage(file)
      if (text === '' && !isWhole) return null
      const writer = createPartsWriter()
      const own = targets.get(file) ?? []
      writeHtml(text, writer, {
        language,
        isXhtml: true,
        hiding: await hidingOf(file, text),
        targets: new Set(own.map(({ fragment }) => fragment ?? '')),
        notes: { page: posix.basename(file), targets: notes },
      })
      const { parts, indexes } = joinInitials(writer.finish())
      const anchors = [...writer.anchors()].map(([id, at]) => [id, indexes[at] ?? parts.length] as const)
      return {
        file,
        parts: placed(parts, place),
        anchors: new Map(anchors),
        isText: place === null,
        isWhole,
      }
    },
    refusal: () => refusal,
  }
}

/** The style sheets that a page links in its head. */
function sheetsOf(html: string): string[] {
  const head = html.slice(0, 1 << 14)
  return Array.from(head.matchAll(/<link\b[^>]*>/gi), ([tag]) => tag)
    .filter((tag) => /stylesheet/i.test(tag) && !/alternate/i.test(tag))
    .map((tag) => /href\s*=\s*["']([^"']*)["']/i.exec(tag)?.[1] ?? '')
    .filter((href) => href !== '')
}

/** Marks the parts of a page outside of the text with its place. The page of a table of contents may also hold the whole text. */
function placed(parts: readonly DocumentPart[], place: PartPlace | null): DocumentPart[] {
  if (place === null) return [...parts]
  const rest = parts.filter((part) => part.place === undefined)
  const length = rest.reduce((sum, { text }) => sum + text.length, 0)
  const hasTable = place === 'contents' && rest.length < parts.length
  if (hasTable && length > LONGEST_TABLE_NOTE) return [...parts]
  return parts.map((part) => (part.place === undefined ? { ...part, place } : part))
}

async function refuseLocked(archive: Archive): Promise<void> {
  const file = archive.find(ENCRYPTION)
  if (file === undefined) return
  readLooseXml(await readText(archive, file), {
    open({ local, attributes }) {
      if (local !== 'EncryptionMethod' || FONT_SCRAMBLING.includes(attributes['Algorithm'] ?? '')) return
      throw new UserFacingError('document-drm')
    },
  })
}

/** The tables of contents of a book, those of the newer kind first, with the entries whose files exist. */
async function readTables(archive: Archive, { items, resolve }: EpubPackage): Promise<ChapterEntry[][]> {
  const navigation = [...items.values()].filter(isContents)
  const old = [...items.values()].filter(({ mediaType, name }) => mediaType === NCX || /\.ncx$/i.test(name))
  const tables: ChapterEntry[][] = []
  for (const { file } of [...navigation, ...old]) {
    if (file === null) continue
    const text = await readText(archive, file)
    const told = navigation.some((each) => each.file === file) ? readNavigation(text) : readNcx(text)
    const entries = told.flatMap(({ href, ...entry }) => {
      const target = resolve(file, href)
      return target === undefined ? [] : [{ ...entry, file: target, fragment: fragmentOf(href) }]
    })
    tables.push(entries)
  }
  return tables
}

/** The entries of the table of contents that covers more pages; if two cover equally many, those of the newer kind. */
function entriesOf(tables: readonly ChapterEntry[][], pages: ReadonlySet<string>): ChapterEntry[] {
  let best: ChapterEntry[] = []
  for (const table of tables) {
    const entries = table.filter(({ file }) => pages.has(file))
    if (entries.length > best.length) best = entries
  }
  return best
}

// The tables of contents of a book: the navigation document of EPUB 3 and the NCX of EPUB 2.

interface ContentsEntry {
  readonly title: string
  /** Its target, as written. */
  readonly href: string
  /** Its nesting level, from 1. */
  readonly level: number
}

/** Other lists in a navigation document. */
const OTHER_LISTS = /page-list|landmarks|\blo[itvax]\b|index/

/** The entries of a navigation document: those of its table of contents, else those of its first list, else all its links. */
function readNavigation(html: string): ContentsEntry[] {
  const lists: { isContents: boolean; isOther: boolean; entries: ContentsEntry[] }[] = []
  const loose: ContentsEntry[] = []
  let level = 0
  let navs = 0
  let link: { href: string; text: string; alternative: string } | null = null
  readLooseXml(html, {
    open({ local, attributes }) {
      const name = local.toLowerCase()
      if (name === 'nav') {
        navs++
        const type = `${attributes['epub:type'] ?? attributes['type'] ?? ''} ${attributes['role'] ?? ''}`
        lists.push({ isContents: /\btoc\b/.test(type), isOther: OTHER_LISTS.test(type), entries: [] })
      } else if (name === 'ol' || name === 'ul') level++
      else if (name === 'a') {
        link = { href: attributes['href'] ?? '', text: '', alternative: attributes['title'] ?? '' }
      } else if (link !== null) {
        link.text += ' '
        if (name === 'img') link.alternative = attributes['alt'] ?? link.alternative
      }
    },
    close({ local }) {
      const name = local.toLowerCase()
      if (name === 'nav') navs--
      else if (name === 'ol' || name === 'ul') level--
      else if (name === 'a' && link !== null) {
        const title = oneLine(link.text) || oneLine(link.alternative)
        const list = navs > 0 ? lists.at(-1)?.entries : loose
        if (title !== '' && link.href !== '')
          list?.push({ title, href: link.href, level: Math.max(1, level) })
        link = null
      }
    },
    text(text) {
      if (link !== null) link.text += text
    },
  })
  const contents = lists.filter(({ isContents }) => isContents)
  if (contents.length > 0) return contents.flatMap(({ entries }) => entries)
  return lists.find(({ isOther }) => !isOther)?.entries ?? (lists.length === 0 ? loose : [])
}

/** The entries of an NCX, without its lists of pages and pictures. */
function readNcx(xml: string): ContentsEntry[] {
  const points: { title: string; href: string; level: number }[] = []
  const open: { title: string; href: string; level: number }[] = []
  let isInLabel = false
  readLooseXml(xml, {
    open({ local, attributes }) {
      const point = open.at(-1)
      if (local === 'navPoint') {
        const next = { title: '', href: '', level: open.length + 1 }
        points.push(next)
        open.push(next)
      } else if (local === 'navLabel') isInLabel = true
      else if (local === 'content' && point !== undefined) point.href ||= attributes['src'] ?? ''
    },
    close({ local }) {
      if (local === 'navPoint') open.pop()
      else if (local === 'navLabel') isInLabel = false
    },
    text(text) {
      const point = open.at(-1)
      if (isInLabel && point !== undefined) point.title += text
    },
  })
  return points
    .map((point) => ({ ...point, title: oneLine(point.title) }))
    .filter(({ title, href }) => title !== '' && href !== '')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}
