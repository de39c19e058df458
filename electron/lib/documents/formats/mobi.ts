/**
 * Kindle and Mobipocket books (.mobi, .azw, .azw3): a Palm database whose first record describes the book and whose following records
 * contain its HTML, compressed. The older format (version 6) and KF8 differ in what surrounds the text, not in how it is read.
 * (wiki.mobileread.com/wiki/MOBI and /wiki/PDB; DRM is not removed.)
 */
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { toAuthor } from './authorName.ts'
import { coverOf } from './cover.ts'
import { damaged } from './documentErrors.ts'
import type { Cover, DocumentPart, DocumentText } from './documentText.ts'
import { writeHtml } from './html.ts'
import { createHuffUnpacker } from './huffCdic.ts'
import { MAX_DOCUMENT_CHARACTERS } from './limits.ts'
import { decodeFact, encodingOf, type MobiLetters } from './mobiEncoding.ts'
import {
  dividedAt,
  NONE,
  readMobiContents,
  readMobiIndex,
  type MobiContents,
  type Records,
} from './mobiContents.ts'
import { createPartsWriter } from './partsWriter.ts'
import { joinTitle } from './titleLines.ts'

interface BookHeader extends MobiLetters {
  readonly compression: number
  readonly textRecords: number
  /** The first record after those of the text; 0 if it is not stated. */
  readonly firstOther: number
  readonly version: number
  readonly title: Uint8Array
  /** Flags for the kinds of trailing entries, which are not text, at the end of each record. */
  readonly trailingFlags: number
  readonly huffRecord: number
  readonly huffCount: number
  readonly firstPicture: number
  /** The KF8 record that states which part of the text is the book, and which are style sheets and pictures. */
  readonly flowRecord: number
  /** The first record of the index of chapters. */
  readonly indexRecord: number
  /** The metadata of the book, by record type. */
  readonly facts: ReadonlyMap<number, Buffer>
}

const PLAIN = 1
const PALM_DOC = 2
const HUFF_CDIC = 0x4448
const KF8 = 8
/** PalmDOC has no version; its books are plain text, or HTML like later ones. */
const PALM_TEXT = 0
/** Types of metadata records. */
const AUTHOR = 100
const DESCRIPTION = 103
const KF8_HEADER = 121
const COVER = 201
const TITLE = 503
const LANGUAGE = 524
/** More than the few dozen of a real book. */
const MOST_FACTS = 500
/** The older format has no headings, only paragraphs in large type. (A single large letter is a drop cap.) */
const LARGE_PARAGRAPH =
  /<p\b[^>]{0,200}>\s{0,20}<font size="?[4-7]"?>((?:(?!<\/?p\b)[^]){2,600}?)<\/font>\s{0,20}<\/p>/gi

/** Throws `document-drm` for a protected book, and `document-damaged` for one that cannot be decompressed. */
export function readMobi(bytes: Uint8Array): DocumentText {
  try {
    const records = splitRecords(bytes)
    const header = readHeader(records(0), bytes)
    const { text, missing, isKf8 } = readBook(records, header)
    const encoding = encodingOf(text, header)
    const decode = (words: Uint8Array) => new TextDecoder(encoding).decode(words)
    const facts = { ...readFacts(records, header, encoding), missing }
    if (isKf8) return { ...facts, parts: readKf8(decode(text)) }
    const words = decode(text)
    if (header.version === PALM_TEXT && !HTML.test(words)) return { ...facts, parts: paragraphsOf(words) }
    const index = () => readMobiIndex(records, header.indexRecord, decode)
    return { ...facts, parts: readOld(text, decode, index) }
  } catch (error) {
    if (error instanceof UserFacingError) throw error
    throw damaged(error)
  }
}

/**
 * Returns the decompressed text. A file may contain the book in both formats: then the newer one, which has headings, is used if it can be
 * read.
 */
