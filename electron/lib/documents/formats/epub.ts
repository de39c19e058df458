/** EPUB books: the pages of the spine, in its order, without the table of contents. */
import { posix } from 'node:path'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import type { Archive } from './archive.ts'
import { damaged } from './documentErrors.ts'
import type { DocumentText, OnPortion } from './documentText.ts'
import { decodePath, markTitles, readEpubTitles } from './epubContents.ts'
import type { EpubTitles } from './epubContents.ts'
import { writeHtml } from './html.ts'
import { decodeHtml } from './htmlEncoding.ts'
import { createPartsWriter } from './partsWriter.ts'
import { readXml, readXmlText } from './xml.ts'

interface ManifestItem {
  readonly path: string
  readonly mediaType: string
  readonly isContents: boolean
}

const CONTAINER = 'META-INF/container.xml'
const ENCRYPTION = 'META-INF/encryption.xml'
const NCX = 'application/x-dtbncx+xml'
/** Fonts are often scrambled under a key that stands in the book itself; that locks nobody out. */
const FONT_SCRAMBLING = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']

/** Also throws `document-drm` for a book that only its shop's reader can open. */
export async function readEpub(archive: Archive, onPortion: OnPortion): Promise<DocumentText> {
  await refuseLocked(archive)
  const packagePath = await findPackage(archive)
  const writer = createPartsWriter()
  const language = await readXmlText(archive.chunks(packagePath), 'dc:language')
  const { spine, contents } = await readManifest(archive, packagePath)
  const titles = await readTitles(archive, contents)
  const missing: string[] = []
  let pages = 0
  for (const [index, { id, item }] of spine.entries()) {
    if (item?.isContents === true || (item !== undefined && !/html/.test(item.mediaType))) continue
    const html = item === undefined ? null : await readPage(archive, item.path)
    if (item === undefined || html === null) {
      missing.push(item === undefined ? id : posix.basename(item.path))
      continue
    }
    const page = createPartsWriter()
    writeHtml(html, page, language)
    const parts = markTitles(page.finish(), titles.get(item.path) ?? [])
    for (const part of parts) writer.add(part)
    pages += 1
    onPortion(index + 1, spine.length, parts)
  }
  if (pages === 0 && missing.length > 0) throw damaged()
  const textOf = (name: string) => readXmlText(archive.chunks(packagePath), name)
  const [title, author] = [await textOf('dc:title'), await textOf('dc:creator')]
  return { title, author, parts: writer.finish(), missing }
}

/** A page of the book; null if it is not in the archive, or damaged there: the other pages can be read. */
async function readPage(archive: Archive, path: string): Promise<string | null> {
  try {
    return decodeHtml(await archive.read(path))
  } catch (error) {
    if (error instanceof UserFacingError && error.code === 'document-damaged') return null
    throw error
  }
}

async function refuseLocked(archive: Archive): Promise<void> {
  if (!archive.has(ENCRYPTION)) return
  await readXml(archive.chunks(ENCRYPTION), {
    open({ local, attributes }) {
      if (local !== 'EncryptionMethod' || FONT_SCRAMBLING.includes(attributes['Algorithm'] ?? '')) return
      throw new UserFacingError('document-drm')
    },
  })
}

async function findPackage(archive: Archive): Promise<string> {
  let path: string | undefined
  await readXml(archive.chunks(CONTAINER), {
    open({ local, attributes }) {
      if (local === 'rootfile') path ??= attributes['full-path']
    },
  })
  if (path === undefined) throw damaged()
  return path
}

interface Manifest {
  /** The pages in their order; without an item where the list of files has none of that id. */
  readonly spine: readonly { readonly id: string; readonly item: ManifestItem | undefined }[]
  /** The table of contents, newest kind first. */
  readonly contents: readonly ManifestItem[]
}

async function readManifest(archive: Archive, packagePath: string): Promise<Manifest> {
  const items = new Map<string, ManifestItem>()
  const order: string[] = []
  await readXml(archive.chunks(packagePath), {
    open({ local, attributes }) {
      const { id = '', href = '', idref = '', properties = '' } = attributes
      if (local === 'item') {
        items.set(id, {
          path: posix.join(posix.dirname(packagePath), decodePath(href)),
          mediaType: attributes['media-type'] ?? '',
          isContents: properties.split(/\s+/).includes('nav'),
        })
      } else if (local === 'itemref' && attributes['linear'] !== 'no') order.push(idref)
    },
  })
  const spine = order.map((id) => ({ id, item: items.get(id) }))
  const all = [...items.values()]
  const old = all.filter(({ mediaType }) => mediaType === NCX)
  return { spine, contents: [...all.filter(({ isContents }) => isContents), ...old] }
}

/** What the newest table of contents that is in the archive says. */
async function readTitles(archive: Archive, contents: readonly ManifestItem[]): Promise<EpubTitles> {
  const item = contents.find(({ path }) => archive.has(path))
  if (item === undefined) return new Map()
  return readEpubTitles(decodeHtml(await archive.read(item.path)), item.path)
}
