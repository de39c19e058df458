/** Excel workbooks: for each sheet its name, then its rows as displayed, with numbers and dates in their formats. */
import ssf from 'ssf'
import type { Archive } from './archive.ts'
import { readCharts } from './chart.ts'
import { damaged } from './documentErrors.ts'
import type { DocumentText, OnPortion, SheetCell } from './documentText.ts'
import { findMainPart, readCoreProperties, readRelationships, relationshipId } from './officePackage.ts'
import { createPartsWriter, type PartsWriter } from './partsWriter.ts'
import { readXml } from './xml.ts'

interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly path: string; readonly isHidden: boolean }[]
  /** Whether dates are counted from 1904, as in workbooks from old Macintosh versions. */
  readonly isFrom1904: boolean
}

/** Converts the stored value of a cell to its text. */
type CellReader = (value: string, type: string, style: string) => string

/** A longer value is not a number, and a longer format was not written by a person. */
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
    if (type !== 'n') return unescaped(value)
    return formatNumber(value, formats[Number(style)] ?? 'General', isFrom1904)
  }
  const writer = createPartsWriter()
  for (const [index, { name, path, isHidden }] of sheets.entries()) {
    if (isHidden) writer.enter('hidden')
    writer.begin('heading')
    writer.text(name)
    writer.end()
    await writeSheet(archive.chunks(path), readCell, writer)
    await writeAsides(archive, path, writer)
    if (isHidden) writer.leave()
    onPortion(index + 1, sheets.length, isHidden ? [] : [{ kind: 'heading', text: name }])
  }
  return { ...(await readCoreProperties(archive)), parts: writer.finish() }
}

/** Writes what a sheet has besides its cells: the text of shapes, which are words of the sheet, charts and pictures, and comments. */
async function writeAsides(archive: Archive, sheet: string, writer: PartsWriter): Promise<void> {
  const related = [...(await readRelationships(archive, sheet)).values()].filter(({ path }) =>
    archive.has(path),
  )
  const write = (text: string, place?: 'picture' | 'scriptNote') => {
    if (place !== undefined) writer.enter(place)
    writer.begin('paragraph')
    writer.text(text)
    writer.end()
    if (place !== undefined) writer.leave()
  }
  for (const { path } of related.filter(({ type }) => type === 'drawing')) {
    const { texts, descriptions } = await readDrawing(archive.chunks(path))
    for (const text of texts) write(text)
    const charts = await readCharts(archive, await readRelationships(archive, path))
    for (const text of [...charts.values(), ...descriptions]) write(text, 'picture')
  }
  const isThreaded = related.some(({ type }) => type === 'threadedComment')
  for (const { path } of related.filter(({ type }) => /^(?:comments|threadedComment)$/.test(type)))
    for (const text of await readComments(archive.chunks(path)))
      // Excel repeats a conversation as a comment, for its older versions.
      if (!isThreaded || !text.startsWith('[')) write(text, 'scriptNote')
}

/** The paragraphs of the shapes of a drawing, and the descriptions of its pictures. */
async function readDrawing(chunks: AsyncIterable<Uint8Array>) {
  const texts: string[] = []
  const descriptions: string[] = []
  let text = ''
  let isText = false
  await readXml(chunks, {
    open({ local, attributes }) {
      isText = local === 't'
      if (local === 'br') text += ' '
      if (local === 'cNvPr') descriptions.push(attributes['descr'] ?? '')
    },
    close({ local }) {
      isText = false
      if (local !== 'p') return
      texts.push(text)
      text = ''
    },
    text: (piece) => void (text += isText ? piece : ''),
  })
  return { texts, descriptions }
}

/** The comments on the cells of a sheet, or the messages of its conversations. */
async function readComments(chunks: AsyncIterable<Uint8Array>): Promise<string[]> {
  const comments: string[] = []
  let text: string | null = null
  await readXml(chunks, {
    open({ local }) {
      if (local === 'text') text = ''
    },
    close({ local }) {
      if (local !== 'text' || text === null) return
      comments.push(unescaped(text))
      text = null
    },
    text(piece) {
      if (text !== null) text += piece
    },
  })
  return comments
}

async function readWorkbook(
  archive: Archive,
  part: string,
  pathOf: (id: string) => string | undefined,
): Promise<Workbook> {
  const sheets: { name: string; path: string; isHidden: boolean }[] = []
  let isFrom1904 = false
  await readXml(archive.chunks(part), {
    open({ local, attributes }) {
      if (local === 'workbookPr') isFrom1904 = isTrue(attributes['date1904'])
      if (local !== 'sheet') return
      const path = pathOf(relationshipId(attributes) ?? '')
      const isHidden = (attributes['state'] ?? 'visible') !== 'visible'
      if (path !== undefined) sheets.push({ name: attributes['name'] ?? '', path, isHidden })
    },
  })
  return { sheets, isFrom1904 }
}

/** The strings of the shared string table, without the phonetic guides of East Asian characters. */
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
      strings.push(unescaped(text ?? ''))
      text = null
    },
    text(piece) {
      if (isText && text !== null) text += piece
    },
  })
  return strings
}