function readBook(records: Records, header: BookHeader): BookText & { readonly isKf8: boolean } {
  if (header.version === KF8) return { ...unpackText(records, header), isKf8: true }
  const start = header.facts.get(KF8_HEADER)
  if (start?.length === 4 && start.readUInt32BE() !== NONE) {
    try {
      const own: Records = (index) => records(start.readUInt32BE() + index)
      const newer = readHeader(own(0))
      const read = newer.version === KF8 ? unpackText(own, newer) : null
      if (read?.missing.length === 0) return { ...read, isKf8: true }
    } catch (error) {
      if (error instanceof UserFacingError && error.code === 'document-inflates') throw error
      // The older format is used instead.
    }
  }
  return { ...unpackText(records, header), isKf8: false }
}

function readKf8(html: string): DocumentPart[] {
  const writer = createPartsWriter()
  writeHtml(html, writer)
  return writer.finish()
}

/** Reads the older format: its table of contents, or else its index, states where chapters begin, as byte offsets in the text. */
function readOld(
  text: Uint8Array,
  decode: (bytes: Uint8Array) => string,
  index: () => ReadonlyMap<number, string>,
): DocumentPart[] {
  const read = (bytes: Uint8Array) => readKf8(decode(bytes).replaceAll(LARGE_PARAGRAPH, '<h2>$1</h2>'))
  const contents = readMobiContents(text, decode) ?? dividedAt(text, index())
  if (contents === null) return read(text)
  const writer = createPartsWriter()
  for (const { bytes, title, isContents } of contents) {
    const parts = isContents ? read(bytes).map(asContents) : withTitle(read(bytes), title)
    for (const part of parts) writer.add(part)
  }
  return writer.finish()
}

const HTML = /<(?:html|head|body|p|div|br|h[1-6]|font|mbp:)\b/i

/** Reads a text without markup, in which each line is a paragraph. */
function paragraphsOf(text: string): DocumentPart[] {
  const writer = createPartsWriter()
  for (const line of text.replaceAll('\0', '').split(/\r\n?|\n/)) {
    writer.begin('paragraph')
    writer.text(line)
    writer.end()
  }
  return writer.finish()
}

function asContents(part: DocumentPart): DocumentPart {
  return { ...part, place: 'contents' }
}

/** Returns the parts of a chapter with its title as their heading, whether or not they contain it. */
function withTitle(
  parts: readonly DocumentPart[],
  title: MobiContents[number]['title'],
): readonly DocumentPart[] {
  const [first, second, ...others] = parts
  if (title === null || first?.kind === 'heading' || second?.kind === 'heading') return parts
  if (first !== undefined && isSame(first.text, title))
    return [{ ...first, kind: 'heading' }, ...parts.slice(1)]
  const hasMarks = first?.omitted !== undefined || second?.omitted !== undefined
  if (
    first !== undefined &&
    second !== undefined &&
    !hasMarks &&
    isSame(`${first.text} ${second.text}`, title)
  )
    return [{ kind: 'heading', text: joinTitle([first.text, second.text]) }, ...others]
  return [{ kind: 'heading', text: title }, ...parts]
}

function isSame(text: string, title: string): boolean {
  const plain = (words: string) => words.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '')
  return text.length < 2 * title.length + 8 && plain(text) === plain(title)
}

function readFacts(records: Records, header: BookHeader, encoding: string): Omit<DocumentText, 'parts'> {
  const textOf = (bytes: Uint8Array | undefined) => {
    const text = bytes === undefined ? '' : decodeFact(bytes, encoding, header).replaceAll('\0', '').trim()
    return text === '' ? null : text
  }
  const fact = (number: number) => textOf(header.facts.get(number))
  const description = fact(DESCRIPTION)
  return {
    title: fact(TITLE) ?? textOf(header.title),
    author: toAuthor(fact(AUTHOR)),
    language: fact(LANGUAGE),
    description:
      description === null
        ? null
        : readKf8(description)
            .map(({ text }) => text)
            .join('\n\n'),
    cover: readCover(records, header),
  }
}

function readCover(records: Records, { facts, firstPicture }: BookHeader): Cover | null {
  const number = facts.get(COVER)
  if (number?.length !== 4 || firstPicture === NONE || number.readUInt32BE() === NONE) return null
  try {
    const bytes = records(firstPicture + number.readUInt32BE())
    return coverOf(bytes)
  } catch {
    return null
  }
}

