/** EPUB books: the pages of the spine, in its order, without the table of contents. */
import { posix } from 'node:path'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import type { Archive } from './archive.ts'
import { damaged } from './documentErrors.ts'
import type { DocumentText } from './documentText.ts'
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
/** Fonts are often scrambled under a key that stands in the book itself; that locks nobody out. */
const FONT_SCRAMBLING = ['http://www.idpf.org/2008/embedding', 'http://ns.adobe.com/pdf/enc#RC']

/** Also throws `document-drm` for a book that only its shop's reader can open. */
export async function readEpub(archive: Archive): Promise<DocumentText> {
  await refuseLocked(archive)
  const packagePath = await findPackage(archive)
  const writer = createPartsWriter()
  const language = await readXmlText(archive.chunks(packagePath), 'dc:language')
  for (const { path, mediaType, isContents } of await readSpine(archive, packagePath)) {
    if (isContents || !/html/.test(mediaType)) continue
    writer.begin('paragraph')
    writeHtml(decodeHtml(await archive.read(path)), writer, language)
    writer.end()
  }
  return { title: await readXmlText(archive.chunks(packagePath), 'dc:title'), parts: writer.finish() }
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

async function readSpine(archive: Archive, packagePath: string): Promise<ManifestItem[]> {
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
  return order.map((id) => {
    const item = items.get(id)
    if (item === undefined) throw damaged()
    return item
  })
}

function decodePath(href: string): string {
  try {
    return decodeURIComponent(href.replace(/#.*$/, ''))
  } catch {
    return href
  }
}