/** The number format of each cell style, in the order of the indexes that cells use. */
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
  let row = 0
  let column = 0
  let cells: SheetCell[] = []
  const rows: { readonly number: number; readonly cells: SheetCell[] }[] = []
  const merges: string[] = []
  /** The text of the open header or footer of the printed pages. */
  let margin: string | null = null
  const margins = new Set<string>()
  await readXml(chunks, {
    open({ local, attributes }) {
      if (MARGIN.test(local)) margin = ''
      isValue = (local === 'v' || local === 't') && readingDepth === 0
      if (local === 'rPh') readingDepth++
      else if (local === 'col' && isTrue(attributes['hidden'])) {
        hiddenColumns.push([Number(attributes['min']), Number(attributes['max'])])
      } else if (local === 'row') {
        isRowHidden = isTrue(attributes['hidden'])
        row = rowOf(attributes['r']) ?? row + 1
        column = 0
        cells = []
        if (isRowHidden) writer.enter('hidden')
        writer.beginRow()
      } else if (local === 'c') {
        writer.beginCell()
        column = columnOf(attributes['r']) ?? column + 1
        type = attributes['t'] ?? 'n'
        style = attributes['s'] ?? '0'
        value = ''
      } else if (local === 'mergeCell') merges.push(attributes['ref'] ?? '')
    },
    close({ local }) {
      isValue = false
      if (local === 'rPh') readingDepth--
      else if (local === 'c') {
        const shown = value === '' ? '' : readCell(value, type, style)
        for (const [index, line] of shown.split('\n').entries()) {
          if (index > 0) writer.lineBreak()
          writer.text(line)
        }
        const isHidden = hiddenColumns.some(([first, last]) => first <= column && column <= last)
        const text = writer.endCell(1, isHidden)
        if (text !== '') cells.push({ column: column - 1, text, ...(isHidden && { isHidden }) })
      } else if (local === 'row') {
        writer.endRow(1, { number: row, cells })
        if (isRowHidden) writer.leave()
        if (cells.length > 0) rows.push({ number: row, cells })
      } else if (margin !== null) {
        for (const words of margin.split(/&[LCR]/)) margins.add(wordsOfMargin(words))
        margin = null
      }
    },
    text(text) {
      if (margin !== null) margin += text
      else if (isValue) value += text
    },
  })
  mergeCells(rows, merges)
  for (const text of margins) if (text !== '') writer.add({ kind: 'paragraph', text, place: 'runningHeader' })
}

const MARGIN = /^(?:odd|even|first)(?:Header|Footer)$/
/** A font, a size, a colour, or a field other than the numbers of the page and of all pages. */
const MARGIN_CODE = /&(?:"[^"]*"|\d{1,3}|K[\dA-F]{6}|K\d\d[+-]\d{3}|[A-MOQ-Z])/gi
/** The number of the page with its words: “Page &P of &N”. */
const PAGE_FIELD =
  /(?:(?<!\S)(?:pages?|pp?|pg|seite|s|p[áa]g(?:ina)?|sid[ae]|bladzijde|strana|str(?:ona)?|стр(?:аница)?)\.?\s*)?&[PN](?:[+-]\d+)?(?:\s*(?:\p{L}{1,5}|[/|–-])\s*&N)?/giu

/** The words of a header or footer without its codes: “&14The harbour, page &P” is “The harbour,”. */
function wordsOfMargin(text: string): string {
  const words = text
    .split('&&')
    .map((each) => each.replaceAll(MARGIN_CODE, ' ').replaceAll(PAGE_FIELD, ' '))
    .join('&')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return /\p{L}/u.test(words) ? words : ''
}

/** More merged cells than any sheet that was made by a person has. */
const MOST_MERGED = 1_000_000

/** Repeats the text of vertically merged cells in each of their rows. The merged ranges come after all rows: “B2:B7”. */
function mergeCells(
  rows: readonly { readonly number: number; readonly cells: SheetCell[] }[],
  merges: readonly string[],
): void {
  const byNumber = new Map(rows.map(({ number, cells }) => [number, cells]))
  let count = 0
  for (const range of merges) {
    const [first = '', last = ''] = range.split(':')
    const [from, to, column] = [rowOf(first), rowOf(last), columnOf(first)]
    if (from === undefined || to === undefined || column === undefined) continue
    const text = byNumber.get(from)?.find((cell) => cell.column === column - 1)?.text
    if (text === undefined) continue
    for (let row = from + 1; row <= to; row++) {
      if (++count > MOST_MERGED) return
      byNumber.get(row)?.push({ column: column - 1, text, isMerged: true })
    }
  }
}

/**
 * `_x000D_` is a character by its code, and `_x005F_` an escaped underscore, which keeps the following text literal; line breaks become
 * `\n`.
 */
function unescaped(text: string): string {
  if (!text.includes('_x') && !text.includes('\r')) return text
  return text
    .replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(CONTROLS, '')
}

// oxlint-disable-next-line no-control-regex -- controls are what this looks for
const CONTROLS = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g

function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

/** The number of a row, or of a cell's row, from 1; undefined if the reference does not state it. */
function rowOf(reference: string | undefined): number | undefined {
  const digits = /^[A-Z]{0,3}(\d{1,7})$/.exec(reference ?? '')?.[1]
  return digits === undefined ? undefined : Math.max(1, Number(digits))
}

/** The number of a cell's column, from 1; undefined if the cell does not state it: it then follows the previous one. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(reference ?? '')?.[0]
  if (letters === undefined) return undefined
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0)
}

/** Formats a number as its cell displays it; returns it unchanged if the format cannot be applied. */
function formatNumber(value: string, format: string, isFrom1904: boolean): string {
  const number = Number(value)
  if (!Number.isFinite(number) || format.length > LONGEST_FORMAT) return value
  try {
    const shown = ssf.format(format, number, { date1904: isFrom1904 }).trim()
    // A value that does not fit its format, such as a date before 1900, is displayed as number signs.
    return /^#+$/.test(shown) ? value : shown
  } catch {
    return value
  }
}
