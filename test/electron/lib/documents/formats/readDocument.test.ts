import officeCrypto from 'officecrypto-tool'
import { describe, expect, it } from 'vitest'
import { archive, docx, odf, PASSWORD, read, refusalOf, relationships, sample } from './samples.ts'
import { long } from '../../../../support/tags.ts'

const HARBOUR = [
  'H The Harbour',
  'P The old keeper, María, counted nine boats before supper. Nobody had asked her to.',
  'H What she carried',
  'L A brass lamp',
  'L Two letters',
  'L A key without a door',
  'H The tides',
  'R Day, High water',
  'R Monday, six in the morning',
  'P She wrote the rest down in Kraków, years later.',
  'H The Letter',
  'L 1. Read it once.',
  'L 2. Burn it.',
  'P And that was all.',
]
const TIDES = [
  'H Tides',
  'R Day, Height in metres, Share',
  'R 2026-03-05, 4.50, 25%',
  'R Sum, 9.00, 1',
  'H Boats',
  'R The Heron, 12',
  'R Łódka, the small one, 3',
]
const SLIDES = [
  'H The Harbour',
  'L A brass lamp',
  'L Two letters',
  'H The tides',
  'R Day, High water',
  'R Monday, six in the morning',
  'P And that was all.',
]

describe('the text of a document is read in its order', () => {
  it.each([
    'harbour.docx',
    'harbour.odt',
    'harbour.html',
    'harbour.htm',
    'harbour.xhtml',
    'harbour.epub',
    'harbour.mobi',
    'harbour.azw',
    'harbour.azw3',
  ])('from %s: headings, paragraphs, list items and rows', async (name) => {
    expect(await read(name)).toEqual({ title: 'The Harbour Book', lines: HARBOUR })
  })

  it('from a PDF, which has only positioned letters', async () => {
    expect(await read('harbour.pdf')).toEqual({ title: 'The Harbour Book', lines: HARBOUR })
  })

  it.each(['tides.xlsx', 'tides.ods'])(
    'from %s: each sheet’s name, then its rows as displayed',
    async (name) => {
      expect((await read(name)).lines).toEqual(TIDES)
    },
  )

  it.each(['slides.pptx', 'slides.odp'])('from %s: slide after slide, without notes', async (name) => {
    expect((await read(name)).lines).toEqual(SLIDES)
  })

  it('from plain text, with hard-wrapped lines joined', async () => {
    expect((await read('harbour.txt')).lines).toEqual([
      'H Chapter 1: The Harbour',
      'P The old keeper, María, counted nine boats before supper. Nobody had asked her to.',
      'P She wrote the rest down in Kraków, years later.',
      'H The Letter',
      'P And that was all.',
    ])
  })

  it('whatever the case of the extension, and with a password that is not needed', async () => {
    expect((await read('HARBOUR.DOCX', sample('harbour.docx'), 'unasked')).lines).toEqual(HARBOUR)
    expect((await read('owner-only.pdf')).lines).toEqual(HARBOUR)
  })
})

