/**
 * The package document of an EPUB: its metadata, its manifest and its spine (www.w3.org/TR/epub-33, and OPF 2.0 for older books). It is
 * read leniently: an error costs only the affected item.
 */
import { posix } from 'node:path'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import type { Archive } from './archive.ts'
import { damaged } from './documentErrors.ts'
import { MAX_COVER_BYTES } from '../../../../shared/story/limits.ts'
import type { Cover, DocumentText, Series } from './documentText.ts'
import { writeHtml } from './html.ts'
import { decodeHtml } from './htmlEncoding.ts'
import { createPartsWriter } from './partsWriter.ts'
import { readLooseXml } from './xml.ts'

export interface ManifestItem {
  /** The name of its file in the archive; null if the file is missing. */
  readonly file: string | null
  /** Its name in the book. */
  readonly name: string
  readonly mediaType: string
  readonly properties: readonly string[]
  /** The id of the fallback item, used if this one cannot be read. */
  readonly fallback: string | null
}

export interface EpubPackage {
  readonly items: ReadonlyMap<string, ManifestItem>
  /** Ids of items, some of which may be missing. */
  readonly spine: readonly { readonly id: string; readonly isLinear: boolean }[]
  readonly info: Pick<DocumentText, 'title' | 'author' | 'series' | 'description'> & {
    readonly language: string | null
  }
  readonly resolve: ResolveFile
  /** Candidates for the cover, most likely first: pictures, or pages that show one. */
  readonly covers: readonly string[]
}

const CONTAINER = 'META-INF/container.xml'

interface MetaTag {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  text: string
}

/** The file that a reference in the file `from` leads to, ignoring its fragment; undefined if the file is missing. */
export type ResolveFile = (from: string, href: string) => string | undefined

/**
 * Resolves references as they occur in real books: with different case, percent-encoded or not, with backslashes, relative to the root of
 * the archive or of the book, with too many `..`, and with wrong folders if only one file has that name.
 */
