/** Excel workbooks: for each sheet that shows its name, then its rows as they look: numbers and dates in their formats. */
import ssf from 'ssf'
import type { Archive } from './archive.ts'
import { damaged } from './documentErrors.ts'
import type { DocumentText, OnPortion } from './documentText.ts'
import { findMainPart, readCoreProperties, readRelationships, relationshipId } from './officePackage.ts'
import { createPartsWriter } from './partsWriter.ts'
import type { PartsWriter } from './partsWriter.ts'
import { readXml } from './xml.ts'

interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly path: string }[]
  /** Days are counted from 1904 where the workbook began on an old Macintosh. */
  readonly isFrom1904: boolean
}

/** Text of a cell from what stands in it. */
type CellReader = (value: string, type: string, style: string) => string

/** A longer cell holds no number, and a longer format is none that a person wrote. */
const LONGEST_FORMAT = 255

export async function readXlsx(archive: Archive, onPortion: OnPortion): Promise<DocumentText> {
  const main = await findMainPart(archive)
  if (main === null) throw damaged()
  const relationships = await readRelationships(archive, main)
  const pathOf = (type: string) => [...relationships.values()].find((target) => target.type === type)?.path
  const { sheets, isFrom1904 } = await readWorkbook(archive, main, (id) => relationships.get(id)?.path)
  const strings = await readSharedStrings(archive, pathOf('sharedStrings'))
  const formats = await readCellFormats(archive, pathOf('styles'))

  const readCell: CellReader = (value, type, style) => {
    if (type === 's') return strings[Number(value)] ?? ''
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    if (type !== 'n') return value
    return formatNumber(value, formats[Number(style)] ?? 'General', isFrom1904)
  }
  const writer = createPartsWriter()
  for (const [index, { name, path }] of sheets.entries()) {
    writer.begin('heading')
    writer.text(name)
    writer.end()
    await writeSheet(archive.chunks(path), readCell, writer)
    onPortion(index + 1, sheets.length, [{ kind: 'heading', text: name }])
  }
  return { ...(await readCoreProperties(archive)), parts: writer.finish() }
}

async function readWorkbook(
  archive: Archive,
  part: string,
  pathOf: (id: string) => string | undefined,
): Promise<Workbook> {
  const sheets: { name: string; path: string }[] = []
  let isFrom1904 = false
  await readXml(archive.chunks(part), {
    open({ local, attributes }) {
      if (local === 'workbookPr') isFrom1904 = isTrue(attributes['date1904'])
      if (local !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') return
      const path = pathOf(relationshipId(attributes) ?? '')
      if (path !== undefined) sheets.push({ name: attributes['name'] ?? '', path })
    },
  })
  return { sheets, isFrom1904 }
}

/** Each string of the table, without the readings that stand above East Asian characters. */
async function readSharedStrings(archive: Archive, part: string | undefined): Promise<string[]> {
  const strings: string[] = []
  if (part === undefined || !archive.has(part)) return strings
  let text: string | null = null
  let readingDepth = 0
  let isText = false
  await readXml(archive.chunks(part), {
    open({ local }) {
      if (local === 'si') text = ''
      else if (local === 'rPh') readingDepth++
      else isText = local === 't' && readingDepth === 0
    },
    close({ local }) {
      isText = false
      if (local === 'rPh') readingDepth--
      if (local !== 'si') return
      strings.push(text ?? '')
      text = null
    },
    text(piece) {
      if (isText && text !== null) text += piece
    },
  })
  return strings
}

/** The number format of each cell style, in the order in which cells name them. */
async function readCellFormats(archive: Archive, part: string | undefined): Promise<string[]> {
  const own = new Map<string, string>()
  const formats: string[] = []
  if (part === undefined || !archive.has(part)) return formats
  const builtIn = ssf.get_table()
  let isCellStyles = false
  await readXml(archive.chunks(part), {
    open({ local, attributes }) {
      const id = attributes['numFmtId'] ?? '0'
      if (local === 'numFmt') own.set(id, attributes['formatCode'] ?? 'General')
      else if (local === 'cellXfs') isCellStyles = true
      else if (local === 'xf' && isCellStyles) formats.push(own.get(id) ?? builtIn[id] ?? 'General')
    },
    close({ local }) {
      if (local === 'cellXfs') isCellStyles = false
    },
  })
  return formats
}

async function writeSheet(
  chunks: AsyncIterable<Uint8Array>,
  readCell: CellReader,
  writer: PartsWriter,
): Promise<void> {
  let type = 'n'
  let style = '0'
  let value = ''
  let readingDepth = 0
  let isValue = false
  const hiddenColumns: (readonly [first: number, last: number])[] = []
  let isRowHidden = false
  let column = 0
  const isHidden = () =>
    isRowHidden || hiddenColumns.some(([first, last]) => first <= column && column <= last)
  await readXml(chunks, {
    open({ local, attributes }) {
      isValue = (local === 'v' || local === 't') && readingDepth === 0
      if (local === 'rPh') readingDepth++
      else if (local === 'col' && isTrue(attributes['hidden'])) {
        hiddenColumns.push([Number(attributes['min']), Number(attributes['max'])])
      } else if (local === 'row') {
        isRowHidden = isTrue(attributes['hidden'])
        column = 0
        writer.beginRow()
      } else if (local === 'c') {
        writer.beginCell()
        column = columnOf(attributes['r']) ?? column + 1
        type = attributes['t'] ?? 'n'
        style = attributes['s'] ?? '0'
        value = ''
      }
    },
    close({ local }) {
      isValue = false
      if (local === 'rPh') readingDepth--
      else if (local === 'c') {
        writer.text(value === '' || isHidden() ? '' : readCell(value, type, style))
        writer.endCell()
      } else if (local === 'row') writer.endRow()
    },
    text(text) {
      if (isValue) value += text
    },
  })
}

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

/** The number of a cell's column, from 1; undefined where the cell does not say: it then follows the one before. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
}

/** A number as its cell shows it; as it is where the format makes nothing of it. */
function formatNumber(value: string, format: string, isFrom1904: boolean): string {
  const number = Number(value)
  if (!Number.isFinite(number) || format.length > LONGEST_FORMAT) return value
  try {
    const shown = ssf.format(format, number, { date1904: isFrom1904 }).trim()
    // What does not fit a format, such as a date before 1900, is shown as a row of these.
    return /^#+$/.test(shown) ? value : shown
  } catch {
    return value
  }
}
