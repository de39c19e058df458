/** Word documents, through mammoth: styles decide what is a heading, and footnotes come at the end. */
import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { asBuffer } from './archive.ts'
import type { Archive } from './archive.ts'
import type { DocumentText } from './documentText.ts'
import { writeHtml } from './html.ts'
import { MAX_TREE_BYTES } from './limits.ts'
import { readCoreTitle } from './officePackage.ts'
import { createPartsWriter } from './partsWriter.ts'

const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => h2:fresh",
  // The entries and the titles of tables of contents, of figures and of indexes.
  "p[style-name^='toc '] => nav > p:fresh",
  "p[style-name='table of figures'] => nav > p:fresh",
  "p[style-name^='index '] => nav > p:fresh",
]

/** Also throws `document-too-complex` for more than can be held as a tree. */
export async function readDocx(archive: Archive): Promise<DocumentText> {
  const { value: html } = await mammoth.convertToHtml(
    { buffer: await repack(archive) },
    {
      styleMap: STYLES,
      // Pictures are not even in what mammoth is given.
      convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })),
    },
  )
  const writer = createPartsWriter()
  writeHtml(html, writer)
  return { title: await readCoreTitle(archive), parts: writer.finish() }
}

/** A new archive of the XML alone, not packed: what mammoth inflates by itself would not be counted. */
async function repack(archive: Archive): Promise<Buffer> {
  const files: Record<string, Uint8Array> = {}
  let total = 0
  for (const name of archive.names.filter((path) => /\.(?:xml|rels)$/i.test(path))) {
    const file = await archive.read(name)
    total += file.length
    if (total > MAX_TREE_BYTES) throw new UserFacingError('document-too-complex')
    files[name] = file
  }
  return asBuffer(zipSync(files, { level: 0 }))
}
