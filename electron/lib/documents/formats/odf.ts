/** OpenDocument: texts, spreadsheets and slides are one format, whose text stands in `content.xml` in reading order. */
import type { Archive } from './archive.ts'
import type { DocumentPart, DocumentText, PartPlace } from './documentText.ts'
import { readOdfEquations } from './odfEquations.ts'
import { createOdfLists } from './odfLists.ts'
import { createOdfStyles } from './odfStyles.ts'
import type { OdfStyles } from './odfStyles.ts'
import { createOdfTable, isHidden } from './odfTable.ts'
import { createPartsWriter } from './partsWriter.ts'
import type { PartsWriter } from './partsWriter.ts'
import { readXml, readXmlText } from './xml.ts'
import type { XmlTag } from './xml.ts'

/** What is in the file and not in the text: comments, deleted words, descriptions, patterns of indexes. */
const SILENT = new Set([
  'office:annotation',
  'office:forms',
  'svg:desc',
  'svg:title',
  'text:hidden-text',
  'text:note-citation',
  'text:page-number',
  'text:ruby-text',
  'text:tracked-changes',
])
const CONTENTS = /^text:(?:table-of-content|(?:alphabetical|illustration|object|table|user)-index)$/
const CONTENTS_PATTERN =
  /^text:(?:table-of-content|(?:alphabetical|illustration|object|table|user)-index)-source$/
const MARGIN_SHAPES = new Set(['date-time', 'footer', 'header', 'page', 'page-number'])

/** Reads an archive that is open: `content.xml` can be read as it is. Footnotes come at the end, in their order. */
export async function readOdf(archive: Archive): Promise<DocumentText> {
  const styles = createOdfStyles()
  if (archive.has('styles.xml')) await readXml(archive.chunks('styles.xml'), { open: styles.open })
  const equations = await readOdfEquations(archive, styles.language)
  const parts = await readContent(archive.chunks('content.xml'), styles, equations)
  const textOf = (name: string) =>
    archive.has('meta.xml') ? readXmlText(archive.chunks('meta.xml'), name) : null
  // `dc:creator` is who saved it last.
  const author = (await textOf('meta:initial-creator')) ?? (await textOf('dc:creator'))
  return { title: await textOf('dc:title'), author, parts }
}

async function readContent(
  chunks: AsyncIterable<Uint8Array>,
  styles: OdfStyles,
  equations: ReadonlyMap<string, string>,
): Promise<DocumentPart[]> {
  const body = createPartsWriter()
  const notes = createPartsWriter()
  notes.enter('notes')
  const lists = createOdfLists(styles)
  const table = createOdfTable()
  let writer = body
  /** The slide that is open: its title is read first, wherever it was drawn. */
  let slide: PartsWriter | null = null
  let silentDepth = 0
  let paragraphDepth = 0
  let isSpreadsheet = false
  let isInStyles = false
  /** For each shape that is open, whether it is its slide's title. */
  const shapes: boolean[] = []

  await readXml(chunks, {
    open(tag) {
      const { name, attributes } = tag
      if (isInStyles) styles.open(tag)
      const isShown = silentDepth > 0 || table.isShown(tag)
      if (silentDepth > 0 || isSilent(tag, styles) || (!isShown && !isSpreadsheet)) {
        silentDepth++
        return
      }
      lists.open(tag)
      const place = placeOf(tag, styles)
      if (place !== null) writer.enter(place)
      if (name === 'office:automatic-styles') isInStyles = true
      else if (name === 'office:spreadsheet') isSpreadsheet = true
      else if (name === 'text:note-body') writer = notes
      else if (name === 'draw:page') writer = slide = createPartsWriter()
      else if (isShape(tag)) shapes.push(shapeClass(tag) === 'title')
      else if (name === 'draw:object') writer.text(equations.get(attributes['xlink:href'] ?? '') ?? '')
      else if (name === 'table:table' && isSpreadsheet) writeHeading(writer, attributes['table:name'])
      else if (isParagraph(tag)) {
        paragraphDepth++
        writer.begin(name === 'text:h' || shapes.at(-1) === true ? 'heading' : 'paragraph')
      } else OPENING[name]?.(writer)
    },
    close(tag) {
      const { name } = tag
      if (silentDepth > 0) {
        silentDepth--
        return
      }
      lists.close(tag)
      table.close(tag)
      if (name === 'office:automatic-styles') isInStyles = false
      else if (name === 'text:note-body') writer = slide ?? body
      else if (name === 'draw:page') {
        addSlide(body, slide?.finish() ?? [])
        slide = null
        writer = body
      } else if (isShape(tag)) shapes.pop()
      else if (isParagraph(tag)) {
        paragraphDepth--
        writer.end()
      } else if (name === 'table:table-row')
        writer.endRow(table.rows(tag), isSpreadsheet ? table.takeRow(tag) : undefined)
      else if (name === 'table:table-cell') {
        const columns = table.columns(tag)
        table.addCell(tag, writer.endCell(Math.max(1, columns), columns === 0))
      } else CLOSING[name]?.(writer)
      if (placeOf(tag, styles) !== null) writer.leave()
    },
    // Between paragraphs there is only the white space of the file's own lines.
    text(text) {
      if (silentDepth > 0 || paragraphDepth === 0) return
      if (text.trim() !== '') writer.text(lists.takeLabel())
      writer.text(text)
    },
  })
  return [...body.finish(), ...notes.finish()]
}

