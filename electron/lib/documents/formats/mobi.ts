/**
 * Kindle and Mobipocket books (.mobi, .azw, .azw3): a Palm database whose first record describes the book and whose next
 * ones hold its HTML, packed. The older form (version 6) and KF8 differ in what surrounds the text, not in how it is read.
 * (wiki.mobileread.com/wiki/MOBI and /wiki/PDB; no shop's protection is opened.)
 */
import { UserFacingError } from '../../../../shared/lib/userFacingError.ts'
import { damaged } from './documentErrors.ts'
import type { DocumentText } from './documentText.ts'
import { writeHtml } from './html.ts'
import { createHuffUnpacker } from './huffCdic.ts'
import { MAX_DOCUMENT_CHARACTERS } from './limits.ts'
import { unpackPalmDoc } from './palmDoc.ts'
import { createPartsWriter } from './partsWriter.ts'

interface BookHeader {
  readonly compression: number
  readonly textRecords: number
  readonly isUtf8: boolean
  readonly version: number
  readonly title: string
  /** Which entries that are not text stand at the end of each record. */
  readonly trailingFlags: number
  readonly huffRecord: number
  readonly huffCount: number
  /** Where KF8 tells which part of its text is the book, and which styles and pictures. */
  readonly flowRecord: number
}

const PLAIN = 1
const PALM_DOC = 2
const HUFF_CDIC = 0x4448
const UTF8 = 65_001
const KF8 = 8
/** The older form has no headings, only paragraphs in large letters. (One large letter alone begins a chapter's text.) */
const LARGE_PARAGRAPH =
  /<p\b[^>]{0,200}>\s{0,20}<font size="?[4-7]"?>((?:(?!<\/?p\b)[^]){2,600}?)<\/font>\s{0,20}<\/p>/gi

/** Throws `document-drm` for a protected book and `document-damaged` for one that cannot be unpacked. */
export function readMobi(bytes: Uint8Array): DocumentText {
  try {
    const records = splitRecords(bytes)
    const header = readHeader(records(0))
    const text = unpackText(records, header)
    const html = new TextDecoder(header.isUtf8 ? 'utf-8' : 'windows-1252').decode(text)
    const writer = createPartsWriter()
    writeHtml(header.version === KF8 ? html : html.replaceAll(LARGE_PARAGRAPH, '<h2>$1</h2>'), writer)
    return { title: header.title === '' ? null : header.title, parts: writer.finish() }
  } catch (error) {
    if (error instanceof UserFacingError) throw error
    throw damaged(error)
  }
}

type Records = (index: number) => Buffer

function splitRecords(bytes: Uint8Array): Records {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const count = file.readUInt16BE(76)
  const offsetOf = (index: number) => (index < count ? file.readUInt32BE(78 + 8 * index) : file.length)
  return (index) => {
    if (index < 0 || index >= count || offsetOf(index + 1) > file.length) throw damaged()
    return file.subarray(offsetOf(index), offsetOf(index + 1))
  }
}

function readHeader(record: Buffer): BookHeader {
  if (record.readUInt16BE(12) !== 0) throw new UserFacingError('document-drm')
  const headerEnd = 16 + record.readUInt32BE(20)
  const isUtf8 = record.readUInt32BE(28) === UTF8
  const [titleStart, titleLength] = [record.readUInt32BE(84), record.readUInt32BE(88)]
  const title = record.subarray(titleStart, titleStart + titleLength)
  return {
    compression: record.readUInt16BE(0),
    textRecords: record.readUInt16BE(8),
    isUtf8,
    version: record.readUInt32BE(36),
    title: new TextDecoder(isUtf8 ? 'utf-8' : 'windows-1252').decode(title).trim(),
    trailingFlags: headerEnd >= 244 ? record.readUInt16BE(242) : 0,
    huffRecord: record.readUInt32BE(112),
    huffCount: record.readUInt32BE(116),
    flowRecord: headerEnd >= 196 ? record.readUInt32BE(192) : 0xffff_ffff,
  }
}

function unpackText(records: Records, header: BookHeader): Uint8Array {
  const unpack = unpackerOf(records, header)
  const pieces: Uint8Array[] = []
  let length = 0
  for (let index = 1; index <= header.textRecords; index++) {
    const record = records(index)
    const piece = unpack(record.subarray(0, record.length - trailingLength(record, header.trailingFlags)))
    length += piece.length
    if (length > MAX_DOCUMENT_CHARACTERS) throw new UserFacingError('document-inflates')
    pieces.push(piece)
  }
  const text = Buffer.concat(pieces)
  return header.version === KF8 ? text.subarray(0, bookLength(records, header.flowRecord)) : text
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

/** Bytes at the end of a record that are not text: index entries, and the rest of a character that the next record has too. */
function trailingLength(record: Buffer, flags: number): number {
  let length = 0
  for (let rest = flags >> 1; rest > 0; rest >>= 1) {
    if ((rest & 1) === 1) length += backwardNumber(record, record.length - length)
  }
  if ((flags & 1) === 1) length += ((record[record.length - length - 1] ?? 0) & 3) + 1
  return Math.min(length, record.length)
}

/** A number written backwards from `end`: seven bits a byte, the first byte marked. */
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
  const flows = records(flowRecord)
  if (flows.toString('latin1', 0, 4) !== 'FDST') return undefined
  return flows.readUInt32BE(16)
}
