/** OpenDocument: texts, spreadsheets and slides are one format, whose text stands in `content.xml` in reading order. */
import type { Archive } from './archive.ts'
import type { DocumentPart, DocumentText } from './documentText.ts'
import { createPartsWriter } from './partsWriter.ts'
import type { PartsWriter } from './partsWriter.ts'
import { readXml, readXmlText } from './xml.ts'
import type { XmlTag } from './xml.ts'

/** What is in the file and not in the text: comments, deleted words, speaker's notes, descriptions, tables of contents. */
const SILENT = new Set([
  'office:annotation',
  'office:automatic-styles',
  'office:forms',
  'presentation:notes',
  'svg:desc',
  'svg:title',
  'text:note-citation',
  'text:page-number',
  'text:ruby-text',
  'text:table-of-content',
  'text:tracked-changes',
])
const SILENT_SHAPES = new Set(['date-time', 'footer', 'header', 'notes', 'page', 'page-number'])

/** Reads an archive that is open: `content.xml` can be read as it is. Footnotes come at the end, in their order. */
export async function readOdf(archive: Archive): Promise<DocumentText> {
  const parts = await readContent(archive.chunks('content.xml'))
  const title = archive.has('meta.xml') ? await readXmlText(archive.chunks('meta.xml'), 'dc:title') : null
  return { title, parts }
}

async function readContent(chunks: AsyncIterable<Uint8Array>): Promise<DocumentPart[]> {
  const body = createPartsWriter()
  const notes = createPartsWriter()
  let writer = body
  let silentDepth = 0
  let paragraphDepth = 0
  let isSpreadsheet = false
  /** For each shape that is open, whether it is its slide's title. */
  const shapes: boolean[] = []

  await readXml(chunks, {
    open(tag) {
      if (silentDepth > 0 || SILENT.has(tag.name) || SILENT_SHAPES.has(shapeClass(tag))) {
        silentDepth++
        return
      }
      if (tag.name === 'office:spreadsheet') isSpreadsheet = true
      else if (tag.name === 'text:note-body') writer = notes
      else if (isShape(tag)) shapes.push(shapeClass(tag) === 'title')
      else if (tag.name === 'table:table' && isSpreadsheet) writeHeading(writer, tag.attributes['table:name'])
      else if (isParagraph(tag)) {
        paragraphDepth++
        writer.begin(tag.name === 'text:h' || shapes.at(-1) === true ? 'heading' : 'paragraph')
      } else OPENING[tag.name]?.(writer, tag)
    },
    close(tag) {
      if (silentDepth > 0) {
        silentDepth--
        return
      }
      if (tag.name === 'text:note-body') writer = body
      else if (isShape(tag)) shapes.pop()
      else if (isParagraph(tag)) {
        paragraphDepth--
        writer.end()
      } else CLOSING[tag.name]?.(writer, tag)
    },
    // Between paragraphs there is only the white space of the file's own lines.
    text(text) {
      if (silentDepth === 0 && paragraphDepth > 0) writer.text(text)
    },
  })
  return [...body.finish(), ...notes.finish()]
}

type TagWriter = (writer: PartsWriter, tag: XmlTag) => void

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
  'table:table-row': (writer, tag) => writer.endRow(times(tag, 'table:number-rows-repeated')),
  'table:table-cell': (writer, tag) => writer.endCell(times(tag, 'table:number-columns-repeated')),
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

/** How often the same row or cell follows itself; empty ones fill a sheet to its last row. */
function times({ attributes }: XmlTag, attribute: string): number {
  const count = Number(attributes[attribute] ?? 1)
  return Number.isInteger(count) && count > 0 ? count : 1
}

function writeHeading(writer: PartsWriter, text = ''): void {
  writer.begin('heading')
  writer.text(text)
  writer.end()
}