type TagWriter = (writer: PartsWriter) => void

const OPENING: Readonly<Record<string, TagWriter>> = {
  'text:list-header': (writer) => writer.begin('listItem'),
  'text:list-item': (writer) => writer.begin('listItem'),
  'table:table-row': (writer) => writer.beginRow(),
  'table:table-cell': (writer) => writer.beginCell(),
  'text:s': (writer) => writer.text(' '),
  'text:tab': (writer) => writer.text(' '),
  'text:line-break': (writer) => writer.lineBreak(),
}

const CLOSING: Readonly<Record<string, TagWriter>> = {
  'text:list-header': (writer) => writer.end(),
  'text:list-item': (writer) => writer.end(),
}

function isSilent(tag: XmlTag, styles: OdfStyles): boolean {
  const { name, attributes } = tag
  if (SILENT.has(name) || CONTENTS_PATTERN.test(name)) return true
  switch (name) {
    case 'text:section':
      return attributes['text:display'] === 'none'
    case 'text:p':
    case 'text:h':
      return styles.isHidden('paragraph', attributes['text:style-name'])
    case 'text:span':
      return styles.isHidden('text', attributes['text:style-name'])
    case 'draw:page':
      return styles.isHidden('drawing-page', attributes['draw:style-name'])
    default:
      return false
  }
}

/** Where the parts of an element stand; null for where its parent's do. */
function placeOf(tag: XmlTag, styles: OdfStyles): PartPlace | null {
  if (CONTENTS.test(tag.name)) return 'contents'
  if (tag.name === 'presentation:notes') return 'speakerNotes'
  if (tag.name === 'table:table-row') return isHidden(tag) ? 'hidden' : null
  if (tag.name === 'table:table')
    return styles.isHidden('table', tag.attributes['table:style-name']) ? 'hidden' : null
  if (tag.name === 'text:p') return styles.titleOf(tag.attributes['text:style-name'])
  return isShape(tag) && MARGIN_SHAPES.has(shapeClass(tag)) ? 'margin' : null
}

function isParagraph({ name }: XmlTag): boolean {
  return name === 'text:p' || name === 'text:h'
}

function isShape({ name }: XmlTag): boolean {
  return name === 'draw:frame' || name === 'draw:custom-shape'
}

function shapeClass({ attributes }: XmlTag): string {
  return attributes['presentation:class'] ?? ''
}

function addSlide(body: PartsWriter, parts: readonly DocumentPart[]): void {
  const title = parts.filter(({ kind }) => kind === 'heading')
  for (const part of [...title, ...parts.filter(({ kind }) => kind !== 'heading')]) body.add(part)
}

function writeHeading(writer: PartsWriter, text = ''): void {
  writer.begin('heading')
  writer.text(text)
  writer.end()
}