describe('content that is not to be read aloud is left out', () => {
  it('in HTML: scripts, styles and hidden text; entities and nesting are understood', async () => {
    const html = `<!doctype html><title>T</title><script>alert('x')</script><style>p{}</style>
      <p>Salt &amp; water&nbsp;rise<br>at night<p hidden>no<div style="display:none">no</div>
      <ul><li>one<ul><li>inner</ul><li>two</ul><table><tr><th>a<td>b.<td>c</table><ruby>漢<rt>kan</rt></ruby>`
    expect((await read('x.html', new TextEncoder().encode(html))).lines).toEqual([
      'P Salt & water rise\nat night',
      'L one',
      'L inner',
      'L two',
      'R a, b. c',
      'P 漢',
    ])
  })

  it('in OpenDocument: comments and deleted text; footnotes come last, repeated rows are repeated', async () => {
    const text = `<text:tracked-changes><text:p>gone</text:p></text:tracked-changes>
      <text:p>One<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>A note.</text:p></text:note-body></text:note> two<text:s/>three<office:annotation><text:p>hm</text:p></office:annotation>.</text:p>
      <table:table><table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell></table:table-row></table:table>`
    expect((await read('x.odt', odf('text', text))).lines).toEqual([
      'P One two three.',
      'R x, x',
      'R x, x',
      'P A note.',
    ])
  })

  it('in a workbook: hidden sheets, rows and columns; shared and inline strings, dates and blanks are distinguished', async () => {
    const bytes = archive({
      '_rels/.rels': relationships({ r1: ['officeDocument', 'xl/workbook.xml'] }),
      'xl/workbook.xml':
        '<x:workbook xmlns:x="m" xmlns:q="r"><x:workbookPr date1904="1"/><x:sheets><x:sheet name="Secret" state="hidden" q:id="s1"/><x:sheet name="Open" q:id="s2"/></x:sheets></x:workbook>',
      'xl/_rels/workbook.xml.rels': relationships({
        s1: ['worksheet', '/xl/one.xml'],
        s2: ['worksheet', 'two.xml'],
        s3: ['styles', 'styles.xml'],
        s4: ['sharedStrings', 'strings.xml'],
      }),
      'xl/one.xml': '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>',
      'xl/two.xml':
        '<worksheet><cols><col min="28" max="30" hidden="1"/></cols><sheetData><row hidden="1"><c><v>5</v></c></row><row><c r="A1" t="s"><v>0</v></c><c r="AB1"><v>6</v></c><c/><c r="AE1" s="1"><v>0</v></c><c t="b"><v>1</v></c></row><row><c/></row><row><c t="inlineStr"><is><r><t>in</t></r><r><t>line</t></r></is></c><c t="str"><f>A1</f><v>made</v></c><c t="e"><v>#DIV/0!</v></c></row></sheetData></worksheet>',
      'xl/styles.xml':
        '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy-mm-dd"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
      'xl/strings.xml': '<sst><si><t>sha</t><rPh><t>no</t></rPh><r><t>red</t></r></si></sst>',
    })
    expect((await read('x.xlsx', bytes)).lines).toEqual([
      'H Open',
      'R shared, 1904-01-01, TRUE',
      'R inline, made, #DIV/0!',
    ])
  })

  it('in slides: footers, hidden slides and alternatives for older programs; the title comes first', async () => {
    const shape = (place: string, text: string) =>
      `<p:sp><p:nvPr>${place}</p:nvPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`
    const slide = (attributes: string, shapes: string) =>
      `<p:sld xmlns:p="p" xmlns:a="a" xmlns:mc="m"${attributes}><p:spTree>${shapes}</p:spTree></p:sld>`
    const bytes = archive({
      '_rels/.rels': relationships({ r1: ['officeDocument', 'ppt/presentation.xml'] }),
      'ppt/presentation.xml':
        '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="1" r:id="b"/><p:sldId id="2" r:id="a"/><p:sldId id="3" r:id="c"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relationships({
        a: ['slide', 'slides/1.xml'],
        b: ['slide', 'slides/2.xml'],
        c: ['slide', 'slides/3.xml'],
      }),
      'ppt/slides/1.xml': slide('', `${shape('<p:ph type="ftr"/>', 'Page')}${shape('', 'Second')}`),
      'ppt/slides/2.xml': slide(
        '',
        `${shape('<p:ph type="body"/>', 'Point')}${shape('<p:ph type="ctrTitle"/>', 'Title')}<mc:Fallback>${shape('', 'again')}</mc:Fallback>`,
      ),
      'ppt/slides/3.xml': slide(' show="0"', shape('', 'Hidden')),
    })
    expect((await read('x.pptx', bytes)).lines).toEqual(['H Title', 'L Point', 'P Second'])
  })

  it('in a book whose pages have no marked headings: these come from its table of contents', async () => {
    const book = (contents: string, item: string) =>
      archive({
        'META-INF/container.xml':
          '<container><rootfiles><rootfile full-path="in/b.opf"/></rootfiles></container>',
        'in/b.opf': `<package><manifest><item id="1" href="text/1.xhtml" media-type="application/xhtml+xml"/>${item}</manifest><spine><itemref idref="1"/></spine></package>`,
        'in/toc.xml': contents,
        'in/text/1.xhtml':
          '<html><body><p>The  Harbour</p><p>Words.</p><p id="b">The Letter</p><p>The Harbour</p></body></html>',
      })
    const nav =
      '<html><body><nav><ol><li><a href="text/1.xhtml">The Harbour</a></li><li><a href="text/1.xhtml#b"><i>The</i> Letter</a></li></ol></nav></body></html>'
    const ncx =
      '<ncx><navMap><navPoint><navLabel><text>The Harbour</text></navLabel><content src="text/1.xhtml"/></navPoint><navPoint><navLabel><text>The Letter</text></navLabel><content src="text/1.xhtml#b"/></navPoint></navMap></ncx>'
    const lines = ['H The Harbour', 'P Words.', 'H The Letter', 'P The Harbour']
    const navItem = '<item id="n" href="toc.xml" media-type="application/xhtml+xml" properties="nav"/>'
    expect((await read('x.epub', book(nav, navItem))).lines).toEqual(lines)
    const ncxItem = '<item id="n" href="toc.xml" media-type="application/x-dtbncx+xml"/>'
    expect((await read('x.epub', book(ncx, ncxItem))).lines).toEqual(lines)
  })

  it('in a book: its table of contents and pages outside its reading order', async () => {
    const page = (text: string) =>
      `<html xmlns="x"><body><p>${text}<a epub:type="noteref">3</a></p></body></html>`
    const item = (id: string, more = '') =>
      `<item id="${id}" href="a%20${id}.xhtml" media-type="application/xhtml+xml"${more}/>`
    const book = {
      mimetype: 'application/epub+zip',
      'META-INF/container.xml':
        '<container><rootfiles><rootfile full-path="in/b.opf"/></rootfiles></container>',
      'in/b.opf': `<package xmlns:dc="d"><dc:title>B</dc:title><manifest>${item('1')}${item('2')}${item('3')}${item('n', ' properties="nav"')}</manifest><spine><itemref idref="n"/><itemref idref="2"/><itemref idref="3" linear="no"/><itemref idref="1"/></spine></package>`,
      ...Object.fromEntries(['1', '2', '3', 'n'].map((id) => [`in/a ${id}.xhtml`, page(`page ${id}`)])),
    }
    expect(await read('x.epub', archive(book))).toEqual({ title: 'B', lines: ['P page 2', 'P page 1'] })
    const locked =
      '<encryption><EncryptedData><EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/></EncryptedData></encryption>'
    expect(await refusalOf('x.epub', archive({ ...book, 'META-INF/encryption.xml': locked }))).toBe(
      'document-drm',
    )
    const fonts = locked.replace(
      'http://www.w3.org/2001/04/xmlenc#aes128-cbc',
      'http://www.idpf.org/2008/embedding',
    )
    expect((await read('x.epub', archive({ ...book, 'META-INF/encryption.xml': fonts }))).lines).toHaveLength(
      2,
    )
  })
})

