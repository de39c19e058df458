/** Text out of a document in any of its formats. Nothing is read but the bytes given, and nothing is written. */
import type { ReadableExtension } from '../../../../shared/files/fileTypes.ts'
import type { TextEncoding } from '../../../../shared/files/textEncodings.ts'
import { joinLines } from '../../../../shared/import/lineBreaks.ts'
import type { Piece, SectionKind } from '../../../../shared/import/source.ts'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { readPlainText } from '../plainText.ts'
import { decodeText } from '../textEncoding.ts'
import type { Archive } from './archive.ts'
import { damaged } from './documentErrors.ts'
import { readableExtensionOf } from './documentExtension.ts'
import { UNREAD_PLACES } from './documentText.ts'
import type { DocumentText, OnPortion, PartPlace } from './documentText.ts'
import { readEpub } from './epub.ts'
import { readFb2 } from './fb2.ts'
import { readHtml } from './html.ts'
import { readMobi } from './mobi.ts'
import { readOdf } from './odf.ts'
import { unlockOdf } from './odfEncryption.ts'
import { createPartsWriter } from './partsWriter.ts'
import { readPptx } from './pptx.ts'
import { recognise } from './recognise.ts'
import type { ArchiveFormat, Format, Recognised } from './recognise.ts'
import { readXlsx } from './xlsx.ts'

export interface DocumentSource {
  /** The file's name: its ending must fit what is in it. */
  readonly name: string
  readonly bytes: Uint8Array
  /** Null for none. A document that is not locked is read whatever it is. */
  readonly password: string | null
  /** Of a text, if it is known. Default: the most likely one. */
  readonly encoding?: TextEncoding | undefined
  /** The places whose parts are left out. Default: `UNREAD_PLACES`. */
  readonly leavesOut?: readonly PartPlace[]
  /** Told of a document that comes in portions. */
  readonly onPortion?: OnPortion | undefined
}

/**
 * Reads a document. Errors, all for the reader: `document-type-unknown`, `document-mislabelled` (params: `extension`,
 * `actual`), `document-empty`, `document-no-text`, `document-damaged`, `document-password-needed`,
 * `document-password-wrong`, `document-encryption-unknown`, `document-drm`, `document-inflates`, `document-too-complex`,
 * `document-too-many-rows`, `document-too-much-text` (params: `limit`), `file-not-text`.
 *
 * A hostile file may take long and much memory before it is found out: read what comes from elsewhere in a thread of its own.
 */
export async function readDocument(source: DocumentSource): Promise<DocumentText> {
  try {
    const { parts, ...told } = await readByContent(source)
    const { leavesOut = UNREAD_PLACES } = source
    const kept = parts.filter(({ place }) => place === undefined || !leavesOut.includes(place))
    if (kept.length === 0) throw new UserFacingError('document-empty')
    return { ...told, parts: kept }
  } catch (error) {
    if (error instanceof UserFacingError) throw error
    // Nesting beyond all measure ends a parser's stack.
    if (error instanceof RangeError && /stack/i.test(error.message)) {
      throw new UserFacingError('document-too-complex', {}, { cause: error })
    }
    throw damaged(error)
  }
}

async function readByContent(source: DocumentSource): Promise<DocumentText> {
  const { name, bytes, password } = source
  const extension = readableExtensionOf(name)
  if (bytes.length === 0) throw new UserFacingError('document-empty')
  const recognised = await recognise(bytes)
  if (recognised.format !== 'locked-office') return readRecognised(recognised, extension, source)
  if (!['.docx', '.xlsx', '.pptx'].includes(extension)) throw mislabelled(extension, '.docx')
  const { unlockOffice } = await import('./officeEncryption.ts')
  const unlocked = await unlockOffice(bytes, password)
  return readRecognised(await recognise(unlocked), extension, { ...source, bytes: unlocked })
}