function splitRecords(bytes: Uint8Array): Records {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = file.readUInt16BE(76)
  const offsetOf = (index: number) => (index < count ? file.readUInt32BE(78 + 8 * index) : file.length)
  return (index) => {
    if (index < 0 || index >= count || offsetOf(index + 1) > file.length) throw damaged()
    return file.subarray(offsetOf(index), offsetOf(index + 1))
  }
}

/** The header of a book. A PalmDOC header has only the first fields; its title is the name of the database, `file`. */
function readHeader(record: Buffer, file?: Uint8Array): BookHeader {
  if (record.readUInt16BE(12) !== 0) throw new UserFacingError('document-drm')
  if (file !== undefined && record.toString('latin1', 16, 20) !== 'MOBI') {
    const [name] = Buffer.from(file.subarray(0, 32)).toString('latin1').split('\0', 1)
    return {
      compression: record.readUInt16BE(0),
      textRecords: record.readUInt16BE(8),
      firstOther: 0,
      codePage: 1252,
      locale: 0,
      version: PALM_TEXT,
      title: Buffer.from(name?.replaceAll('_', ' ') ?? '', 'latin1'),
      trailingFlags: 0,
      huffRecord: NONE,
      huffCount: 0,
      firstPicture: NONE,
      flowRecord: NONE,
      indexRecord: NONE,
      facts: new Map(),
    }
  }
  const headerEnd = 16 + record.readUInt32BE(20)
  const [titleStart, titleLength] = [record.readUInt32BE(84), record.readUInt32BE(88)]
  const numberAt = (offset: number) => (headerEnd >= offset + 4 ? record.readUInt32BE(offset) : NONE)
  return {
    compression: record.readUInt16BE(0),
    textRecords: record.readUInt16BE(8),
    firstOther: record.readUInt32BE(80),
    codePage: record.readUInt32BE(28),
    locale: headerEnd >= 96 ? record.readUInt32BE(92) & 0xff : 0,
    version: record.readUInt32BE(36),
    title: record.subarray(titleStart, titleStart + titleLength),
    trailingFlags: headerEnd >= 244 ? record.readUInt16BE(242) : 0,
    huffRecord: record.readUInt32BE(112),
    huffCount: record.readUInt32BE(116),
    firstPicture: numberAt(108),
    flowRecord: numberAt(192),
    indexRecord: numberAt(244),
    facts: readExth(record, headerEnd),
  }
}

/** The metadata records after the header, each with its type and length, up to the first truncated one. */
function readExth(record: Buffer, start: number): Map<number, Buffer> {
  const facts = new Map<number, Buffer>()
  if (record.toString('latin1', start, start + 4) !== 'EXTH') return facts
  const count = Math.min(MOST_FACTS, record.readUInt32BE(start + 8))
  let at = start + 12
  for (let index = 0; index < count && at + 8 <= record.length; index++) {
    const [number, length] = [record.readUInt32BE(at), record.readUInt32BE(at + 4)]
    if (length < 8 || at + length > record.length) break
    if (!facts.has(number)) facts.set(number, record.subarray(at + 8, at + length))
    at += length
  }
  return facts
}

/** The beginnings of records that are not text, in bytes: indexes, dictionaries, fonts, pictures and the end of the book. */
const NO_TEXT =
  /^(?:FLIS|FCIS|INDX|FDST|DATP|SRCS|CMET|RESC|FONT|HUFF|CDIC|BOUN|\x89PNG|GIF8|\xff\xd8\xff|\xe9\x8e\r\n)/

interface BookText {
  readonly text: Uint8Array
  /** The range of the text that is missing if the file is cut off: “60–100 %”. */
  readonly missing: readonly string[]
}

/**
 * The decompressed text, as far as the file has it. The number of its records may be wrong, and so may the kinds of entries that follow the
 * text of each.
 */