describe('a protected document', () => {
  const protectedSamples: [string, string[]][] = [
    ['locked.docx', HARBOUR],
    ['locked-agile.docx', HARBOUR],
    ['locked.odt', HARBOUR],
    ['locked.xlsx', TIDES],
    ['locked.ods', TIDES],
    ['locked.pptx', SLIDES],
    ['locked.odp', SLIDES],
    ['locked-128.pdf', HARBOUR],
    ['locked-256.pdf', HARBOUR],
  ]

  it.each(protectedSamples)('opens with its password and only with it: %s', long, async (name, lines) => {
    expect((await read(name, sample(name), PASSWORD)).lines).toEqual(lines)
    expect(await refusalOf(name, sample(name), 'Secret')).toBe('document-password-wrong')
    expect(await refusalOf(name)).toBe('document-password-needed')
  })

  it('that only restricts permissions opens whatever the password', async () => {
    expect((await read('owner-only.pdf', sample('owner-only.pdf'), 'not asked for')).lines).toEqual(HARBOUR)
  })

  it.each([null, 'not asked for'])(
    'of Excel that is read-only opens with the password %s',
    long,
    async (password) => {
      const locked = officeCrypto.encrypt(Buffer.from(sample('tides.xlsx')), { password: 'VelvetSweatshop' })
      expect((await read('x.xlsx', locked, password)).lines).toEqual(TIDES)
    },
  )

  it('is still recognized by its content: a workbook named .docx is refused', async () => {
    expect(await refusalOf('x.docx', sample('locked.xlsx'), PASSWORD)).toBe('document-mislabelled')
    expect(await refusalOf('x.pdf', sample('locked.xlsx'), PASSWORD)).toBe('document-mislabelled')
  })

  it('with an unknown encryption is refused', async () => {
    const newest = archive({ mimetype: 'application/vnd.oasis.opendocument.text', 'encrypted-package': 'x' })
    expect(await refusalOf('x.odt', newest, PASSWORD)).toBe('document-encryption-unknown')
  })
})

