import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../../electron/lib/documents/formats/readDocument.ts'
import { readImport } from '../../../../../electron/lib/documents/import/readImport.ts'
import { archive, read, refusalOf } from './samples.ts'

const NOTE = '<a l:href="#n1" type="note">[1]</a>'
const DESCRIPTION = `<description><title-info><genre>sea</genre><author><first-name>Anna</first-name><middle-name>B.</middle-name><last-name>Fox</last-name></author><author><nickname>tern</nickname></author><book-title>Паром</book-title><annotation><p>Of <emphasis>boats</emphasis>.</p><p>And of people.</p></annotation><coverpage><image l:href="#cover.png"/></coverpage><lang>ru</lang><translator><first-name>Not</first-name><last-name>Her</last-name></translator><sequence name="The Coast" number="2"/></title-info><document-info><author><nickname>typist</nickname></author></document-info></description>`
const BODY = `<body><title><p>Анна Фокс</p><p>Паром</p></title><epigraph><p>To the sea.</p><text-author>A. F.</text-author></epigraph>
<section><title><p>Часть первая</p></title>
  <section><title><p>Глава 1.</p><empty-line/><p>Река${NOTE}</p></title><epigraph><p>Low water.</p></epigraph>
    <p>Колокол${NOTE} <strong>звонил</strong> над водой &amp;&nbsp;ветром.</p><empty-line/>
    <poem><title><p>Song</p></title><stanza><v>One line,</v><v>another line.</v></stanza><stanza><v>A third.</v></stanza><text-author>Nobody</text-author></poem>
    <subtitle>* * *</subtitle><cite><p>She said so.</p><text-author>Mira</text-author></cite><image l:href="#i.png" alt="A boat"/>
    <table><tr><th>Day</th><td>High water</td></tr></table></section>
  <section><subtitle>The Lamp</subtitle><p>See <a l:href="#s2">above</a>.</p></section>
</section></body>
<body name="notes"><title><p>Примечания</p></title><section id="n1"><title><p>1</p></title><p>A note.</p><p>It goes on.</p></section><section id="n2"><title><p>2</p></title></section></body>`
const PNG = Buffer.from('\x89PNG\r\n\x1a\nrest', 'latin1')
const BINARIES = `<binary id="i.png" content-type="image/png">AAAA</binary><binary id="cover.png" content-type="image/png">\n${PNG.toString('base64')}\n</binary>`
const book = (body = BODY, encoding = 'utf-8', description = DESCRIPTION) =>
  `<?xml version="1.0" encoding="${encoding}"?>\n<FictionBook xmlns="http://www.gribuser.ru/xml/fictionbook/2.0" xmlns:l="http://www.w3.org/1999/xlink"><stylesheet type="text/css">p {}</stylesheet>${description}${body}${BINARIES}</FictionBook>`

const LINES = [
  'P To the sea.',
  'P A. F.',
  'H Часть первая',
  'H Глава 1. Река',
  'P Low water.',
  'P Колокол звонил над водой & ветром.',
  'P Song',
  'P One line,\nanother line.',
  'P A third.',
  'P Nobody',
  'P * * *',
  'P She said so.',
  'P Mira',
  'R Day, High water',
  'H The Lamp',
  'P See above.',
  'H Примечания',
  'P A note.',
  'P It goes on.',
  'P 2',
]

/** The bytes of a text in an encoding of one byte for each letter. */
function inEncoding(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding)
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Buffer.from(Array.from(text, (letter) => bytes.get(letter) ?? 0x3f))
}

const wide = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