function unpackText(records: Records, header: BookHeader): BookText {
  let missing: string[] = []
  const unpack = unpackerOf(records, header)
  const last = header.textRecords === 0 ? header.firstOther - 1 : header.textRecords
  const unpackAll = (trailingFlags: number) => {
    const pieces: Uint8Array[] = []
    let length = 0
    for (let index = 1; index <= last; index++) {
      const record = recordAt(records, index)
      if (record === null && index > 1) {
        missing = [`${Math.round(((index - 1) / last) * 100)}–100 %`]
        break
      }
      if (record === null) throw damaged()
      if (NO_TEXT.test(record.toString('latin1', 0, 4))) break
      const piece = unpack(record.subarray(0, record.length - trailingLength(record, trailingFlags)))
      length += piece.length
      if (length > MAX_DOCUMENT_CHARACTERS) throw new UserFacingError('document-inflates')
      pieces.push(piece)
    }
    return Buffer.concat(pieces)
  }
  const whole = unpackAll(header.trailingFlags)
  const text = whole.length === 0 && header.trailingFlags !== 0 ? unpackAll(0) : whole
  if (header.version !== KF8) return { text, missing }
  return { text: text.subarray(0, bookLength(records, header.flowRecord)), missing }
}

/** A record; null if the file ends before it does. */
function recordAt(records: Records, index: number): Buffer | null {
  try {
    return records(index)
  } catch (error) {
    if (error instanceof UserFacingError) return null
    throw error
  }
}

function unpackerOf(records: Records, header: BookHeader): (packed: Uint8Array) => Uint8Array {
  switch (header.compression) {
    case PLAIN:
      return (packed) => packed
    case PALM_DOC:
      return unpackPalmDoc
    case HUFF_CDIC: {
      const dictionaries = Array.from({ length: Math.max(0, header.huffCount - 1) }, (_, index) =>
        records(header.huffRecord + 1 + index),
      )
      return createHuffUnpacker(records(header.huffRecord), dictionaries, MAX_DOCUMENT_CHARACTERS)
    }
    default:
      throw damaged()
  }
}

/**
 * The number of bytes at the end of a record that are not text: index entries, and the rest of a character that the next record repeats.
 */
function trailingLength(record: Buffer, flags: number): number {
  let length = 0
  for (let rest = flags >> 1; rest > 0; rest >>= 1) {
    if ((rest & 1) === 1) length += backwardNumber(record, record.length - length)
  }
  if ((flags & 1) === 1) length += ((record[record.length - length - 1] ?? 0) & 3) + 1
  return Math.min(length, record.length)
}

/** A number encoded backwards from `end`: seven bits per byte, with the high bit set in its first byte. */
function backwardNumber(record: Buffer, end: number): number {
  let value = 0
  for (let bits = 0; bits < 28 && end > 0; bits += 7) {
    const byte = record[--end] ?? 0
    value |= (byte & 0x7f) << bits
    if ((byte & 0x80) !== 0) break
  }
  return value
}

/** The first flow of KF8 is the book; style sheets and drawings follow it. */
function bookLength(records: Records, flowRecord: number): number | undefined {
  if (flowRecord === 0xffff_ffff) return undefined
  const flows = recordAt(records, flowRecord)
  if (flows?.toString('latin1', 0, 4) !== 'FDST') return undefined
  return flows.readUInt32BE(16)
}

/** PalmDOC compression: literal bytes, a space and a letter in one byte, and copies of up to ten earlier bytes. */
export function unpackPalmDoc(packed: Uint8Array): Uint8Array {
  const out: number[] = []
  for (let index = 0; index < packed.length;) {
    const byte = packed[index++] ?? 0
    if (byte >= 0xc0) out.push(0x20, byte ^ 0x80)
    else if (byte >= 0x80) {
      const pair = (byte << 8) | (packed[index++] ?? 0)
      const distance = (pair >> 3) & 0x7ff
      if (distance === 0 || distance > out.length) throw new RangeError('A copy from before the beginning')
      for (let count = (pair & 7) + 3; count > 0; count--) out.push(out[out.length - distance] ?? 0)
    } else if (byte >= 1 && byte <= 8) {
      for (let count = byte; count > 0 && index < packed.length; count--) out.push(packed[index++] ?? 0)
    } else out.push(byte)
  }
  return Uint8Array.from(out)
}
