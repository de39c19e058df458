/** PDF documents, read with Mozilla's pdf.js. Nothing is drawn, and no script of the document is run. */
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { toAuthor } from './authorName.ts'
import { damaged, passwordRefused } from './documentErrors.ts'
import type { DocumentText, OnPortion } from './documentText.ts'
import { createPartsWriter } from './partsWriter.ts'
import { joinWithInitials, withInitial } from './pdfInitials.ts'
import type { PdfLine, PdfCell } from './pdfLines.ts'
import { readOutline } from './pdfOutline.ts'
import { readPieces, type PdfPage } from './pdfPage.ts'
import { marginsOf, partsFromPages } from './pdfParts.ts'
import { scriptText } from './pdfScript.ts'
import { findTables } from './pdfTables.ts'
import { collectWords, NO_WORDS, type DocumentWords } from './pdfWords.ts'

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>

/** The most pages without text that are searched for pictures; in a longer scan, the others are assumed to be like them. */
const MOST_EXAMINED = 20

/** Throws `document-password-needed`, `document-password-wrong`, `document-damaged`, and `document-no-text` for pages that are pictures. */
export async function readPdf(
  bytes: Uint8Array,
  password: string | null,
  onPortion: OnPortion,
): Promise<DocumentText> {
  const pdf = await open(bytes, password)
  try {
    const pages: PdfLine[][] = []
    const fonts = new Map<string, boolean>()
    const hasFields = (await pdf.getFieldObjects().catch(() => null)) !== null
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number)
      pages.push(joinWithInitials(await readPieces(page, fonts, hasFields)))
      page.cleanup()
      onPortion(number, pdf.numPages)
    }
    const words = collectWords(wordLines(pages))
    const arranged = pages.map((lines) => arrangeLines(lines, words))
    const margins = marginsOf(arranged)
    const isAside = (line: PdfLine) => line.place !== undefined || margins.get(line) === 'margin'
    const blank = arranged.flatMap((lines, index) => (lines.every(isAside) ? [index + 1] : []))
    const parts = partsFromPages(arranged, { words, outline: await readOutline(pdf), margins })
    const pictures = await findPictures(pdf, blank)
    const isBlank = blank.length === pages.length
    const hasWords = parts.some(({ place }) => place !== 'hidden')
    if (isBlank && (pictures.length > 0 || !hasWords)) throw new UserFacingError('document-no-text')
    const writer = createPartsWriter()
    // If nothing else is on any page, the margins are the text.
    for (const { place, ...part } of parts)
      writer.add(place === undefined || (isBlank && place === 'margin') ? part : { ...part, place })
    const script = scriptText(arranged, isAside)
    return {
      ...(await readFacts(pdf)),
      ...(script === null ? {} : { script }),
      parts: writer.finish(),
      pictures: pictures.map(String),
    }
  } catch (error) {
    throw error instanceof UserFacingError ? error : damaged(error)
  } finally {
    await pdf.loadingTask.destroy()
  }
}

/** Of the pages without text, the numbers of those that show a picture. */
async function findPictures(pdf: PdfDocument, blank: readonly number[]): Promise<number[]> {
  const found: number[] = []
  for (const number of blank) {
    if (found.length >= MOST_EXAMINED) return [...found, ...blank.slice(blank.indexOf(number))]
    const page = await pdf.getPage(number)
    if (await hasPicture(page)) found.push(number)
    page.cleanup()
  }
  return found
}

/** Whether a page shows a picture. Line art alone may be the frame of an empty page. */
async function hasPicture(page: PdfPage): Promise<boolean> {
  const { OPS } = await getResolvedPDFJS()
  const pictures = [OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]
  const { fnArray } = await page.getOperatorList()
  return fnArray.some((operator) => pictures.includes(operator))
}

function* wordLines(pages: readonly (readonly PdfLine[])[]): Generator<string> {
  for (const lines of pages)
    for (const { cells, place } of lines)
      if (place === undefined) yield cells.map(({ text }) => text).join(' ')
}

/** A document that has only an owner password can be opened with any given password. */
async function open(bytes: Uint8Array, password: string | null): Promise<PdfDocument> {
  try {
    return await openWith(bytes, password)
  } catch (error) {
    if (password === null || !isPasswordRefused(error)) throw error
    return await openWith(bytes, null).catch((reason: unknown) => {
      throw isPasswordRefused(reason) ? error : reason
    })
  }
}

