import { describe, expect, it } from 'vitest'
import { unpackPalmDoc } from '../../../../../electron/lib/documents/formats/palmDoc.ts'
import { read, refusalOf } from './samples.ts'

/** A book by hand: a Palm database of a header, its text and further records. */
function book(options: {
  readonly compression: number
  readonly text: readonly Uint8Array[]
  readonly more?: readonly Uint8Array[]
  readonly encoding?: number
  readonly trailingFlags?: number
}): Buffer {
  const { compression, text, more = [], encoding = 65_001, trailingFlags = 0 } = options
  const header = Buffer.alloc(16 + 232)
  header.writeUInt16BE(compression, 0)
  header.writeUInt16BE(text.length, 8)
  header.write('MOBI', 16)
  header.writeUInt32BE(232, 20)
  header.writeUInt32BE(encoding, 28)
  header.writeUInt32BE(6, 36)
  header.writeUInt32BE(text.length + 1, 112)
  header.writeUInt32BE(more.length, 116)
  header.writeUInt16BE(trailingFlags, 242)
  const records = [header, ...text, ...more]
  const start = Buffer.alloc(78 + 8 * records.length)
  start.write('BOOKMOBI', 60)
  start.writeUInt16BE(records.length, 76)
  let offset = start.length
  for (const [index, record] of records.entries()) {
    start.writeUInt32BE(offset, 78 + 8 * index)
    offset += record.length
  }
  return Buffer.concat([start, ...records])
}

/** Codes of eight bits: 255 for the first phrase, 254 for the second… A phrase in bytes is packed itself. */
function huffCdic(phrases: readonly (string | Uint8Array)[]): Buffer[] {
  const huff = Buffer.alloc(24 + 1024 + 256)
  huff.write('HUFF')
  huff.writeUInt32BE(24, 8)
  huff.writeUInt32BE(24 + 1024, 12)
  for (let byte = 0; byte < 256; byte++) huff.writeUInt32BE(255 * 256 + 0x88, 24 + 4 * byte)
  const bodies = phrases.map((phrase) => {
    const bytes = Buffer.from(phrase)
    const head = Buffer.alloc(2)
    head.writeUInt16BE(bytes.length | (typeof phrase === 'string' ? 0x8000 : 0))
    return Buffer.concat([head, bytes])
  })
  const top = Buffer.alloc(16 + 2 * phrases.length)
  top.write('CDIC')
  top.writeUInt32BE(phrases.length, 8)
  top.writeUInt32BE(8, 12)
  let offset = 2 * phrases.length
  for (const [index, body] of bodies.entries()) {
    top.writeUInt16BE(offset, 16 + 2 * index)
    offset += body.length
  }
  return [huff, Buffer.concat([top, ...bodies])]
}

describe('a Mobipocket book', () => {
  it('is read unpacked, in its encoding, and without what follows the text in each record', async () => {
    // Each record ends in an entry that says, backwards, how long it is.
    const text = ['<p>Caf\xe9 atAB\x83', ' sea</p>\x81'].map((record) => Buffer.from(record, 'latin1'))
    const bytes = book({ compression: 1, text, encoding: 1252, trailingFlags: 2 })
    expect((await read('x.mobi', bytes)).lines).toEqual(['P Café at sea'])
  })

  it('is read from phrases of a dictionary, also where they are made of others', async () => {
    const phrases = ['<p>', 'the ', Uint8Array.of(254, 252), 'tide', '</p>']
    const bytes = book({
      compression: 0x4448,
      text: [Uint8Array.of(255, 253, 251), Uint8Array.of(255, 254, 252, 251)],
      more: huffCdic(phrases),
    })
    expect((await read('x.mobi', bytes)).lines).toEqual(['P the tide', 'P the tide'])
  })

  it('is refused where its phrases hold themselves, grow without end, or are not there', async () => {
    const itself = huffCdic([Uint8Array.of(255)])
    expect(
      await refusalOf('x.mobi', book({ compression: 0x4448, text: [Uint8Array.of(255)], more: itself })),
    ).toBe('document-damaged')
    // Each phrase is the next one twenty times over.
    const doubling = Array.from({ length: 20 }, (_, index) => new Uint8Array(20).fill(254 - index))
    const grown = huffCdic([...doubling, 'a'])
    expect(
      await refusalOf('x.mobi', book({ compression: 0x4448, text: [Uint8Array.of(255)], more: grown })),
    ).toBe('document-damaged')
    const missing = book({ compression: 0x4448, text: [Uint8Array.of(3)], more: huffCdic(['a']) })
    expect(await refusalOf('x.mobi', missing)).toBe('document-damaged')
    expect(await refusalOf('x.mobi', book({ compression: 7, text: [Uint8Array.of(3)] }))).toBe(
      'document-damaged',
    )
  })
})

describe('PalmDOC', () => {
  it('unpacks plain bytes, runs, spaces and copies that overlap themselves', () => {
    const packed = Uint8Array.of(0x61, 0x02, 0xc3, 0xa9, 0xe2, 0x80 | 0, (1 << 3) | 2)
    expect(Buffer.from(unpackPalmDoc(packed)).toString()).toBe('aé bbbbbb')
  })

  it('refuses a copy from before the beginning', () => {
    expect(() => unpackPalmDoc(Uint8Array.of(0x61, 0x80, 5 << 3))).toThrow(RangeError)
  })
})
