/** Reads the text of a document in any supported format. Only the given bytes are read, and nothing is written. */
import type { ReadableExtension } from '../../../../shared/files/fileTypes.ts'
import type { TextEncoding } from '../../../../shared/files/textEncodings.ts'
import { joinLines } from '../../../../shared/import/lineBreaks.ts'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { readPlainText } from '../plainText.ts'
import { decodeText } from '../textEncoding.ts'
import { openArchive, type Archive } from './archive.ts'
import { damaged } from './documentErrors.ts'
import { readableExtensionOf } from './documentExtension.ts'
import { UNREAD_PLACES, type DocumentText, type OnPortion, type PartPlace } from './documentText.ts'
import { readEpub } from './epub.ts'
import { readFb2 } from './fb2.ts'
import { readHtml } from './html.ts'
import { readMobi } from './mobi.ts'
import { readOdf } from './odf.ts'
import { unlockOdf } from './odfEncryption.ts'
import { findMainPart } from './officePackage.ts'
import { createPartsWriter } from './partsWriter.ts'
import { readPptx } from './pptx.ts'
import { readXlsx } from './xlsx.ts'

export interface DocumentSource {
  /** The file name: its extension must match the content. */
  readonly name: string
  readonly bytes: Uint8Array
  /** Null for none. A document that is not encrypted is read whatever the password. */
  readonly password: string | null
  /** The encoding of a plain text, if known. Default: the most likely one. */
  readonly encoding?: TextEncoding | undefined
  /** The places whose parts are left out. Default: `UNREAD_PLACES`. */
  readonly leavesOut?: readonly PartPlace[]
  /** Called for each portion of a document that comes in portions. */
  readonly onPortion?: OnPortion | undefined
}

/**
 * Reads a document. Its errors, all meant for the user: `document-type-unknown`, `document-mislabelled` (params: `extension`, `actual`),
 * `document-empty`, `document-no-text`, `document-damaged`, `document-password-needed`, `document-password-wrong`,
 * `document-encryption-unknown`, `document-drm`, `document-inflates`, `document-too-complex`, `document-too-many-rows`,
 * `document-too-much-text` (params: `limit`), `file-not-text`.
 *
 * A malicious file may use much time and memory before it is rejected: read untrusted files in a separate thread.
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
    // Excessive nesting overflows a parser's stack.
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

/** The format of an extension. */
function formatOf(extension: ReadableExtension): Format {
  switch (extension) {
    case '.azw':
    case '.azw3':
      return '.mobi'
    case '.htm':
    case '.xhtml':
    case '.mht':
    case '.mhtml':
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

/** The libraries for Word, PDF and Office encryption are large: each is loaded for the first document that needs it. */
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
  const { parts, lineBreaks = 'meant', ...told } = readPlainText(decodeText(bytes, '', encoding).text)
  const writer = createPartsWriter()
  for (const { text, marks = [], ...part } of parts) {
    let spoken = ''
    let from = 0
    for (const { start, end } of marks) {
      spoken += text.slice(from, start)
      from = end
    }
    spoken += text.slice(from)
    if (spoken.trim() !== '')
      writer.add({ ...part, text: joinLines(spoken, lineBreaks).replaceAll('\u2028', '\n') })
  }
  return { ...told, parts: writer.finish() }
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

// Recognises the format of a document by its content: its name may be wrong.

/** A format that is recognised by content. The three extensions of Kindle books are one family, and users confuse them. */
type Format = Exclude<
  ReadableExtension,
  '.azw' | '.azw3' | '.htm' | '.xhtml' | '.mht' | '.mhtml' | '.fb2.zip' | '.fbz'
>

type Recognised =
  | { readonly format: Exclude<Format, ArchiveFormat | '.fb2'> }
  /** A FictionBook, extracted from its archive if it was in one. */
  | { readonly format: '.fb2'; readonly bytes: Uint8Array }
  | { readonly format: ArchiveFormat; readonly archive: Archive }
  /** An Office document with a password; its kind is known only after decryption. */
  | { readonly format: 'locked-office' }
  /** Another known format, with its usual extension. */
  | { readonly format: 'foreign'; readonly extension: string }
  /** No known format: plain text, or garbage. */
  | { readonly format: 'unknown' }

type ArchiveFormat = '.docx' | '.xlsx' | '.pptx' | '.odt' | '.ods' | '.odp' | '.epub'

const ARCHIVE_TYPES: readonly (readonly [RegExp, ArchiveFormat])[] = [
  [/^application\/vnd\.oasis\.opendocument\.text/, '.odt'],
  [/^application\/vnd\.oasis\.opendocument\.spreadsheet/, '.ods'],
  [/^application\/vnd\.oasis\.opendocument\.presentation/, '.odp'],
  [/^application\/epub\+zip/, '.epub'],
]

// Files begin with control characters so as not to be mistaken for text.
/* oxlint-disable no-control-regex */
/** Signatures, as Latin-1 characters, of files that are often mistaken for documents. */
const FOREIGN: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG/, '.png'],
  [/^\xff\xd8\xff/, '.jpg'],
  [/^GIF8/, '.gif'],
  [/^(?:II\*\0|MM\0\*)/, '.tiff'],
  [/^RIFF[^]{4}WAVE/, '.wav'],
  [/^ID3/, '.mp3'],
  [/^OggS/, '.ogg'],
  [/^[^]{4}ftyp/, '.mp4'],
  [/^7z\xbc\xaf/, '.7z'],
  [/^Rar!/, '.rar'],
  [/^\x1f\x8b/, '.gz'],
  [/^MZ[^]{20}/, '.exe'],
  [/^\x7fELF/, '.elf'],
  [/^SQLite format 3\0/, '.sqlite'],
  [/^%!PS/, '.ps'],
  [/^AT&TFORM/, '.djvu'],
  [/^TPZ/, '.azw1'],
]