function isPasswordRefused(error: unknown): boolean {
  return error instanceof UserFacingError && error.code.startsWith('document-password-')
}

async function openWith(bytes: Uint8Array, password: string | null): Promise<PdfDocument> {
  try {
    return await getDocumentProxy(
      // A copy, since pdf.js takes ownership of the buffer.
      Uint8Array.from(bytes),
      {
        ...(password === null ? {} : { password }),
        disableFontFace: true,
        useSystemFonts: false,
        stopAtErrors: false,
        verbosity: 0,
      },
    )
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') throw passwordRefused(password)
    throw damaged(error)
  }
}

async function readFacts(pdf: PdfDocument): Promise<Pick<DocumentText, 'title' | 'author' | 'language'>> {
  const { info } = await pdf.getMetadata()
  return {
    title: toTitle('Title' in info ? info.Title : null),
    author: toAuthor('Author' in info ? info.Author : null),
    language: 'Language' in info && typeof info.Language === 'string' ? info.Language : null,
  }
}

/** Titles that programs generate: an address, or a file name. */
const NO_TITLE =
  /^(?:about:|https?:|file:|untitled\b|microsoft \w+ - )|\.(?:docx?|html?|indd|odt|pages|pdf|pptx?|qxd|rtf|tex|txt)$/iu

/** The title in the metadata of a document; null if it is missing or generated. */
export function toTitle(stated: unknown): string | null {
  const title = typeof stated === 'string' ? stated.trim() : ''
  return title === '' || NO_TITLE.test(title) ? null : title
}

// How the lines of a page relate: rows of a table, or columns beside each other.

/** The tolerance for cells of one column, which begin or end at the same position, in points. */
const ALIGNED = 3
/** Numbers in a column may be right-aligned instead; so are the last words of justified lines. */
const NUMBER = /^[\p{N}\p{Sc}.,%–−-]+$/u
/** The fewest consecutive lines that are columns, and their fewest characters per cell on average. */
const FEWEST_LINES = 4
const COLUMN_CHARACTERS = 20
/** The greatest distance of lines in one column, in letter sizes. */
const COLUMN_LEADING = 1.8
/** Most lines of a column are at least this wide, as a share of its widest line. */
const FULL_LINE = 0.75

/** Returns the lines of a page in reading order, divided into cells only in tables; lines that are not its text come last. */
export function arrangeLines(lines: readonly PdfLine[], words: DocumentWords = NO_WORDS): PdfLine[] {
  const text = inPageOrder(
    lines.filter(({ place }) => place === undefined).map((line) => withInitial(line, words)),
  )
  const arranged = findTables(text, words).flatMap((section) =>
    section.isTable ? section.lines : arrangeBetweenTables(section.lines),
  )
  return [...arranged, ...lines.filter(({ place }) => place !== undefined)]
}

/** Moves lines that were drawn after those below them, such as a heading, to their place. Columns beside each other keep their order. */
function inPageOrder(lines: readonly PdfLine[]): PdfLine[] {
  const ordered: PdfLine[] = []
  for (let start = 0; start < lines.length;) {
    let end = start + 1
    while ((lines[end]?.y ?? Infinity) <= (lines[end - 1]?.y ?? 0)) end++
    const run = lines.slice(start, end)
    ordered.splice(placeOfRun(run, ordered), 0, ...run)
    start = end
  }
  return ordered
}

/** The place of lines that are drawn one below the other: between the lines above and below them, or after all lines if there is no such place. */
function placeOfRun(run: readonly PdfLine[], ordered: readonly PdfLine[]): number {
  const [top, bottom] = [run[0]?.y ?? 0, run.at(-1)?.y ?? 0]
  const place = ordered.findIndex(({ y }) => y < bottom)
  const below = ordered.slice(place)
  const isBetween =
    place >= 0 && ordered.slice(0, place).every(({ y }) => y > top) && below.every(({ y }) => y < bottom)
  const isAbove = below.some((line) =>
    run.some(({ left, right }) => Math.min(right, line.right) > Math.max(left, line.left)),
  )
  return isBetween && isAbove ? place : ordered.length
}

