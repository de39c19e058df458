/** PDF documents, through Mozilla's pdf.js. Nothing is drawn and no script of the document is run. */
import { getDocumentProxy } from 'unpdf'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { damaged, passwordRefused } from './documentErrors.ts'
import type { DocumentText, OnPortion } from './documentText.ts'
import { createPartsWriter } from './partsWriter.ts'
import { readLigatures } from './pdfLigatures.ts'
import { arrangeLines } from './pdfLayout.ts'
import { joinLines } from './pdfLines.ts'
import type { PdfLine, PdfPiece } from './pdfLines.ts'
import { partsFromPages } from './pdfParts.ts'

type PdfDocument = Awaited<ReturnType<typeof getDocumentProxy>>

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
      pages.push(arrangeLines(joinLines(await readPieces(page))))
      page.cleanup()
      onPortion(number, pdf.numPages)
    }
    const writer = createPartsWriter()
    for (const part of partsFromPages(pages)) writer.add(part)
    const parts = writer.finish()
    if (parts.every(({ place }) => place === 'margin')) throw new UserFacingError('document-no-text')
    return { title: await readTitle(pdf), parts }
  } catch (error) {
    throw error instanceof UserFacingError ? error : damaged(error)
  } finally {
    await pdf.loadingTask.destroy()
  }
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

async function readPieces(page: Awaited<ReturnType<PdfDocument['getPage']>>): Promise<PdfPiece[]> {
  // The normal forms of pdf.js come before it turns letters round: they would turn the parts of a ligature, too.
  const { items } = await page.getTextContent({ disableNormalization: true })
  const texts = items.flatMap((item) => ('str' in item && item.dir === 'rtl' ? [item.str] : []))
  const correct = await readLigatures(page, texts)
  return items.flatMap((item): PdfPiece[] => {
    if (!('str' in item)) return []
    // A transformation's last two numbers are where the piece stands.
    const place: unknown[] = item.transform
    const { str, width, height, dir } = item
    const text = dir === 'rtl' ? correct(str) : str
    return [{ text, x: Number(place[4]), y: Number(place[5]), width, height }]
  })
}

async function readTitle(pdf: PdfDocument): Promise<string | null> {
  const { info } = await pdf.getMetadata()
  return toTitle('Title' in info ? info.Title : null)
}

/** What programs write for a title of their own accord: an address, or the name of a file. */
const NO_TITLE =
  /^(?:about:|https?:|file:|untitled\b|microsoft \w+ - )|\.(?:docx?|html?|indd|odt|pages|pdf|pptx?|qxd|rtf|tex|txt)$/iu

/** The title of a document by the facts of its file; null where a person gave none. */
export function toTitle(stated: unknown): string | null {
  const title = typeof stated === 'string' ? stated.trim() : ''
  return title === '' || NO_TITLE.test(title) ? null : title
}
