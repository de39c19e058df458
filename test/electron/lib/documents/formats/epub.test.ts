/** Faulty books as they occur in practice: parts are missing, misnamed or malformed, and the rest is read. */
import { crc32, deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../../electron/lib/documents/formats/readDocument.ts'
import { readText } from '../storyText.ts'
import { allOf, book, bookFiles, missingIn, storyOf, xhtml } from './books.ts'
import { archive, refusalOf } from './samples.ts'

const ONE = '<h1>One</h1><p>A bell rang.</p>'
const TWO = '<h1>Two</h1><p>The gull came back.</p>'
const STORY = ['# One', 'A bell rang.', '# Two', 'The gull came back.']
const PAGES = { 'a.xhtml': ONE, 'b.xhtml': TWO }

describe('a page of a book', () => {
  it.each([
    ['no declaration and no namespace', `<html><head><title/><script/></head><body>${ONE}</body></html>`],
    [
      'style and link that close themselves',
      `<html><head><style/><link href="x"/></head><body>${ONE}</body></html>`,
    ],
    ['a sign that is not escaped', xhtml(ONE.replace('bell', 'bell').replace('<p>', '<p title="Q & A">'))],
    ['paragraphs and breaks that nobody closed', '<html><body><h1>One</h1><p>A bell <br>rang.</body>'],
    ['line breaks with end tags', '<html><body><h1>One</h1><p>A bell rang.<br></br></p></body></html>'],
    ['a heading that nobody closed', '<html><body><h1>One<p>A bell rang.</body></html>'],
    ['a heading that is closed as another', '<html><body><h1>One</h2><p>A bell rang.</p></body></html>'],
    ['a comment that nobody closed', `<html><body><!-- ${ONE}</body></html>`],
    ['a title that nobody closed', `<html><head><title>One<link href="x"/></head><body>${ONE}</body></html>`],
    [
      'names with a prefix',
      `<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:head><h:title/></h:head><h:body>${ONE.replaceAll('<', '<h:').replaceAll('<h:/', '</h:')}</h:body></h:html>`,
    ],
    [
      'entities of its own',
      `<!DOCTYPE html [<!ENTITY b "bell"><!ENTITY w "A &b;">]>\n<html><body><h1>One</h1><p>&w; rang.</p></body></html>`,
    ],
    ['entities of HTML', '<html><body><h1>One</h1><p>A&nbsp;bell rang.</p></body></html>'],
  ])('is read as XHTML even if it is not well-formed: %s', async (_, page) => {
    expect(
      (await storyOf(book({ 'a.xhtml': page, 'b.xhtml': TWO }))).map((line) =>
        line.replaceAll(/[\u00a0\n]/g, ' '),
      ),
    ).toEqual(STORY)
  })

  it('may contain a self-closing element of any name within its text', async () => {
    const names =
      'a abbr article aside audio b bdi blockquote button canvas cite code del details div dl em embed fieldset figure footer form header i iframe ins kbd label li main map mark math menu meter nav noscript object ol option output p pre progress q ruby s samp section select small span strong style sub summary sup svg table tbody td template textarea th time title tr u ul var video xmp plaintext'
    for (const name of names.split(' ')) {
      const page = `<h1>One</h1><${name}/><p>A <${name} id="x"/>bell rang.</p>`
      const heard = (await storyOf(book({ 'a.xhtml': page, 'b.xhtml': TWO })))
        .join(' ')
        .replaceAll(/\s+/g, ' ')
      expect(`${name}: ${heard}`).toBe(`${name}: ${STORY.join(' ')}`)
    }
  })

  it('leaves entities that grow without end unexpanded', async () => {
    const laughs = Array.from({ length: 30 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
      '',
    )
    const page = `<!DOCTYPE html [<!ENTITY l0 "ha">${laughs}]><html><body><p>Words. &l30;</p></body></html>`
    const [line = ''] = await storyOf(book({ 'a.xhtml': page }))
    expect(line.slice(0, 6)).toBe('Words.')
    expect(line.length).toBeLessThan(3_000_000)
  })
})

describe('the encoding of a page is detected from its bytes', () => {
  const text = (label: string) =>
    `<?xml version="1.0" encoding="${label}"?><html><head><meta charset="${label}"/></head><body><p>Über “die” Brücke, sagte er, führt kein Weg.</p></body></html>`
  const western = (label: string) =>
    Buffer.from(text(label).replaceAll('“', '\x93').replaceAll('”', '\x94'), 'latin1')
  const wide = (label: string) => Buffer.from(text(label), 'utf16le')
  it.each([
    ['claims UTF-8 and is windows-1252', western('utf-8')],
    ['claims windows-1252 and is UTF-8', Buffer.from(text('windows-1252'))],
    ['claims ISO-8859-1 and is UTF-8', Buffer.from(text('iso-8859-1'))],
    ['claims UTF-16 and is UTF-8', Buffer.from(text('utf-16'))],
    ['claims UTF-8 and is UTF-16', Buffer.concat([Buffer.from([0xff, 0xfe]), wide('utf-8')])],
    ['claims UTF-8 and is UTF-16 without a byte order mark', wide('utf-8')],
    ['claims an unknown encoding and is UTF-8', Buffer.from(text('utf8mb4'))],
    ['has zeros in it', Buffer.from(text('utf-8').replace('die', 'd\0ie'))],
  ])('if it %s', async (_, page) => {
    expect(await storyOf(book({ 'a.xhtml': page }))).toEqual(['Über “die” Brücke, sagte er, führt kein Weg.'])
  })

  it('even if a few words were pasted in another encoding', async () => {
    const page = Buffer.concat([
      Buffer.from(`<html><body><p>${'Übers Meer führt kein Weg. '.repeat(20)}</p><p>It`),
      Buffer.from([0x92]),
      Buffer.from('s late.</p></body></html>'),
    ])
    expect((await storyOf(book({ 'a.xhtml': page }))).at(-1)).toBe('It’s late.')
  })
})

describe('a fault in one file of a book', () => {
  const missing = (manifest: string, spine: string, more: Readonly<Record<string, string>> = {}) =>
    book(
      {},
      {
        manifest,
        spine,
        files: {
          ...Object.fromEntries(Object.entries(PAGES).map(([name, page]) => [`in/${name}`, xhtml(page)])),
          ...more,
        },
      },
    )
  const item = (id: string, href: string, type = 'application/xhtml+xml') =>
    `<item id="${id}" href="${href}" media-type="${type}"/>`
  const spine = '<itemref idref="a"/><itemref idref="b"/>'

  it.each([
    ['capitals', 'A.XHTML', 'B.Xhtml'],
    ['escaped letters', '%61.xhtml', 'b%2Exhtml'],
    ['a broken escape', 'a.xhtml?%zz', 'b.xhtml'],
    ['the folder of the archive', '/in/a.xhtml', '/b.xhtml'],
    ['backslashes', '..\\in\\a.xhtml', '.\\b.xhtml'],
    ['more folders up than there are', '../../in/a.xhtml', '../in/../in/b.xhtml'],
    ['another folder', 'text/a.xhtml', 'b.xhtml#top'],
  ])('does no harm in a path with %s', async (_, a, b) => {
    const bytes = missing(item('a', a) + item('b', b), spine)
    expect(await storyOf(bytes)).toEqual(STORY)
    expect(await missingIn(bytes)).toEqual([])
  })

  it.each([['text/html'], ['application/xml'], ['text/x-oeb1-document'], [''], ['application/octet-stream']])(
    'does no harm in a media type: “%s”',
    async (type) => {
      expect(await storyOf(missing(item('a', 'a.xhtml', type) + item('b', 'b.xhtml'), spine))).toEqual(STORY)
    },
  )

  it('is reported for an entry without a file, and for a missing file', async () => {
    const bytes = missing(
      item('a', 'a.xhtml') + item('c', 'gone.xhtml') + item('b', 'b.xhtml'),
      `<itemref idref="cover"/><itemref idref="c"/>${spine}`,
    )
    expect(await storyOf(bytes)).toEqual(STORY)
    expect(await missingIn(bytes)).toEqual(['cover', 'gone.xhtml'])
  })

  it('is not reported for a picture in the spine, or for an unknown type whose fallback is read', async () => {
    const manifest = `${item('p', 'p.jpg', 'image/jpeg')}<item id="x" href="x.bin" media-type="application/x-demo" fallback="a"/>${item('a', 'a.xhtml')}${item('b', 'b.xhtml')}`
    const bytes = missing(manifest, '<itemref idref="p"/><itemref idref="x"/><itemref idref="b"/>')
    expect(await storyOf(bytes)).toEqual(STORY)
    expect(await missingIn(bytes)).toEqual([])
  })

  it('is not reported for other XML whose fallback is read; the fallback of a page is listed as hidden', async () => {
    const manifest = `<item id="x" href="x.xml" media-type="application/xml" fallback="a"/>${item('a', 'a.xhtml')}<item id="b" href="b.xhtml" media-type="application/xhtml+xml" fallback="c"/>${item('c', 'c.xhtml')}`
    const bytes = missing(manifest, '<itemref idref="x"/><itemref idref="b"/>', {
      'in/x.xml': '<tale>Other words.</tale>',
      'in/c.xhtml': xhtml('<p>Without the clock.</p>'),
    })
    expect(await storyOf(bytes)).toEqual(STORY)
    const { parts } = await readDocument({ name: 'x.epub', bytes, password: null, leavesOut: [] })
    expect(parts.at(-1)).toEqual({ kind: 'paragraph', text: 'Without the clock.', place: 'hidden' })
  })

  it.each([
    ['whose data is damaged', 8, deflateRawSync(Buffer.from(xhtml(ONE.repeat(50)))).fill(0xff, 20, 60), null],
    ['that is packed with an unknown method', 14, Buffer.from('?'), null],
    ['whose checksum is wrong, though it can be read', 0, Buffer.from(xhtml(ONE)), 1],
  ])('is reported for a page %s', async (_, method, packed, checksum) => {
    const files = bookFiles(PAGES)
    const bytes = zipOf({ ...files, 'in/a.xhtml': { method, packed, checksum } })
    expect(await missingIn(bytes)).toEqual(['a.xhtml'])
    expect((await storyOf(bytes)).slice(-2)).toEqual(STORY.slice(-2))
  })

  it('does no harm in archive names with a root, backslashes or parent folders', async () => {
    const files = bookFiles(PAGES)
    const renamed = Object.entries(files).map(([name, content]): [string, string | Uint8Array] => [
      name === 'in/a.xhtml' ? '/in/a.xhtml' : name === 'in/b.xhtml' ? 'in\\b.xhtml' : name,
      content,
    ])
    expect(
      await storyOf(zipOf({ ...Object.fromEntries<string | Uint8Array>(renamed), '../x.txt': 'x' })),
    ).toEqual(STORY)
  })
})

describe('a book can be opened', () => {
  const files = bookFiles(PAGES)
  const without = (...names: string[]) =>
    Object.fromEntries(Object.entries(files).filter(([name]) => !names.includes(name)))
  const opf = String(files['in/book.opf'])
  it.each([
    ['without its container', without('META-INF/container.xml')],
    ['without container and type', without('META-INF/container.xml', 'mimetype')],
    [
      'with a container that leads nowhere',
      { ...files, 'META-INF/container.xml': '<container><rootfile full-path="x.opf"/>' },
    ],
    [
      'packed with its folder',
      Object.fromEntries(Object.entries(files).map(([name, content]) => [`Book/${name}`, content])),
    ],
    ['without its package', without('in/book.opf')],
    [
      'with a package that is not well-formed',
      {
        ...files,
        'in/book.opf': opf
          .replace('<metadata>', '<metadata><dc:title>A & B&nbsp;<i></dc:title>')
          .replace('</spine></package>', ''),
      },
    ],
    ['with an empty spine', { ...files, 'in/book.opf': opf.replace(/<itemref[^>]*>/g, '') }],
    [
      'with a spine of entries that are not listed',
      { ...files, 'in/book.opf': opf.replaceAll('idref="', 'idref="x') },
    ],
  ])('%s', async (_, changed) => {
    expect(await storyOf(archive(changed))).toEqual(STORY)
  })

  it('with bytes after its end', async () => {
    expect(await storyOf(Buffer.concat([archive(files), Buffer.alloc(100)]))).toEqual(STORY)
  })

  it.each(['in/nav.xhtml', 'META-INF/encryption.xml', 'in/cover.xhtml'])(
    'with garbage in %s',
    async (name) => {
      const rubbish = Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256)
      const guide = '<guide><reference type="cover" href="cover.xhtml"/></guide></package>'
      const listed = bookFiles(PAGES, { contents: { 'a.xhtml': 'One', 'b.xhtml': 'Two' } })
      const told = String(listed['in/book.opf']).replace('</package>', guide)
      const changed = { ...listed, 'in/book.opf': told, [name]: rubbish }
      expect(await storyOf(archive(changed))).toEqual(STORY)
    },
  )

  it('but not if all its pages are encrypted', async () => {
    expect(
      await refusalOf(
        'x.epub',
        archive({ ...files, 'META-INF/encryption.xml': '<encryption><EncryptionMethod Algorithm="aes">' }),
      ),
    ).toBe('document-drm')
  })
})

describe('pages outside the reading order of a book', () => {
  const spine = (a: string, b: string) => `<itemref idref="a.xhtml"${a}/><itemref idref="b.xhtml"${b}/>`
  it('are listed in their places, and not read', async () => {
    const bytes = book(PAGES, { spine: spine('', ' linear="no"') })
    expect(await storyOf(bytes)).toEqual(STORY.slice(0, 2))
    expect((await allOf(bytes)).slice(-2)).toEqual(['hidden: # Two', 'hidden: The gull came back.'])
  })

  it('are read if all pages are outside it', async () => {
    expect(await storyOf(book(PAGES, { spine: spine(' linear="no"', ' linear="no"') }))).toEqual(STORY)
  })

  it('are also listed if the book does not order them at all', async () => {
    const bytes = book(PAGES, { spine: '<itemref idref="a.xhtml"/>' })
    expect(await storyOf(bytes)).toEqual(STORY.slice(0, 2))
    expect((await allOf(bytes)).slice(-2)).toEqual(['hidden: # Two', 'hidden: The gull came back.'])
  })

  it('include the table of contents, unless text follows it on its page', async () => {
    const spineOf = '<itemref idref="nav"/><itemref idref="a.xhtml"/>'
    const bytes = book({ 'a.xhtml': ONE }, { contents: { 'a.xhtml': 'One' }, spine: spineOf })
    expect(await allOf(bytes)).toEqual(['contents: 1. One', '# One', 'A bell rang.'])
    const text = 'The tide came in. '.repeat(40).trim()
    const nav = xhtml(
      `<nav epub:type="toc"><ol><li><a href="#x">Low Water</a></li></ol></nav><h1 id="x">Low Water</h1><p>${text}</p>`,
    )
    expect(
      await storyOf(
        book({}, { contents: {}, spine: '<itemref idref="nav"/>', files: { 'in/nav.xhtml': nav } }),
      ),
    ).toEqual(['# Low Water', text])
  })
})

describe('the metadata of a book', () => {
  const infoOf = async (metadata: string, parts = {}) => {
    const bytes = book(PAGES, { metadata, ...parts })
    return readDocument({ name: 'x.epub', bytes, password: null })
  }
  it.each([
    [
      'title',
      '<dc:title id="s">A Tale</dc:title><dc:title id="m">The&nbsp;Ferry</dc:title><meta refines="#s" property="title-type">subtitle</meta><meta refines="#m" property="title-type">main</meta>',
      'The Ferry',
    ],
    [
      'author',
      '<dc:creator opf:role="ill">B. Owl</dc:creator><dc:creator opf:role="aut">A. Fox</dc:creator><dc:creator opf:role="aut">C. Hare</dc:creator>',
      'A. Fox, C. Hare',
    ],
    [
      'author',
      '<dc:creator id="a">A. Fox</dc:creator><meta refines="#a" property="role">aut</meta><dc:creator id="b">B. Owl</dc:creator><meta refines="#b" property="role">trl</meta>',
      'A. Fox',
    ],
    ['language', '<dc:language> pt-BR </dc:language>', 'pt-BR'],
    [
      'series',
      '<meta name="calibre:series" content="Tides"/><meta name="calibre:series_index" content="2.0"/>',
      { name: 'Tides', number: '2' },
    ],
    [
      'series',
      '<meta property="belongs-to-collection" id="c">Tides</meta><meta refines="#c" property="collection-type">series</meta><meta refines="#c" property="group-position">2.5</meta>',
      { name: 'Tides', number: '2.5' },
    ],
    ['series', '<meta name="calibre:series" content=" "/>', null],
    [
      'description',
      '<dc:description>&lt;p&gt;A ferry&nbsp;&amp;amp; a lamp.&lt;/p&gt;&lt;p&gt;Late.&lt;/p&gt;</dc:description>',
      'A ferry & a lamp.\n\nLate.',
    ],
    ['description', '<dc:description><div><p>A ferry.</p></div></dc:description>', 'A ferry.'],
  ] as const)('includes its %s: %s', async (field, metadata, value) => {
    expect((await infoOf(metadata))[field]).toEqual(value)
  })

  const picture = Buffer.from([0x89, 0x50, 0x4e, 0x47, 1, 2, 3])
  const image = '<item id="c" href="c.png" media-type="image/png"'
  it.each([
    ['of EPUB 3', '', `${image} properties="cover-image"/>`, ''],
    ['of EPUB 2', '<meta name="cover" content="c"/>', `${image}/>`, ''],
    [
      'of EPUB 2 by its path',
      '<meta name="cover" content="c.png"/>',
      `${image.replace('"c"', '"i1"')}/>`,
      '',
    ],
    [
      'of its guide',
      '',
      `${image.replace('"c"', '"i1"')}/>`,
      '</spine><guide><reference type="cover" href="cover.xhtml"/></guide><spine>',
    ],
  ])('includes its cover, %s', async (_, metadata, manifest, guide) => {
    const spine = '<itemref idref="a.xhtml"/>'
    const files = { 'in/c.png': picture, 'in/cover.xhtml': xhtml('<img alt="" src="c.png"/>') }
    expect((await infoOf(metadata, { manifest, files, spine: spine + guide })).cover).toEqual({
      mediaType: 'image/png',
      bytes: picture,
    })
  })

  it('does not include a cover that is not a picture, is too large or is missing', async () => {
    const circle = {
      'in/c.svg': '<svg><image href="d.svg"/></svg>',
      'in/d.svg': '<svg><image href="c.svg"/></svg>',
    }
    const drawn = '<item id="c" href="c.svg" media-type="image/svg+xml" properties="cover-image"/>'
    expect((await infoOf('', { manifest: drawn, files: circle })).cover).toBeNull()
    const manifest = `${image} properties="cover-image"/>`
    expect((await infoOf('', { manifest, files: { 'in/c.png': 'GIF89a' } })).cover).toBeNull()
    const large = Buffer.alloc(10 * 1024 * 1024 + 1)
    picture.copy(large)
    expect((await infoOf('', { manifest, files: { 'in/c.png': large } })).cover).toBeNull()
  })
})

interface Packed {
  readonly method: number
  readonly packed: Buffer
  /** Null for the correct checksum of the unpacked data, as far as that is known. */
  readonly checksum: number | null
}

/** An archive with invalid entries: any names, methods and checksums. */
function zipOf(files: Readonly<Record<string, string | Uint8Array | Packed>>): Buffer {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const { method, packed, checksum } =
      typeof content === 'object' && 'packed' in content
        ? content
        : { method: 0, packed: Buffer.from(content), checksum: null }
    const [local, central] = [Buffer.alloc(30), Buffer.alloc(46)]
    local.writeUInt32LE(0x04034b50, 0)
    central.writeUInt32LE(0x02014b50, 0)
    for (const [header, start] of [
      [local, 8],
      [central, 10],
    ] as const) {
      header.writeUInt16LE(method, start)
      header.writeUInt32LE(checksum ?? crc32(packed), start + 6)
      header.writeUInt32LE(packed.length, start + 10)
      header.writeUInt32LE(method === 0 ? packed.length : 4 * packed.length, start + 14)
      header.writeUInt16LE(Buffer.byteLength(name), start + 18)
    }
    central.writeUInt32LE(offset, 42)
    locals.push(local, Buffer.from(name), packed)
    centrals.push(central, Buffer.from(name))
    offset += local.length + Buffer.byteLength(name) + packed.length
  }
  const directory = Buffer.concat(centrals)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

describe('an entry of the spine whose media type is wrong', () => {
  const withType = (name: string, type: string, content: string) =>
    book(PAGES, {
      manifest: `<item id="x" href="${name}" media-type="${type}"/>`,
      spine: '<itemref idref="a.xhtml"/><itemref idref="x"/><itemref idref="b.xhtml"/>',
      files: { [`in/${name}`]: content },
    })
  it.each(['image/jpeg', 'application/octet-stream', 'text/css', 'application/pdf'])(
    'is a page by its name: %s',
    async (type) => {
      const read = await storyOf(withType('x.xhtml', type, xhtml('<h1>Between</h1><p>It rained.</p>')))
      expect(read).toEqual([...STORY.slice(0, 2), '# Between', 'It rained.', ...STORY.slice(2)])
    },
  )

  it.each([
    ['x.txt', 'text/plain'],
    ['x.pdf', 'application/pdf'],
  ])('is told if it is no page: %s', async (name, type) => {
    const bytes = withType(name, type, 'It rained.')
    expect(await storyOf(bytes)).toEqual(STORY)
    expect(await missingIn(bytes)).toEqual([name])
  })

  it('is nothing to tell if it is a picture', async () => {
    expect(await missingIn(withType('x.jpg', 'image/jpeg', ''))).toEqual([])
  })
})

it('a page is outside of the text however its entry says so', async () => {
  const spine = '<itemref idref="a.xhtml"/><itemref idref="b.xhtml" linear=" No "/>'
  expect(await allOf(book(PAGES, { spine }))).toEqual([
    ...['# One', 'A bell rang.'],
    ...['hidden: # Two', 'hidden: The gull came back.'],
  ])
})

it.each([
  ['epub:', ''],
  ['ops:', ''],
  ['', ' xmlns="http://www.idpf.org/2007/ops"'],
])('one alternative of a switch is read: %s', async (prefix, names) => {
  const page = (namespace: string) =>
    `<p>See: <${prefix}switch${names}><${prefix}case required-namespace="${namespace}"><math><mi>x</mi></math></${prefix}case><${prefix}default><span>the sign x</span></${prefix}default></${prefix}switch>.</p>`
  const read = (namespace: string) => allOf(book({ 'a.xhtml': page(namespace) }))
  expect(await read('http://www.w3.org/1998/Math/MathML')).toEqual(['See: x. [repeated: the sign x]'])
  expect(await read('http://example.org/chemistry')).toEqual(['See: the sign x. [markup: x]'])
})

describe('a play whose table names the speakers', () => {
  const row = (name: string, words: string) =>
    `<tr>${name === '' ? '<td/>' : `<td epub:type="z3998:persona">${name}</td>`}<td>${words}</td></tr>`
  const page = `<h2>Act I</h2><table>${[
    row('', '<i epub:type="z3998:stage-direction">Mira enters.</i>'),
    row('Mira<sup><a href="#n">1</a></sup>', 'Is it far?'),
    row('Tom', '<i epub:type="z3998:stage-direction">Rising.</i> Yes. <i>Very</i> far.'),
    row('Mira', 'Then go. <i class="stage-direction">He goes.</i>'),
  ].join('')}</table><p id="n">1. A sailor.</p>`

  it('is read in their voices, and its stage directions by the narrator', async () => {
    expect(await storyOf(book({ 'a.xhtml': page }))).toEqual([
      '# Act I',
      'Narrator: Mira enters.',
      'Mira: Is it far?',
      'Narrator: Rising.',
      'Tom: Yes. Very far.',
      'Mira: Then go.',
      'Narrator: He goes.',
    ])
  })

  it('is not assumed for a scene in a novel, whose lines still have their speakers', async () => {
    const prose = '<p>The ferry was late. “Go,” said Ann. Nobody went.</p>'.repeat(12)
    const { source } = await readText(
      'book.epub',
      book({ 'a.xhtml': page, 'b.xhtml': `<h2>II</h2>${prose}` }),
    )
    expect(source.namesSpeakers).toBe(false)
    expect(source.cast.map(({ name }) => name)).toEqual(['Mira', 'Tom'])
  })
})

it('a picture or a licence in front matter does not begin a chapter', async () => {
  const imprint =
    '<section epub:type="imprint"><h2>Imprint</h2><img src="a.png" alt="Our logo"/><p>Made by the press.</p><p>This ebook was produced for the press, and is based on a transcription produced for Project Gutenberg.</p><p>Second edition.</p></section>'
  const { source } = await readText('book.epub', book({ '0.xhtml': imprint, ...PAGES }))
  expect(source.sections.slice(0, 2).map(({ title, kind }) => `${kind} ${title ?? ''}`)).toEqual([
    'frontMatter Imprint',
    `body ${(STORY[0] ?? '').slice(2)}`,
  ])
})

describe('pages before the first chapter, whose files do not say what they are', () => {
  const metadata = '<dc:title>The Ferry</dc:title><dc:creator>Ada Fox</dc:creator>'
  it.each([
    ['title and author', '<p>THE FERRY</p><p>Ada Fox</p>'],
    ['the imprint', '<p>Copyright © 2020 Ada Fox. All rights reserved.</p><p>Ferry Press</p>'],
  ])('are left out: %s', async (_, page) => {
    const bytes = book({ '0.xhtml': page, ...PAGES }, { metadata })
    const story = await storyOf(bytes)
    expect(story.filter((line) => /ferry|fox/i.test(line) && !/Press/.test(line))).toEqual([])
    expect(story.slice(-4)).toEqual(STORY)
  })

  it('are read if they are text', async () => {
    const page = '<p>It rained when the ferry came. Nobody had waited for it.</p><p>It was empty.</p>'
    const story = await storyOf(book({ '0.xhtml': page, ...PAGES }, { metadata }))
    expect(story).toEqual([
      'It rained when the ferry came. Nobody had waited for it.',
      'It was empty.',
      ...STORY,
    ])
  })

  it('are a chapter if they are the title of a part', async () => {
    expect(await storyOf(book({ '0.xhtml': '<h1>Part One</h1>', ...PAGES }))).toEqual([
      '# Part One',
      ...STORY,
    ])
  })
})

it('the title of a chapter has the spaces of the table of contents if only formatting parts its words', async () => {
  const page = '<h1><span>IV</span><small>The Key</small></h1><p>A bell rang.</p>'
  const contents = { 'a.xhtml': 'IV. The Key', 'b.xhtml': 'Two' }
  expect((await storyOf(book({ 'a.xhtml': page, 'b.xhtml': TWO }, { contents })))[0]).toBe('# IV. The Key')
})