function createResolver(archive: Archive): ResolveFile {
  let byName: ReadonlyMap<string, readonly string[]> | null = null
  const nameOf = (path: string) => posix.basename(path).toLowerCase()
  return (from, href) => {
    const path = href
      .replace(/[#?].*$/s, '')
      .replaceAll('\\', '/')
      .trim()
    if (path === '') return archive.find(from)
    const folder = posix.dirname(from)
    // The folder that was packed around the book, if any.
    const root = /^(.*?)(?:OEBPS|OPS|EPUB)\//i.exec(from)?.[1] ?? ''
    for (const each of [decodePath(path), path]) {
      const bare = each.replace(/^\/+/, '')
      const paths = each.startsWith('/')
        ? [root + bare, bare, posix.join(folder, bare)]
        : [posix.join(folder, each), bare]
      const found = paths
        .map((candidate) => archive.find(candidate.replace(/^(?:\.\.?\/)+/, '')))
        .find((name) => name !== undefined)
      if (found !== undefined) return found
    }
    byName ??= Map.groupBy(
      archive.names.filter((name) => !isForeign(name)),
      nameOf,
    )
    const same = byName.get(nameOf(decodePath(path))) ?? []
    return same.length === 1 ? same[0] : undefined
  }
}

/** The fragment of a reference; null if it leads to the whole page. */
export function fragmentOf(href: string): string | null {
  const at = href.indexOf('#')
  const fragment = at < 0 ? '' : decodePath(href.slice(at + 1))
  return fragment === '' ? null : fragment
}

function decodePath(path: string): string {
  return path.replaceAll(/(?:%[\da-f]{2})+/gi, (escaped) => {
    try {
      return decodeURIComponent(escaped)
    } catch {
      return escaped
    }
  })
}

/** The metadata files that macOS adds. */
function isForeign(name: string): boolean {
  return /(?:^|\/)(?:__MACOSX\/|\._)/.test(name)
}

/** Returns the text of a file of the book; '' if it cannot be read. */
export async function readText(archive: Archive, name: string): Promise<string> {
  try {
    return decodeHtml(await archive.read(name))
  } catch (error) {
    if (error instanceof UserFacingError && error.code !== 'document-inflates') return ''
    throw error
  }
}

/** Throws `document-damaged` for an archive that has neither a package document nor pages. */
export async function readPackage(archive: Archive): Promise<EpubPackage> {
  const resolve = createResolver(archive)
  const path = await findPackage(archive, resolve)
  const opf = path === undefined ? '' : await readText(archive, path)
  const items = new Map<string, ManifestItem>()
  const spine: { id: string; isLinear: boolean }[] = []
  const metas: MetaTag[] = []
  const guide: string[] = []
  let open: MetaTag | null = null
  readLooseXml(opf, {
    open({ local, name, attributes }) {
      if (open !== null) {
        // Descriptions may contain markup that is not escaped.
        open.text += `<${local}>`
      } else if (local === 'item') {
        const { id = '', href = '', properties = '' } = attributes
        items.set(id, {
          file: resolve(path ?? '', href) ?? null,
          name: posix.basename(decodePath(href.replaceAll('\\', '/'))),
          mediaType: (attributes['media-type'] ?? '').trim().toLowerCase(),
          properties: properties.split(/\s+/),
          fallback: attributes['fallback'] ?? null,
        })
      } else if (local === 'itemref') {
        spine.push({
          id: attributes['idref'] ?? '',
          isLinear: attributes['linear']?.trim().toLowerCase() !== 'no',
        })
      } else if (local === 'reference' && /^cover|\.cover/i.test(attributes['type'] ?? '')) {
        guide.push(attributes['href'] ?? '')
      } else if (local === 'meta' || /^dc:/i.test(name) || DUBLIN_CORE.has(local)) {
        open = { tag: local, attributes, text: '' }
        metas.push(open)
      }
    },
    close({ local }) {
      if (open === null) return
      if (local === open.tag) open = null
      else open.text += `</${local}>`
    },
    text(text) {
      if (open !== null) open.text += text
    },
  })
  const of = (href: string) => items.get(href)?.file ?? (path === undefined ? undefined : resolve(path, href))
  const covers = [
    ...[...items.values()]
      .filter(({ properties }) => properties.includes('cover-image'))
      .map(({ file }) => file),
    ...metas
      .filter(({ attributes }) => attributes['name'] === 'cover')
      .map(({ attributes }) => of(attributes['content'] ?? '')),
    ...guide.map(of),
    ...[...items]
      .filter(([id, { mediaType }]) => /cover/i.test(id) && mediaType.startsWith('image/'))
      .map(([, { file }]) => file),
  ].filter((file) => file !== undefined && file !== null)
  if (![...items.values()].some(({ file }) => file !== null)) addFiles(archive, items)
  if (items.size === 0) throw damaged()
  return { items, spine, info: infoOf(metas), resolve, covers }
}

/** Matches the first picture of a page. */
const PICTURE = /<(?:img|image|svg:image)\b[^<>]*?(?:src|href)\s*=\s*["']([^"']*)["']/i
const DUBLIN_CORE = new Set(['title', 'creator', 'language', 'description'])

/** The package document: the one that the container names, otherwise the only one in the archive. */
async function findPackage(archive: Archive, resolve: ResolveFile): Promise<string | undefined> {
  const container =
    archive.find(CONTAINER) ??
    archive.names.find((name) => /\/META-INF\/container\.xml$/i.test(name) && !isForeign(name))
  const paths: string[] = []
  if (container !== undefined) {
    readLooseXml(await readText(archive, container), {
      open({ local, attributes }) {
        if (local === 'rootfile') paths.push(attributes['full-path'] ?? '')
      },
    })
  }
  const root = (container ?? CONTAINER).slice(0, -CONTAINER.length)
  const named = paths.map((path) => resolve(`${root}container`, path)).find((path) => path !== undefined)
  if (named !== undefined) return named
  const depth = (name: string) => name.split('/').length
  return archive.names
    .filter((name) => /\.opf$/i.test(name) && !isForeign(name))
    .toSorted((a, b) => depth(a) - depth(b))[0]
}

/** The pages of an archive, sorted by name, whether a book lists them or not. */
export function pagesIn(archive: Archive): ManifestItem[] {
  return archive.names
    .filter((name) => /\.x?html?$/i.test(name) && !isForeign(name))
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((file) => {
      const properties = /(?:^|\/)(?:nav|toc)\.x?html?$/i.test(file) ? ['nav'] : []
      const name = posix.basename(file)
      return { file, name, mediaType: 'application/xhtml+xml', properties, fallback: null }
    })
}

/** Adds the pages of the archive for a book that lists none of them. */
function addFiles(archive: Archive, items: Map<string, ManifestItem>): void {
  for (const item of pagesIn(archive)) items.set(`\0${item.file}`, item)
}

/** Extracts the metadata. In EPUB 3, elements can refine others, whose ids they name. */
function infoOf(metas: readonly MetaTag[]): EpubPackage['info'] {
  const named = (tag: string) => metas.filter((each) => each.tag === tag && each.text.trim() !== '')
  const refined = ({ attributes }: MetaTag, property: string) =>
    metas
      .find(
        (each) =>
          each.attributes['refines'] === `#${attributes['id'] ?? ''}` &&
          each.attributes['property'] === property,
      )
      ?.text.trim()
  const titles = named('title')
  const main = titles.find((each) => refined(each, 'title-type') === 'main') ?? titles[0]
  const roleOf = (each: MetaTag) =>
    each.attributes['opf:role'] ?? each.attributes['role'] ?? refined(each, 'role')
  const creators = named('creator')
  const authors = creators.filter((each) => [undefined, '', 'aut'].includes(roleOf(each)))
  const names = (authors.length > 0 ? authors : creators).map(({ text }) => oneLine(text))
  return {
    title: main === undefined ? null : oneLine(main.text),
    author: names.length === 0 ? null : [...new Set(names)].join(', '),
    language: named('language')[0]?.text.trim() ?? null,
    series: seriesOf(metas, refined),
    description: descriptionOf(named('description')[0]?.text ?? ''),
  }
}

function seriesOf(
  metas: readonly MetaTag[],
  refined: (meta: MetaTag, property: string) => string | undefined,
): Series | null {
  const valueOf = (name: string) =>
    metas.find(({ attributes }) => attributes['name'] === name)?.attributes['content']?.trim()
  const collections = metas.filter(
    ({ attributes, text }) => attributes['property'] === 'belongs-to-collection' && text.trim() !== '',
  )
  const collection =
    collections.find((each) => refined(each, 'collection-type') === 'series') ?? collections[0]
  const name = collection === undefined ? valueOf('calibre:series') : oneLine(collection.text)
  if (name === undefined || name === '') return null
  const number =
    collection === undefined ? valueOf('calibre:series_index') : refined(collection, 'group-position')
  return { name, number: number === undefined || number === '' ? null : number.replace(/\.0+$/, '') }
}

/** Removes the markup of a description, which is escaped in most books. */
function descriptionOf(text: string): string | null {
  const writer = createPartsWriter()
  writeHtml(text, writer)
  const parts = writer.finish()
  return parts.length === 0 ? null : parts.map((part) => part.text).join('\n\n')
}

function oneLine(text: string): string {
  return text
    .replaceAll(/<[^<>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Returns the cover picture of a book if it is a JPEG or PNG within the size limit; null if there is none that can be read. */
export async function readCover(
  archive: Archive,
  { covers, resolve }: Pick<EpubPackage, 'covers' | 'resolve'>,
): Promise<Cover | null> {
  const left = [...covers]
  const seen = new Set<string>()
  for (let file = left.shift(); file !== undefined; file = left.shift()) {
    if (seen.has(file)) continue
    seen.add(file)
    if (/\.(?:x?html?|xml|svg)$/i.test(file)) {
      const shown = PICTURE.exec(await readText(archive, file))?.[1]
      const picture = shown === undefined ? undefined : resolve(file, shown)
      if (picture !== undefined) left.unshift(picture)
      continue
    }
    const bytes = await readUpTo(archive, file)
    const mediaType = bytes === null ? null : pictureType(bytes)
    if (bytes !== null && mediaType !== null) return { bytes, mediaType }
  }
  return null
}

async function readUpTo(archive: Archive, file: string): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    for await (const piece of archive.chunks(file)) {
      length += piece.length
      if (length > MAX_COVER_BYTES) return null
      pieces.push(piece)
    }
  } catch (error) {
    // A book with an unreadable cover is still read.
    if (error instanceof UserFacingError) return null
    throw error
  }
  return Buffer.concat(pieces)
}

function pictureType([first, second, third]: Uint8Array): Cover['mediaType'] | null {
  if (first === 0xff && second === 0xd8 && third === 0xff) return 'image/jpeg'
  return first === 0x89 && second === 0x50 && third === 0x4e ? 'image/png' : null
}