describe('a document that cannot be read is refused with the reason:', () => {
  it.each([
    '.docx',
    '.xlsx',
    '.pptx',
    '.pdf',
    '.epub',
    '.mobi',
    '.txt',
    '.html',
    '.odt',
    '.ods',
    '.odp',
    '.azw',
    '.azw3',
  ])('an empty %s', async (extension) => {
    expect(await refusalOf(`x${extension}`, new Uint8Array())).toBe('document-empty')
  })

  it('a document without any text', async () => {
    expect(await refusalOf('x.txt', new TextEncoder().encode(' \n\n '))).toBe('document-empty')
    expect(await refusalOf('x.docx', docx('<w:p/>'))).toBe('document-empty')
    expect(await refusalOf('x.odt', odf('text', '<text:p/>'))).toBe('document-empty')
  })

  it.each([
    'harbour.docx',
    'tides.xlsx',
    'slides.pptx',
    'harbour.odt',
    'harbour.epub',
    'harbour.pdf',
    'harbour.azw3',
    'locked.docx',
  ])('%s cut in half', async (name) => {
    const whole = sample(name)
    expect(await refusalOf(name, whole.subarray(0, whole.length / 2), PASSWORD)).toBe('document-damaged')
  })

  it('garbage with a correct extension', async () => {
    const rubbish = Uint8Array.from({ length: 4096 }, (_, index) => (index * 7919) % 256)
    expect(await refusalOf('x.pdf', rubbish)).toBe('document-damaged')
    expect(await refusalOf('x.txt', rubbish)).toBe('file-not-text')
  })

  it.each([
    ['harbour.pdf', 'x.docx', '.pdf'],
    ['harbour.docx', 'x.odt', '.docx'],
    ['tides.ods', 'x.xlsx', '.ods'],
    ['harbour.epub', 'x.txt', '.epub'],
    ['harbour.html', 'x.txt', '.html'],
    ['harbour.txt', 'x.pdf', '.txt'],
    ['harbour.azw3', 'x.epub', '.mobi'],
  ])('%s named %s, which is recognized as %s', async (name, wrong, actual) => {
    const extension = wrong.slice(1)
    await expect(read(wrong, sample(name))).rejects.toMatchObject({
      code: 'document-mislabelled',
      params: { extension, actual },
    })
  })

  it.each([
    ['.rtf', '{\\rtf1 hello}'],
    ['.png', '\x89PNG\r\n\x1a\n'],
    ['.doc', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1W\0o\0r\0d\0D\0o\0c\0u\0m\0e\0n\0t\0'],
    ['.zip', Buffer.from(archive({ 'a.txt': 'hi' })).toString('latin1')],
  ])('a %s file under the name of a .docx', async (actual, content) => {
    await expect(read('x.docx', Buffer.from(content, 'latin1'))).rejects.toMatchObject({ params: { actual } })
  })

  it('an unsupported format', async () => {
    expect(await refusalOf('x.doc', sample('harbour.txt'))).toBe('document-type-unknown')
    expect(await refusalOf('noending', sample('harbour.txt'))).toBe('document-type-unknown')
  })

  it('a PDF of pictures', async () => {
    const scan = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]/Contents 4 0 R>>endobj
4 0 obj<</Length 14>>stream
0 0 50 50 re f
endstream endobj
trailer<</Root 1 0 R>>`
    expect(await refusalOf('scan.pdf', new TextEncoder().encode(scan))).toBe('document-no-text')
  })

  it('a book from a shop whose header states that it is encrypted', async () => {
    const book = Buffer.from(sample('harbour.azw3'))
    const header = book.readUInt32BE(78)
    book.writeUInt16BE(2, header + 12)
    expect(await refusalOf('x.azw3', book)).toBe('document-drm')
    expect(await refusalOf('x.azw', Buffer.from('\xeaDRMION\xee....', 'latin1'))).toBe('document-drm')
  })
})
