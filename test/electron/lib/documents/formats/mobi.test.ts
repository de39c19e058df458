import { describe, expect, it } from 'vitest'
import { unpackPalmDoc } from '../../../../../electron/lib/documents/formats/mobi.ts'
import { readDocument } from '../../../../../electron/lib/documents/formats/readDocument.ts'
import { read, refusalOf, sample } from './samples.ts'

/** A book by hand: a Palm database of a header, its text and further records. */
function book(options: {
  readonly compression: number
  readonly text: readonly Uint8Array[]
  readonly more?: readonly Uint8Array[]
  readonly encoding?: number
  readonly trailingFlags?: number
  readonly locale?: number
  readonly title?: Uint8Array
  /** The number of the record with which the index of its chapters begins. */
  readonly indexRecord?: number
  /** The metadata of the book: number and bytes. */
  readonly facts?: readonly (readonly [number, Uint8Array | string])[]
}): Buffer {
  const {
    compression,
    text,
    more = [],
    encoding = 65_001,
    trailingFlags = 0,
    locale = 9,
    facts = [],
  } = options
  const { title = Buffer.alloc(0), indexRecord = 0xffff_ffff } = options
  const exth = facts.flatMap(([number, value]) => {
    const bytes = Buffer.from(value)
    const head = Buffer.alloc(8)
    head.writeUInt32BE(number)
    head.writeUInt32BE(8 + bytes.length, 4)
    return [head, bytes]
  })
  const exthHead = Buffer.from('EXTH\0\0\0\0\0\0\0\0', 'latin1')
  exthHead.writeUInt32BE(facts.length, 8)
  const header = Buffer.concat([Buffer.alloc(16 + 232), exthHead, ...exth, title])
  header.writeUInt32BE(header.length - title.length, 84)
  header.writeUInt32BE(title.length, 88)
  header.writeUInt32BE(locale, 92)
  header.writeUInt32BE(text.length + 1, 108)
  header.writeUInt32BE(0xffff_ffff, 192)
  header.writeUInt16BE(compression, 0)
  header.writeUInt16BE(text.length, 8)
  header.write('MOBI', 16)
  header.writeUInt32BE(232, 20)
  header.writeUInt32BE(encoding, 28)
  header.writeUInt32BE(6, 36)
  header.writeUInt32BE(text.length + 1, 112)
  header.writeUInt32BE(more.length, 116)
  header.writeUInt16BE(trailingFlags, 242)
  header.writeUInt32BE(indexRecord, 244)
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
  it('is decompressed and read in its encoding, without the trailing entries of each record', async () => {
    // Each record ends in an entry that states its own length, backwards.
    const text = ['<p>Caf\xe9 atAB\x83', ' sea</p>\x81'].map((record) => Buffer.from(record, 'latin1'))
    const bytes = book({ compression: 1, text, encoding: 1252, trailingFlags: 2 })
    expect((await read('x.mobi', bytes)).lines).toEqual(['P Café at sea'])
  })

  it.each([
    ['too many records', (header: Buffer) => header.writeUInt16BE(9, 8)],
    [
      'no records',
      (header: Buffer) => {
        header.writeUInt16BE(0, 8)
        header.writeUInt32BE(3, 80)
      },
    ],
    ['a header of no length', (header: Buffer) => header.writeUInt32BE(0, 20)],
    ['a header beyond the file', (header: Buffer) => header.writeUInt32BE(0x7fff_ffff, 20)],
    ['trailing entries that are not there', (header: Buffer) => header.writeUInt16BE(2, 242)],
  ])('is read to the end of its text though it states %s', async (_, falsify) => {
    const text = ['<p>The tide', ' was out.</p>'].map((record) => Buffer.from(record))
    const bytes = book({
      compression: 1,
      text,
      more: [Buffer.from('FLIS'), Buffer.from('\xe9\x8e\r\n', 'latin1')],
    })
    falsify(bytes.subarray(bytes.readUInt32BE(78)))
    expect((await read('x.mobi', bytes)).lines).toEqual(['P The tide was out.'])
  })

  it('is read with a dictionary of phrases, including nested ones', async () => {
    const phrases = ['<p>', 'the ', Uint8Array.of(254, 252), 'tide', '</p>']
    const bytes = book({
      compression: 0x4448,
      text: [Uint8Array.of(255, 253, 251), Uint8Array.of(255, 254, 252, 251)],
      more: huffCdic(phrases),
    })
    expect((await read('x.mobi', bytes)).lines).toEqual(['P the tide', 'P the tide'])
  })

  it('is refused if its phrases are recursive, grow without end, or are missing', async () => {
    const itself = huffCdic([Uint8Array.of(255)])
    expect(
      await refusalOf('x.mobi', book({ compression: 0x4448, text: [Uint8Array.of(255)], more: itself })),
    ).toBe('document-damaged')
    // Each phrase is the next one repeated twenty times.
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

/** Cyrillic letters in the single-byte encoding of Windows, and Central European ones. */
function inCodePage(text: string, codePage: 1250 | 1251 | 1252): Buffer {
  const decoder = new TextDecoder(`windows-${codePage}`)
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Buffer.from(Array.from(text, (letter) => bytes.get(letter) ?? 0x3f))
}

describe('the encoding of a Mobipocket book', () => {
  const russian = 'Колокол звонил над водой, и никто не двигался. Потом взошла луна.'
  const polish = 'Łódź płynęła powoli, a dziewczyna śpiewała o żółtej gwieździe.'
  const french = 'Le garçon était déjà là, près de la fenêtre.'
  const utf8 = (text: string) => Buffer.from(text)
  it.each([
    ['its code page', 1251, 9, inCodePage(russian, 1251), russian],
    ['UTF-8 though the header states Western', 1252, 9, utf8(russian), russian],
    ['UTF-8 though the header states Cyrillic', 1251, 25, utf8(russian), russian],
    ['Western though the header states UTF-8', 65_001, 12, inCodePage(french, 1252), french],
    ['Cyrillic though the header states UTF-8', 65_001, 9, inCodePage(russian, 1251), russian],
    ['Cyrillic though the header states Western', 1252, 9, inCodePage(russian, 1251), russian],
    ['that of its language though the header states Western', 1252, 0x15, inCodePage(polish, 1250), polish],
    ['Western as the header states', 1252, 9, inCodePage(french, 1252), french],
    [
      'UTF-8 with an invalid byte',
      65_001,
      9,
      Buffer.concat([utf8(russian.repeat(3)), Buffer.of(0xd0)]),
      russian.repeat(3) + '\ufffd',
    ],
  ])('is detected in text, title and author: %s', async (_, encoding, locale, text, words) => {
    const bytes = book({
      compression: 1,
      text: [Buffer.concat([Buffer.from('<p>'), text, Buffer.from('</p>')])],
      title: text,
      facts: [[100, text]],
      ...{ encoding, locale },
    })
    const read = await readDocument({ name: 'x.mobi', bytes, password: null })
    expect(read).toMatchObject({ title: words, author: words, parts: [{ text: words }] })
  })

  it('is detected for the title separately from the text', async () => {
    const bytes = book({
      compression: 1,
      text: [utf8('<p>Паром</p>')],
      title: inCodePage('Паром', 1251),
      locale: 25,
    })
    expect(await read('x.mobi', bytes)).toEqual({ title: 'Паром', lines: ['P Паром'] })
  })

  it('is handled if a record ends within a character', async () => {
    const whole = utf8('<p>Паром</p>')
    expect(whole.subarray(3, 5)).toEqual(Buffer.of(0xd0, 0x9f))
    // After each record come the remaining bytes of its last letter, which the next record repeats, and their number.
    const text = [
      Buffer.concat([whole.subarray(0, 4), Buffer.of(0x9f, 1)]),
      Buffer.concat([whole.subarray(4), Buffer.of(0)]),
    ]
    expect((await read('x.mobi', book({ compression: 1, text, trailingFlags: 1 }))).lines).toEqual([
      'P Паром',
    ])
  })
})

describe('the metadata of a Mobipocket book', () => {
  it('consists of title, author, language, description and cover', async () => {
    const png = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1')
    const bytes = book({
      compression: 1,
      text: [Buffer.from('<p>Words.</p>')],
      more: [Buffer.from('GIF8'), png],
      title: Buffer.from('ferry.prc'),
      facts: [
        [503, 'The Ferry'],
        [100, 'A. Fox'],
        [524, 'en-GB'],
        [103, '<p>Of <b>boats</b>.</p>'],
        [201, Uint8Array.of(0, 0, 0, 1)],
      ],
    })
    expect(await readDocument({ name: 'x.mobi', bytes, password: null })).toMatchObject({
      title: 'The Ferry',
      author: 'A. Fox',
      language: 'en-GB',
      description: 'Of boats.',
      cover: { bytes: png, mediaType: 'image/png' },
    })
  })

  it('is empty if it is cut off', async () => {
    const bytes = book({
      compression: 1,
      text: [Buffer.from('<p>Words.</p>')],
      facts: [
        [503, 'The Ferry'],
        [201, Uint8Array.of(0, 0, 0, 9)],
      ],
    })
    const broken = Buffer.from(bytes)
    broken.writeUInt32BE(0xffff, broken.indexOf('EXTH') + 12 + 4)
    for (const each of [bytes, broken])
      expect(await readDocument({ name: 'x.mobi', bytes: each, password: null })).toMatchObject({
        author: null,
        cover: null,
      })
  })
})

describe('the table of contents of a Mobipocket book', () => {
  const place = (number: number) => String(number).padStart(10, '0')
  /** A book whose links lead to the beginnings of its chapters. */
  function withContents(chapters: readonly string[], titles: readonly string[], isFirst: boolean): Buffer {
    const head = (toc: number) =>
      `<html><head><guide><reference type="toc" title="Contents" filepos=${place(toc)} /></guide></head><body>`
    const links = (places: readonly number[]) =>
      `<p>Contents</p>${titles.map((title, index) => `<p><a filepos=${place(places[index] ?? 0)}>${title}</a></p>`).join('')}<mbp:pagebreak/>`
    const length = (text: string) => Buffer.byteLength(text)
    const start = length(head(0)) + (isFirst ? length(links([])) : 0)
    const places = chapters.map((_, index) => start + length(chapters.slice(0, index).join('')))
    const end = start + length(chapters.join(''))
    return book({
      compression: 1,
      text: [
        Buffer.from(
          head(isFirst ? length(head(0)) : end) +
            (isFirst ? links(places) : '') +
            chapters.join('') +
            (isFirst ? '' : links(places)),
        ),
      ],
    })
  }
  const chapters = [
    '<p>Low Water</p><p>The tide was out – far out.</p><mbp:pagebreak/>',
    '<p>2</p><p>The Lamp</p><p>Somebody had lit it.</p><mbp:pagebreak/>',
    '<p>It lay under the stone.</p>',
  ]
  const titles = ['Low Water', '2. The Lamp', 'The <i>Key</i>']

  it.each([
    ['before', true],
    ['after', false],
  ])('names its chapters if it comes %s the text', async (_, isFirst) => {
    const bytes = withContents(chapters, titles, isFirst)
    const { lines } = await read('x.mobi', bytes)
    expect(lines).toEqual([
      'H Low Water',
      'P The tide was out – far out.',
      'H 2: The Lamp',
      'P Somebody had lit it.',
      'H The Key',
      'P It lay under the stone.',
    ])
    const { parts } = await readDocument({ name: 'x.mobi', bytes, password: null, leavesOut: [] })
    expect(parts.filter((part) => part.place === 'contents').map(({ text }) => text)).toEqual([
      'Contents',
      'Low Water',
      '2. The Lamp',
      'The Key',
    ])
  })

  /** The index of chapters by their positions in the text: a header, the entries, and the titles. */
  function indexOf(entries: readonly { readonly place: number; readonly title: string }[]): Buffer[] {
    const tags = [...[1, 1, 1, 0], ...[2, 1, 2, 0], ...[3, 1, 4, 0], ...[4, 1, 8, 0], ...[0, 0, 0, 1]]
    const table = Buffer.concat([Buffer.from('TAGX'), word(12 + tags.length), word(1), Buffer.from(tags)])
    const head = Buffer.alloc(192)
    head.write('INDX')
    head.writeUInt32BE(head.length, 4)
    head.writeUInt32BE(1, 24)
    const titles = entries.map(({ title }) =>
      Buffer.concat([number(Buffer.byteLength(title)), Buffer.from(title)]),
    )
    const places = titles.map((_, index) => Buffer.concat(titles.slice(0, index)).length)
    const rows = entries.map(({ place: position }, index) =>
      Buffer.concat([
        Buffer.from([3, 0x30, 0x30, 0x30 + index, 0x0f]),
        ...[position, 9, places[index] ?? 0, 0].map(number),
      ]),
    )
    const start = Buffer.alloc(192)
    start.write('INDX')
    start.writeUInt32BE(start.length + Buffer.concat(rows).length, 20)
    start.writeUInt32BE(rows.length, 24)
    const offsets = rows.map((_, index) => start.length + Buffer.concat(rows.slice(0, index)).length)
    const ends = Buffer.concat(offsets.map((offset) => word(offset).subarray(2)))
    return [
      Buffer.concat([head, table]),
      Buffer.concat([start, ...rows, Buffer.from('IDXT'), ends]),
      Buffer.concat(titles),
    ]
  }
  const word = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(value)
    return bytes
  }
  /** Seven bits a byte, the last byte marked. */
  const number = (value: number) => Buffer.from([...(value < 128 ? [] : [value >> 7]), (value & 0x7f) | 0x80])

  it('is its index if no page has it, and is ignored if the index is damaged', async () => {
    const text = Buffer.from(`<html><body>${chapters.join('')}</body></html>`)
    const entries = titles.map((title, index) => ({ place: text.indexOf(chapters[index] ?? ''), title }))
    const made = (index: readonly Buffer[]) =>
      book({ compression: 1, text: [text], more: index, indexRecord: 2 })
    const { lines } = await read('x.mobi', made(indexOf(entries)))
    expect(lines.filter((line) => line.startsWith('H'))).toEqual([
      'H Low Water',
      'H 2: The Lamp',
      'H The Key',
    ])
    const damaged = indexOf(entries).map((record, at) => (at === 1 ? record.subarray(0, 210) : record))
    const words = (await read('x.mobi', made(damaged))).lines
    expect(words.filter((line) => line.startsWith('H'))).toEqual([])
    expect(words).toContain('P Somebody had lit it.')
  })

  it('keeps the headings that the book already has', async () => {
    const bytes = withContents(
      ['<h1>One</h1><p>Words.</p>', '<h1>Two</h1><p>More.</p>'],
      ['Chapter one', 'Chapter two'],
      true,
    )
    expect((await read('x.mobi', bytes)).lines).toEqual(['H One', 'P Words.', 'H Two', 'P More.'])
  })
})

it('a book in both formats is read from the newer one, or from the older if the newer is damaged', async () => {
  const bytes = Buffer.from(sample('harbour.azw'))
  const { lines } = await read('x.azw', bytes)
  const start = bytes.indexOf('BOUNDARY')
  expect(start).toBeGreaterThan(0)
  const broken = Buffer.from(bytes)
  broken.fill(0x80, start + 8 + 16, start + 8 + 40)
  expect((await read('x.azw', broken)).lines).toEqual(lines)
})

it('a book that is cut off is read up to the cut, which is told; without any text it is refused', async () => {
  const text = [
    '<h1>One</h1><p>The rain fell.</p>',
    '<p>It stopped.</p>',
    '<p>It was late.</p>',
    '<p>End.</p>',
  ]
  const bytes = book({ compression: 1, text: text.map((words) => Buffer.from(words)) })
  const cut = bytes.subarray(0, bytes.indexOf('was late'))
  const { parts, missing } = await readDocument({ name: 'x.mobi', bytes: cut, password: null })
  expect(parts.map(({ text: words }) => words)).toEqual(['One', 'The rain fell.', 'It stopped.'])
  expect(missing).toEqual(['50–100 %'])
  expect(await refusalOf('x.mobi', bytes.subarray(0, bytes.indexOf('The rain')))).toBe('document-damaged')
})

describe('PalmDOC', () => {
  /** A book in the format before Mobipocket: the text has no markup, and the database has the title. */
  function palmBook(text: string, lock = 0): Buffer {
    const header = Buffer.alloc(16)
    header.writeUInt16BE(1)
    header.writeUInt16BE(1, 8)
    header.writeUInt16BE(lock, 12)
    const words = Buffer.from(text, 'latin1')
    const start = Buffer.alloc(78 + 16)
    start.write('The_Ferry')
    start.write('TEXtREAd', 60)
    start.writeUInt16BE(2, 76)
    start.writeUInt32BE(start.length, 78)
    start.writeUInt32BE(start.length + header.length, 86)
    return Buffer.concat([start, header, words])
  }

  it('is read as lines with the title of its database, or as HTML', async () => {
    const bytes = palmBook('Chapter 1\n\nThe tide was out \x96 a < b.\r\nNobody came.')
    const read = await readDocument({ name: 'x.mobi', bytes, password: null })
    expect(read.title).toBe('The Ferry')
    expect(read.parts.map(({ text }) => text)).toEqual([
      ...['Chapter 1', 'The tide was out – a < b.', 'Nobody came.'],
    ])
    const marked = palmBook('<p>The tide was out.</p><p>Nobody came.</p>')
    const { parts } = await readDocument({ name: 'x.mobi', bytes: marked, password: null })
    expect(parts.map(({ text }) => text)).toEqual(['The tide was out.', 'Nobody came.'])
    expect(await refusalOf('x.mobi', palmBook('x', 1))).toBe('document-drm')
  })

  it('unpacks plain bytes, runs, spaces and copies that overlap themselves', () => {
    const packed = Uint8Array.of(0x61, 0x02, 0xc3, 0xa9, 0xe2, 0x80 | 0, (1 << 3) | 2)
    expect(Buffer.from(unpackPalmDoc(packed)).toString()).toBe('aé bbbbbb')
  })

  it('refuses a copy from before the beginning', () => {
    expect(() => unpackPalmDoc(Uint8Array.of(0x61, 0x80, 5 << 3))).toThrow(RangeError)
  })
})