describe('a FictionBook file', () => {
  it.each<[string, string, Uint8Array]>([
    ['in UTF-8', 'x.fb2', Buffer.from(book())],
    ['in UTF-8 though it claims windows-1251', 'x.fb2', Buffer.from(book(BODY, 'windows-1251'))],
    ['in windows-1251', 'x.fb2', inEncoding(book(BODY, 'windows-1251'), 'windows-1251')],
    ['in windows-1251 though it claims UTF-8', 'x.fb2', inEncoding(book(), 'windows-1251')],
    ['in KOI8-R', 'X.FB2', inEncoding(book(BODY, 'koi8-r'), 'koi8-r')],
    ['in UTF-16', 'x.fb2', wide(book(BODY, 'utf-16'))],
    ['packed', 'x.fb2.zip', archive({ 'Ferry.FB2': book() })],
    ['packed in another way', 'x.fbz', archive({ 'a/ferry.fb2': book(), 'a/readme.txt': 'x' })],
    ['packed though its name does not say so', 'x.fb2', archive({ 'ferry.fb2': book() })],
  ])('is read %s', async (_, name, bytes) => {
    const { title, lines } = await read(name, bytes)
    expect(title).toBe('Паром')
    expect(lines).toEqual(['H Анна Фокс: Паром', ...LINES])
  })

  it.each(['harbour.fb2', 'harbour.fb2.zip', 'harbour.fbz'])('is read from %s', async (name) => {
    expect(await read(name)).toEqual({
      title: 'The Harbour Book',
      lines: [
        'H The Harbour',
        'P The old keeper, María, counted nine boats before supper. Nobody had asked her to.',
        'H The tides',
        'R Day, High water',
        'R Monday, six in the morning',
        'P She wrote the rest down in Kraków, years later.',
        'H The Letter',
        'P And that was all.',
        'P Ten, with her own.',
      ],
    })
  })

  it('lists its parts with their places, and keeps the marks and numbers of its notes', async () => {
    const { parts } = await readDocument({
      name: 'x.fb2',
      bytes: Buffer.from(book()),
      password: null,
      leavesOut: [],
    })
    expect(parts.filter(({ place }) => place === 'frontMatter').map(({ text }) => text)).toEqual([
      'Анна Фокс: Паром',
      'To the sea.',
      'A. F.',
    ])
    expect(parts.filter(({ place }) => place === 'footnote').map(({ text }) => text)).toEqual([
      'Примечания',
      'A note.',
      'It goes on.',
      '2',
    ])
    expect(parts.filter(({ place }) => place === 'picture').map(({ text }) => text)).toEqual(['A boat'])
    expect(
      parts.flatMap(({ text, omitted = [] }) =>
        omitted.map((each) => [text.slice(0, each.at), each.piece, each.text]),
      ),
    ).toEqual([
      ['', 'footnote', '[1]'],
      ['Колокол', 'footnote', '[1]'],
      ['', 'footnote', '1'],
    ])
  })

  it('provides its authors, language, series, description and cover', async () => {
    expect(await readDocument({ name: 'x.fb2', bytes: Buffer.from(book()), password: null })).toMatchObject({
      author: 'Anna B. Fox, tern',
      language: 'ru',
      series: { name: 'The Coast', number: '2' },
      description: 'Of boats.\n\nAnd of people.',
      cover: { bytes: PNG, mediaType: 'image/png' },
    })
  })

  it('becomes chapters, and is named after its file if it has no title', async () => {
    const bytes = Buffer.from(
      book(
        '<body><section><title><p>One</p></title><p>A bell rang.</p></section><section><title><p>Two</p></title><p>Nobody moved.</p></section></body>',
        'utf-8',
        '',
      ),
    )
    const { source } = await readImport({
      file: { name: 'The Ferry.fb2.zip', bytes: archive({ 'a.fb2': bytes }) },
    })
    expect(source.title).toBe('The Ferry')
    expect(source.sections.map(({ title }) => title)).toEqual(['One', 'Two'])
  })

  it.each([
    [
      'tags that nobody closed',
      '<body><section><title><p>One</title><p>A <b>bell rang.<p>Nobody moved.</section>',
      ['H One', 'P A bell rang.', 'P Nobody moved.'],
    ],
    [
      'an unescaped ampersand and less-than sign',
      '<body><section><p>Tom & Mira, 3 < 4.</p></section></body>',
      ['P Tom & Mira, 3 < 4.'],
    ],
    ['paragraphs outside of a section', '<body><p>A bell rang.</p></body>', ['P A bell rang.']],
    [
      'words between its paragraphs',
      '<body><section>A bell <p>rang.</p> Nobody moved.</section></body>',
      ['P A bell', 'P rang.', 'P Nobody moved.'],
    ],
    [
      'subtitles within a poem and a quotation',
      '<body><section><title><p>One</p></title><poem><stanza><subtitle>Dawn</subtitle><v>A bell rang.</v></stanza></poem><cite><subtitle>A letter</subtitle><p>Nobody moved.</p></cite><subtitle>Later</subtitle></section></body>',
      ['H One', 'P Dawn', 'P A bell rang.', 'P A letter', 'P Nobody moved.', 'H Later'],
    ],
    ['its end cut off', '<body><section><p>A bell rang.</p><p>Nobody', ['P A bell rang.', 'P Nobody']],
  ])('is read with %s', async (_, body, lines) => {
    const whole = book(body, 'utf-8', '')
    const cut = body.includes('</body>') ? whole : whole.slice(0, whole.indexOf('<binary'))
    expect((await read('x.fb2', Buffer.from(cut))).lines).toEqual(lines)
  })

  it('is refused without a body, with elements nested too deeply, or under the extension of another format', async () => {
    expect(await refusalOf('x.fb2', Buffer.from(book('')))).toBe('document-damaged')
    expect(await refusalOf('x.fb2', Buffer.from(book('<body>' + '<section>'.repeat(20_000))))).toBe(
      'document-too-complex',
    )
    expect(await refusalOf('x.epub', Buffer.from(book()))).toBe('document-mislabelled')
    expect(await refusalOf('x.fb2', Buffer.from('Just words.'))).toBe('document-mislabelled')
    expect(await refusalOf('x.fb2.zip', archive({ 'a.fb2': book(), 'b.fb2': book() }))).toBe(
      'document-mislabelled',
    )
  })
})

it.each(['x.htm', 'x.xhtml'])('a page with the extension of %s is read as HTML', async (name) => {
  const page =
    '<!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><h1>One</h1><p>A bell rang.</p></body></html>'
  expect((await read(name, Buffer.from(page))).lines).toEqual(['H One', 'P A bell rang.'])
  expect((await read(name, Buffer.from('<p>A bell rang.</p>'))).lines).toEqual(['P A bell rang.'])
})