function arrangeBetweenTables(lines: readonly PdfLine[]): PdfLine[] {
  return columnByColumn(
    lines.map((line, index) => withoutFalseCells(line, lines[index - 1], lines[index + 1])),
  )
}

/** Joins cells that are only separated by a gap in a justified line: cells of a table are aligned with those of neighbouring lines. */
function withoutFalseCells(line: PdfLine, ...neighbours: readonly (PdfLine | undefined)[]): PdfLine {
  const cells: PdfCell[] = []
  for (const cell of line.cells) {
    const last = cells.pop()
    if (last === undefined) cells.push(cell)
    else if (neighbours.some((other) => isAligned(cell, last, other))) cells.push(last, cell)
    else {
      const [left, right] = [Math.min(last.left, cell.left), Math.max(last.right, cell.right)]
      cells.push({ text: `${last.text} ${cell.text}`, left, right })
    }
  }
  return { ...line, cells }
}

function isAligned(cell: PdfCell, before: PdfCell, other: PdfLine | undefined): boolean {
  if (other === undefined || other.cells.length < 2) return false
  const [first, second] = before.left < cell.left ? [before, cell] : [cell, before]
  return other.cells.some(
    ({ left, right }) =>
      left > first.left + ALIGNED &&
      (Math.abs(left - second.left) < ALIGNED ||
        (NUMBER.test(second.text) && Math.abs(right - second.right) < ALIGNED)),
  )
}

/** Reorders columns that were drawn row by row, so that they are read one after the other. */
function columnByColumn(lines: readonly PdfLine[]): PdfLine[] {
  const arranged: PdfLine[] = []
  for (let start = 0; start < lines.length;) {
    let end = start + 1
    while (hasSameColumns(lines[start], lines[end])) end++
    const rows = lines.slice(start, end)
    if (areColumns(rows)) {
      while (goesOnInFirst(rows[0], lines[end - 1], lines[end])) end++
      arranged.push(...columnsOf(lines.slice(start, end)))
    } else arranged.push(...rows)
    start = end
  }
  return arranged
}

function hasSameColumns(first: PdfLine | undefined, other: PdfLine | undefined): boolean {
  if (first === undefined || other === undefined || first.cells.length < 2) return false
  return (
    other.y < first.y &&
    other.cells.length === first.cells.length &&
    other.cells.every(({ left }, index) => Math.abs(left - (first.cells[index]?.left ?? left)) < ALIGNED)
  )
}

/** Whether a line continues the first column below the end of the others. */
function goesOnInFirst(
  first: PdfLine | undefined,
  previous: PdfLine | undefined,
  line: PdfLine | undefined,
): boolean {
  const [column, next] = first?.cells ?? []
  if (column === undefined || next === undefined || previous === undefined || line === undefined) return false
  const gap = previous.y - line.y
  return (
    line.cells.length === 1 &&
    gap > 0 &&
    gap <= line.height * COLUMN_LEADING &&
    Math.abs(line.left - column.left) < ALIGNED &&
    line.right < next.left
  )
}

/** Whether lines are columns of text: rows of a table have short cells, or cells of varying lengths. */
function areColumns(rows: readonly PdfLine[]): boolean {
  const count = rows[0]?.cells.length ?? 0
  if (count < 2 || rows.length < FEWEST_LINES) return false
  return Array.from({ length: count }, (_, index) => cellsAt(rows, index)).every((cells) => {
    const widths = cells.map(({ left, right }) => right - left)
    const full = widths.filter((width) => width >= FULL_LINE * Math.max(...widths)).length
    const characters = cells.reduce((sum, { text }) => sum + text.length, 0)
    return characters >= COLUMN_CHARACTERS * cells.length && full * 2 > cells.length
  })
}

function columnsOf(rows: readonly PdfLine[]): PdfLine[] {
  const count = rows[0]?.cells.length ?? 0
  return Array.from({ length: count }, (_, index) =>
    rows.flatMap((row): PdfLine[] => {
      const cell = row.cells[index]
      return cell === undefined ? [] : [{ ...row, cells: [cell], left: cell.left, right: cell.right }]
    }),
  ).flat()
}

function cellsAt(rows: readonly PdfLine[], index: number): PdfCell[] {
  return rows.flatMap(({ cells }) => cells[index] ?? [])
}