/** Newer formats of Amazon books are always protected. */
const LOCKED_KINDLE = /^(?:\xeaDRMION\xee|CONT\x02\0)/

const COMPOUND_FILE = /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/
/* oxlint-enable no-control-regex */

/**
 * Recognises the format of a file. Throws `document-drm` for a book in a format that is always protected, and the errors of `openArchive`.
 */
async function recognise(bytes: Uint8Array): Promise<Recognised> {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  if (head.startsWith('PK\x03\x04')) return recogniseArchive(await openArchive(bytes))
  if (COMPOUND_FILE.test(bytesAsLatin(bytes, 8))) return recogniseCompound(bytes)
  if (head.startsWith('{\\rtf')) return { format: '.rtf' }
  if (head.includes('%PDF-')) return { format: '.pdf' }
  if (/^(?:BOOKMOBI|TEXtREAd)$/.test(head.slice(60, 68))) return { format: '.mobi' }
  if (LOCKED_KINDLE.test(bytesAsLatin(bytes, 16))) throw new UserFacingError('document-drm')
  const foreign = FOREIGN.find(([pattern]) => pattern.test(bytesAsLatin(bytes, 64)))
  if (foreign !== undefined) return { format: 'foreign', extension: foreign[1] }
  if (isFictionBook(bytes)) return { format: '.fb2', bytes }
  const markup = head.replace(/^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*/, '')
  return /^<(?:!doctype\s+html|html[\s>])/i.test(markup) ? { format: '.html' } : { format: 'unknown' }
}

/** Whether a file is a FictionBook in XML, with one or two bytes per character. */
function isFictionBook(bytes: Uint8Array): boolean {
  const head = bytesAsLatin(bytes, 4096).replaceAll('\0', '')
  return /^[^<]{0,8}(?:<[?!][^>]*>\s*)*<(?:\w+:)?FictionBook[\s>]/i.test(head)
}

/** One character per byte; the decoder named latin1 maps some bytes to other characters. */
function bytesAsLatin(bytes: Uint8Array, count: number): string {
  return String.fromCharCode(...bytes.subarray(0, count))
}

async function recogniseArchive(archive: Archive): Promise<Recognised> {
  if (archive.has('mimetype')) {
    const type = await readType(archive)
    const format = ARCHIVE_TYPES.find(([pattern]) => pattern.test(type))?.[1]
    if (format !== undefined) return { format, archive }
  }
  if (isBook(archive)) return { format: '.epub', archive }
  const main = (await findMainPart(archive)) ?? ''
  if (main.endsWith('.bin')) return { format: 'foreign', extension: '.xlsb' }
  if (main.startsWith('word/')) return { format: '.docx', archive }
  if (main.startsWith('xl/')) return { format: '.xlsx', archive }
  if (main.startsWith('ppt/')) return { format: '.pptx', archive }
  const [book, ...others] = archive.names.filter((name) => /\.fb2$/i.test(name))
  if (book !== undefined && others.length === 0) return { format: '.fb2', bytes: await archive.read(book) }
  return { format: 'foreign', extension: '.zip' }
}

/** The media type that an archive states; '' if that entry is damaged: the other files show the type, too. */
async function readType(archive: Archive): Promise<string> {
  try {
    return new TextDecoder().decode(await archive.read('mimetype')).trim()
  } catch (error) {
    if (error instanceof UserFacingError && error.code === 'document-damaged') return ''
    throw error
  }
}

/** Whether an archive contains the files of an EPUB, even inside a folder that was packed with them. */
function isBook({ names }: Archive): boolean {
  return names.some((name) => /(?:^|\/)META-INF\/container\.xml$|\.opf$/i.test(name))
}

/** Recognises the old Office formats by the names of their streams, which are in the file in UTF-16. */
function recogniseCompound(bytes: Uint8Array): Recognised {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const has = (name: string) => file.includes(Buffer.from(name, 'utf16le'))
  if (has('EncryptedPackage')) return { format: 'locked-office' }
  if (has('WordDocument')) return { format: 'foreign', extension: '.doc' }
  if (has('PowerPoint Document')) return { format: 'foreign', extension: '.ppt' }
  if (has('Workbook')) return { format: 'foreign', extension: '.xls' }
  return { format: 'unknown' }
}
