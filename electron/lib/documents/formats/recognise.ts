/** What a document is, by what stands in it: a name may say anything. */
import type { ReadableExtension } from '../../../../shared/files/fileTypes.ts'
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { openArchive } from './archive.ts'
import type { Archive } from './archive.ts'
import { findMainPart } from './officePackage.ts'

/** A format that is told by content. Kindle's three endings are one family, and their owners mix them. */
export type Format = Exclude<ReadableExtension, '.azw' | '.azw3' | '.htm' | '.xhtml' | '.fb2.zip' | '.fbz'>

export type Recognised =
  | { readonly format: Exclude<Format, ArchiveFormat | '.fb2'> }
  /** A book of XML, unpacked. */
  | { readonly format: '.fb2'; readonly bytes: Uint8Array }
  | { readonly format: ArchiveFormat; readonly archive: Archive }
  /** A document of Office's with a password: which kind shows only inside. */
  | { readonly format: 'locked-office' }
  /** Something else that is known by sight, by the ending that it usually has. */
  | { readonly format: 'foreign'; readonly extension: string }
  /** Nothing that is known by sight: text, or rubbish. */
  | { readonly format: 'unknown' }

export type ArchiveFormat = '.docx' | '.xlsx' | '.pptx' | '.odt' | '.ods' | '.odp' | '.epub'

const ARCHIVE_TYPES: readonly (readonly [RegExp, ArchiveFormat])[] = [
  [/^application\/vnd\.oasis\.opendocument\.text/, '.odt'],
  [/^application\/vnd\.oasis\.opendocument\.spreadsheet/, '.ods'],
  [/^application\/vnd\.oasis\.opendocument\.presentation/, '.odp'],
  [/^application\/epub\+zip/, '.epub'],
]

// Files begin with control characters so as not to be taken for text.
/* oxlint-disable no-control-regex */
/** First bytes, as Latin letters, of what is often taken for a document. */
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

/** Books of Amazon's newer kinds are always locked. */
const LOCKED_KINDLE = /^(?:\xeaDRMION\xee|CONT\x02\0)/

const COMPOUND_FILE = /^\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1/
/* oxlint-enable no-control-regex */

/** Looks at a file. Throws `document-drm` for a book of a kind that is always locked, and what `openArchive` throws. */
export async function recognise(bytes: Uint8Array): Promise<Recognised> {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 1024))
  if (head.startsWith('PK\x03\x04')) return recogniseArchive(await openArchive(bytes))
  if (COMPOUND_FILE.test(bytesAsLatin(bytes, 8))) return recogniseCompound(bytes)
  if (head.startsWith('{\\rtf')) return { format: '.rtf' }
  if (head.includes('%PDF-')) return { format: '.pdf' }
  if (head.slice(60, 68) === 'BOOKMOBI') return { format: '.mobi' }
  if (LOCKED_KINDLE.test(bytesAsLatin(bytes, 16))) throw new UserFacingError('document-drm')
  const foreign = FOREIGN.find(([pattern]) => pattern.test(bytesAsLatin(bytes, 64)))
  if (foreign !== undefined) return { format: 'foreign', extension: foreign[1] }
  if (isFictionBook(bytes)) return { format: '.fb2', bytes }
  const markup = head.replace(/^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*/, '')
  return /^<(?:!doctype\s+html|html[\s>])/i.test(markup) ? { format: '.html' } : { format: 'unknown' }
}

/** Whether XML is a book of FictionBook, in an encoding of one or two bytes for a letter. */
function isFictionBook(bytes: Uint8Array): boolean {
  const head = bytesAsLatin(bytes, 4096).replaceAll('\0', '')
  return /^[^<]{0,8}(?:<[?!][^>]*>\s*)*<(?:\w+:)?FictionBook[\s>]/i.test(head)
}

/** One character for each byte; the decoder that is called latin1 makes other characters of some. */
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

/** What an archive says it is; '' if that is damaged: its other files tell it, too. */
async function readType(archive: Archive): Promise<string> {
  try {
    return new TextDecoder().decode(await archive.read('mimetype')).trim()
  } catch (error) {
    if (error instanceof UserFacingError && error.code === 'document-damaged') return ''
    throw error
  }
}

/** Whether an archive has the files of a book, also below a folder that was packed with them. */
function isBook({ names }: Archive): boolean {
  return names.some((name) => /(?:^|\/)META-INF\/container\.xml$|\.opf$/i.test(name))
}

/** The old formats of Office, told by the names of their streams, which stand in the file in UTF-16. */
function recogniseCompound(bytes: Uint8Array): Recognised {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const has = (name: string) => file.includes(Buffer.from(name, 'utf16le'))
  if (has('EncryptedPackage')) return { format: 'locked-office' }
  if (has('WordDocument')) return { format: 'foreign', extension: '.doc' }
  if (has('PowerPoint Document')) return { format: 'foreign', extension: '.ppt' }
  if (has('Workbook')) return { format: 'foreign', extension: '.xls' }
  return { format: 'unknown' }
}