async function readRecognised(
  recognised: Recognised,
  extension: ReadableExtension,
  { bytes, password, encoding, onPortion = () => {} }: DocumentSource,
): Promise<DocumentText> {
  const wanted = formatOf(extension)
  switch (recognised.format) {
    case 'locked-office':
      throw damaged()
    case 'foreign':
      throw mislabelled(extension, recognised.extension)
    case 'unknown':
      if (wanted === '.html') return readHtml(bytes)
      if (wanted === '.txt') return readText(bytes, encoding)
      throw looksLikeText(bytes) ? mislabelled(extension, '.txt') : damaged()
    default:
  }
  if (recognised.format !== wanted) throw mislabelled(extension, recognised.format)
  switch (recognised.format) {
    case '.pdf':
      return (await import('./pdf.ts')).readPdf(bytes, password, onPortion)
    case '.mobi':
      return readMobi(bytes)
    case '.rtf':
      return (await import('./rtf.ts')).readRtf(bytes)
    case '.fb2':
      return readFb2(recognised.bytes)
    case '.html':
      return readHtml(bytes)
    case '.txt':
      return readText(bytes, encoding)
    default:
      return READERS[recognised.format](recognised.archive, { password, onPortion })
  }
}

/** The format that an extension stands for. */
function formatOf(extension: ReadableExtension): Format {
  switch (extension) {
    case '.azw':
    case '.azw3':
      return '.mobi'
    case '.htm':
    case '.xhtml':
      return '.html'
    case '.fb2.zip':
    case '.fbz':
      return '.fb2'
    default:
      return extension
  }
}

interface ReadHow {
  readonly password: string | null
  readonly onPortion: OnPortion
}

/** The libraries for Word, PDF and Office's locks are large: each is loaded by the first document that needs it. */
const READERS: Readonly<Record<ArchiveFormat, (archive: Archive, how: ReadHow) => Promise<DocumentText>>> = {
  '.docx': async (archive) => (await import('./docx.ts')).readDocx(archive),
  '.xlsx': (archive, { onPortion }) => readXlsx(archive, onPortion),
  '.pptx': (archive, { onPortion }) => readPptx(archive, onPortion),
  '.epub': (archive, { onPortion }) => readEpub(archive, onPortion),
  '.odt': readLockableOdf,
  '.ods': readLockableOdf,
  '.odp': readLockableOdf,
}

async function readLockableOdf(archive: Archive, { password }: ReadHow): Promise<DocumentText> {
  return readOdf(await unlockOdf(archive, password))
}

function readText(bytes: Uint8Array, encoding: TextEncoding | undefined): DocumentText {
  const { title, parts, lineBreaks, author = null } = readPlainText(decodeText(bytes, '', encoding).text)
  const writer = createPartsWriter()
  for (const { kind, text, piece, section, marks = [] } of parts) {
    const place = piece === undefined ? SECTION_PLACES[section ?? 'body'] : PIECE_PLACES[piece]
    if (place !== undefined) writer.enter(place)
    let spoken = ''
    let from = 0
    for (const { start, end } of marks) {
      spoken += text.slice(from, start)
      from = end
    }
    spoken += text.slice(from)
    if (spoken.trim() !== '')
      writer.add({ kind, text: joinLines(spoken, lineBreaks).replaceAll('\u2028', '\n') })
    if (place !== undefined) writer.leave()
  }
  return { title, author, parts: writer.finish() }
}

/** Where the pieces and the sections of a plain text stand that are not its body. */
const PIECE_PLACES: Readonly<Partial<Record<Piece, PartPlace>>> = {
  footnote: 'notes',
  pageNumber: 'margin',
  runningHeader: 'margin',
  picture: 'pictures',
  licence: 'licence',
  hidden: 'hidden',
  repeated: 'repeated',
}
const SECTION_PLACES: Readonly<Partial<Record<SectionKind, PartPlace>>> = {
  contents: 'contents',
  frontMatter: 'frontMatter',
}

function looksLikeText(bytes: Uint8Array): boolean {
  try {
    return decodeText(bytes.subarray(0, 1 << 16), '').text.trim() !== ''
  } catch {
    return false
  }
}

function mislabelled(extension: string, actual: string): UserFacingError {
  return new UserFacingError('document-mislabelled', { extension, actual })
}
