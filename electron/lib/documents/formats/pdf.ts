/** PDF documents, through Mozilla's pdf.js. Nothing is drawn and no script of the document is run. */
import { getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { toAuthor } from './authorName.ts'
import { damaged, passwordRefused } from './documentErrors.ts'
import type { DocumentText, OnPortion } from './documentText.ts'
import { createPartsWriter } from './partsWriter.ts'
import { joinWithInitials } from './pdfInitials.ts'
import { arrangeLines } from './pdfLayout.ts'
import type { PdfLine } from './pdfLines.ts'
import { readOutline } from './pdfOutline.ts'
import { readPieces } from './pdfPage.ts'
import type { PdfPage } from './pdfPage.ts'
import { marginsOf, partsFromPages } from './pdfParts.ts'
import { scriptText } from './pdfScript.ts'
import { collectWords } from './pdfWords.ts'

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>

/** So many pages without text are looked at for pictures; in a longer scan the others are like them. */
const MOST_EXAMINED = 20

/**
 * Throws `document-password-needed`, `document-password-wrong`, `document-damaged`, and `document-no-text` for pages that
 * are pictures.
 */
export async function readPdf(
  bytes: Uint8Array,
  password: string | null,
  onPortion: OnPortion,
): Promise<DocumentText> {
  const pdf = await open(bytes, password)
  try {
    const pages: PdfLine[][] = []
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await pdf.getPage(number)
      pages.push(joinWithInitials(await readPieces(page)))
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
    // What stands alone on all pages is their text.
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

/** The numbers of the pages that show a picture, of those without text. */
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

/** Whether a page shows a picture. Drawings of lines alone may be an empty page's frame. */
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

/** A document that only its owner's password protects opens whatever password is given. */
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
      // A copy, since pdf.js takes what it is given for its own.
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

/** What programs write for a title of their own accord: an address, or the name of a file. */
const NO_TITLE =
  /^(?:about:|https?:|file:|untitled\b|microsoft \w+ - )|\.(?:docx?|html?|indd|odt|pages|pdf|pptx?|qxd|rtf|tex|txt)$/iu

/** The title of a document by the facts of its file; null if a person gave none. */
export function toTitle(stated: unknown): string | null {
  const title = typeof stated === 'string' ? stated.trim() : ''
  return title === '' || NO_TITLE.test(title) ? null : title
}
