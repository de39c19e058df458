import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../../electron/lib/documents/formats/readDocument.ts'
import { readImport } from '../../../../../electron/lib/documents/import/readImport.ts'
import { docx, read, type DocxParts } from './samples.ts'

const linesOf = async (body: string, parts?: DocxParts) => (await read('x.docx', docx(body, parts))).lines
const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`
const styled = (style: string, text: string) => paragraph(run(text), `<w:pStyle w:val="${style}"/>`)
const style = (id: string, name: string, more = '', type = 'paragraph') =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`
const field = (instruction: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`

it('the description of a picture is listed, unless it is the name of a file', async () => {
  const picture = (words: string) =>
    `<w:r><w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="${words}"/></wp:inline></w:drawing></w:r>`
  const body =
    paragraph(run('The ') + picture('A ferry at the quay') + run('ferry ran.')) +
    paragraph(picture('A gull')) +
    paragraph(picture('C:\\Pictures\\gull one.png') + picture('gull.jpg') + run('Late.'))
  const { parts } = await readDocument({ name: 'x.docx', bytes: docx(body), password: null, leavesOut: [] })
  expect(
    parts.map(({ text, place, omitted = [] }) => [place, text, omitted.map((each) => each.text)]),
  ).toEqual([
    [undefined, 'The ferry ran.', ['A ferry at the quay']],
    ['picture', 'A gull', []],
    [undefined, 'Late.', []],
  ])
})

describe('the numbers of lists in Word', () => {
  const level = (number: number, format: string, text: string, more = '') =>
    `<w:lvl w:ilvl="${number}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${more}<w:lvlText w:val="${text}"/></w:lvl>`
  const abstract = (id: number, content: string) =>
    `<w:abstractNum w:abstractNumId="${id}">${content}</w:abstractNum>`
  const num = (id: number, abstractId: number, more = '') =>
    `<w:num w:numId="${id}"><w:abstractNumId w:val="${abstractId}"/>${more}</w:num>`
  const restart = (number: number, start: number) =>
    `<w:lvlOverride w:ilvl="${number}"><w:startOverride w:val="${start}"/></w:lvlOverride>`
  const item = (text: string, numId: number, depth = 0) =>
    paragraph(run(text), `<w:numPr><w:ilvl w:val="${depth}"/><w:numId w:val="${numId}"/></w:numPr>`)
  const outline = abstract(
    0,
    level(0, 'decimal', '%1.') + level(1, 'lowerLetter', '%1.%2)') + level(2, 'upperRoman', '%3:'),
  )

  it('continue after a paragraph, and start again where the list does', async () => {
    const numbering = outline + num(1, 0) + num(2, 0) + num(3, 0, restart(0, 5))
    const body =
      item('one', 1) +
      item('two', 1) +
      paragraph(run('Between.')) +
      item('three', 1) +
      item('four', 2) +
      item('five', 3) +
      item('six', 3)
    expect(await linesOf(body, { numbering })).toEqual([
      ...['L 1. one', 'L 2. two', 'P Between.', 'L 3. three'],
      // Lists with one definition share their count; an override starts again.
      ...['L 4. four', 'L 5. five', 'L 6. six'],
    ])
  })

  it('show the levels of their pattern, and start again below a new number', async () => {
    const numbering = outline + num(1, 0)
    const body = [0, 1, 1, 2, 0, 1].map((depth, index) => item(String.fromCharCode(65 + index), 1, depth))
    expect(await linesOf(body.join(''), { numbering })).toEqual([
      ...['L 1. A', 'L 1.a) B', 'L 1.b) C', 'L I: D', 'L 2. E', 'L 2.a) F'],
    ])
  })

  it('have Word’s format: letters double after z, zeros lead, bullets are omitted', async () => {
    const numbering =
      abstract(1, level(0, 'lowerLetter', '%1.').replace('w:val="1"', 'w:val="27"')) +
      abstract(2, level(0, 'decimalZero', 'Article %1 –')) +
      abstract(3, level(0, 'bullet', '\uf0b7')) +
      abstract(5, level(0, 'decimal', '%1.').replace('<w:start w:val="1"/>', '')) +
      abstract(4, level(0, 'upperRoman', '%1') + level(1, 'decimal', '%1.%2', '<w:isLgl/>')) +
      [1, 2, 3, 4, 5].map((id) => num(id, id)).join('')
    const body =
      item('a', 1) +
      item('b', 2) +
      item('c', 3) +
      item('d', 4) +
      item('e', 4, 1) +
      item('z', 5) +
      item('f', 0) +
      item('g', 9)
    expect(await linesOf(body, { numbering })).toEqual([
      ...['L aa. a', 'L Article 01 – b', 'L c', 'L I d', 'L 1.1 e', 'L 0. z', 'P f', 'P g'],
    ])
  })

  it('also come from the style of a paragraph or heading', async () => {
    const numbering =
      abstract(
        0,
        level(0, 'decimal', 'Chapter %1', '<w:pStyle w:val="h1"/>') +
          level(1, 'decimal', '%1.%2', '<w:pStyle w:val="h2"/>'),
      ) + num(1, 0)
    const styles =
      style('h1', 'heading 1', '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>') +
      style('h2', 'heading 2', '<w:basedOn w:val="h1"/>') +
      style(
        'own',
        'Own heading',
        '<w:basedOn w:val="h2"/><w:pPr><w:outlineLvl w:val="1"/><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr>',
      )
    const body =
      styled('h1', 'A') + styled('h2', 'B') + styled('own', 'C') + styled('h1', 'D') + styled('h2', 'E')
    expect(await linesOf(body, { numbering, styles })).toEqual([
      ...['H Chapter 1 A', 'H 1.1 B', 'H C', 'H Chapter 2 D', 'H 2.1 E'],
    ])
  })

  it('count blank items, but not deleted ones', async () => {
    const numbering = outline + num(1, 0)
    const deleted = paragraph(
      `<w:del><w:r><w:delText>gone</w:delText></w:r></w:del>`,
      '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:rPr><w:del/></w:rPr>',
    )
    expect(
      await linesOf(item('one', 1) + deleted + item('two', 1) + item('', 1) + item('four', 1), { numbering }),
    ).toEqual(['L 1. one', 'L 2. two', 'L 4. four'])
  })
})

describe('hidden content in Word', () => {
  it('is left out if it is hidden by itself or by a style', async () => {
    const styles =
      style('secret', 'Secret', '<w:rPr><w:vanish/></w:rPr>', 'character') +
      style('child', 'Child of secret', '<w:basedOn w:val="secret"/>', 'character') +
      style('gone', 'Gone', '<w:rPr><w:vanish/></w:rPr>')
    const body =
      paragraph(
        run('Seen') +
          run(' unseen', '<w:vanish/>') +
          run(' unseen', '<w:rStyle w:val="child"/>') +
          run(' shown', '<w:rStyle w:val="secret"/><w:vanish w:val="0"/>') +
          run('.'),
      ) +
      styled('gone', 'Unseen.') +
      paragraph(run('Back again.', '<w:vanish w:val="false"/>'), '<w:pStyle w:val="gone"/>')
    expect(await linesOf(body, { styles })).toEqual(['P Seen shown.', 'P Back again.'])
  })

  it('is left out if the default paragraph style hides it', async () => {
    const styles = style('n', 'Normal', '<w:rPr><w:vanish/></w:rPr>').replace(
      'w:type',
      'w:default="1" w:type',
    )
    const body = paragraph(run('Unseen.')) + paragraph(run('Seen.', '<w:vanish w:val="0"/>'))
    expect(await linesOf(body, { styles })).toEqual(['P Seen.'])
  })

  it('includes deleted text and rows, hidden rows, merged cells, and alternatives for older programs', async () => {
    const cell = (text: string, more = '') => `<w:tc><w:tcPr>${more}</w:tcPr>${paragraph(run(text))}</w:tc>`
    const row = (cells: string, more = '') => `<w:tr><w:trPr>${more}</w:trPr>${cells}</w:tr>`
    const body =
      paragraph(`${run('One')}<w:del>${run(' two')}</w:del><w:ins>${run(' three')}</w:ins>`) +
      `<w:tbl>${row(cell('a') + cell('b', '<w:vMerge w:val="restart"/>'))}${row(cell('c') + cell('no', '<w:vMerge/>'))}` +
      `${row(cell('d'), '<w:hidden w:val="0"/>')}${row(cell('no'), '<w:hidden/>')}${row(cell('no'), '<w:del/>')}</w:tbl>` +
      paragraph(
        `<mc:AlternateContent><mc:Choice>${run('new')}</mc:Choice><mc:Fallback>${run('old')}</mc:Fallback></mc:AlternateContent>`,
      )
    expect(await linesOf(body)).toEqual(['P One three', 'R a, b', 'R c', 'R d', 'P new'])
  })

  it('includes field codes and note marks; notes come last', async () => {
    const footnotes = `<w:footnote w:id="7">${paragraph(`<w:r><w:footnoteRef/></w:r>${run('The note.')}`)}</w:footnote>`
    const body =
      paragraph(
        `${run('Words')}<w:r><w:footnoteReference w:id="7"/></w:r>${run(' of ')}${field('DATE', run('May'))}`,
      ) + paragraph(run('Last.'))
    const { parts } = await readDocument({ name: 'x.docx', bytes: docx(body, { footnotes }), password: null })
    expect(parts).toEqual([
      { kind: 'paragraph', text: 'Words of May' },
      { kind: 'paragraph', text: 'Last.' },
      { kind: 'paragraph', text: 'The note.', place: 'footnote' },
    ])
  })

  it('includes raised note numbers after a word, but not powers', async () => {
    const raised = (text: string) => run(text, '<w:vertAlign w:val="superscript"/>')
    const body = paragraph(
      `${run('So thick')}${raised('1')}${run(' wood of 5 km')}${raised('2')}${run(', the 2')}${raised('nd')}${run(' kind.')}${raised('12')}`,
    )
    expect(await linesOf(body)).toEqual(['P So thick wood of 5 km2, the 2nd kind.'])
  })

  it('includes all text after a field that never ends', async () => {
    const body =
      paragraph(`<w:r><w:fldChar w:fldCharType="begin"/></w:r>${run('One.')}`) + paragraph(run('Two.'))
    expect(await linesOf(body)).toEqual(['P Two.'])
  })
})

describe('a table of contents in Word', () => {
  const styles = style('h', 'heading 1')
  const after = styled('h', 'The Lighthouse') + paragraph(run('Words.'))
  const READ = ['H The Lighthouse', 'P Words.']

  it('is left out if its paragraphs have its styles', async () => {
    const all = styles + style('a', 'TOC Heading') + style('b', 'toc 1') + style('c', 'table of figures')
    const body = styled('a', 'Contents') + styled('b', 'The Lighthouse 1') + styled('c', 'A map 2')
    expect(await linesOf(body + after, { styles: all })).toEqual(READ)
  })

  it('is left out if it is made by a field or marked as a document part', async () => {
    const [begin = '', end = ''] = field('TOC \\o "1-3"', '|').split('|')
    const made = paragraph(begin + run('One 1')) + paragraph(run('Two 9')) + paragraph(end)
    expect(await linesOf(made + after, { styles })).toEqual(READ)
    const simple = paragraph(`<w:fldSimple w:instr="TOC">${run('One 1')}</w:fldSimple>`)
    expect(await linesOf(simple + after, { styles })).toEqual(READ)
    const part = `<w:sdt><w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr><w:sdtContent>${paragraph(run('Contents'))}${paragraph(run('One 1'))}</w:sdtContent></w:sdt>`
    expect(await linesOf(part + after, { styles })).toEqual(READ)
  })

  it('that never ends is left out up to the next heading', async () => {
    const [begin = ''] = field('TOC', '|').split('|')
    expect(await linesOf(paragraph(begin + run('One 1')) + after, { styles })).toEqual(READ)
  })

  it('made by hand is left out: lines with page numbers, under its title or in a row', async () => {
    const leader = '<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="9000"/></w:tabs>'
    const entry = (text: string, page: string, properties = '') =>
      paragraph(`${run(text)}<w:r><w:tab/><w:t>${page}</w:t></w:r>`, properties)
    const titled = paragraph(run('Contents')) + entry('One', '1') + entry('Two', '12')
    expect(await linesOf(titled + after, { styles })).toEqual(READ)
    const untitled = entry('One', '3', leader) + entry('Two', '12', leader) + entry('Three', '40', leader)
    expect(await linesOf(untitled + after, { styles })).toEqual(READ)
    // A list of prices is not a table of contents.
    const prices = entry('Tea', '3', leader) + entry('Cake', '12', leader) + entry('Soup', '4', leader)
    expect(await linesOf(prices)).toEqual(['P Tea 3', 'P Cake 12', 'P Soup 4'])
  })
})

it('text boxes come after the paragraph that they are anchored to, and rubies lose their reading aid', async () => {
  const box = `<w:r><w:pict><w:txbxContent>${paragraph(run('In the box.'))}</w:txbxContent></w:pict></w:r>`
  const ruby = `<w:r><w:ruby><w:rt>${run('kan')}</w:rt><w:rubyBase>${run('漢')}</w:rubyBase></w:ruby></w:r>`
  expect(await linesOf(paragraph(run('Before') + box + run(' and after ') + ruby))).toEqual([
    'P Before and after 漢',
    'P In the box.',
  ])
})

describe('hidden and deleted text and comments in a Word document', () => {
  it('are listed in their places', async () => {
    const text = (words: string, properties = '') =>
      `<w:r><w:rPr>${properties}</w:rPr><w:t>${words}</w:t></w:r>`
    const body =
      `<w:p>${text('Far')}${text(' unseen', '<w:vanish/>')}<w:del><w:r><w:delText>gone</w:delText><w:footnoteReference w:id="1"/></w:r></w:del>` +
      `${text(' away')}<w:r><w:commentReference w:id="7"/></w:r>${text('.')}</w:p><w:p>${text('Secret.', '<w:vanish/>')}</w:p>`
    const comment =
      '<w:comments xmlns:w="w"><w:comment w:id="7"><w:p><w:r><w:t>Really?</w:t></w:r></w:p></w:comment></w:comments>'
    const file = docx(body, {}, { c: ['comments', 'comments.xml', comment] })
    const { source } = await readImport({ file: { name: 'a.docx', bytes: file } })
    const [first, second] = source.paragraphs
    expect(first?.marks.map(({ piece, start, end }) => [piece, first.text.slice(start, end)])).toEqual([
      ['hidden', 'unseen'],
      ['hidden', 'gone'],
      ['scriptNote', 'Really?'],
    ])
    expect(second).toMatchObject({ piece: 'hidden', text: 'Secret.' })
  })
})

it('rows and words that Word does not show are told, and so are numbers of pages and words that ask for others', async () => {
  const cell = (content: string) => `<w:tc>${paragraph(content)}</w:tc>`
  const body =
    `<w:tbl><w:tr><w:trPr><w:hidden/></w:trPr>${cell(run('Unseen row'))}</w:tr>` +
    `<w:tr><w:trPr><w:del/></w:trPr>${cell('<w:del><w:r><w:delText>Deleted row</w:delText></w:r></w:del>')}</w:tr>` +
    `<w:tr>${cell(run('Seen'))}</w:tr></w:tbl>` +
    `<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent>${paragraph(run('Tap to enter text.'))}</w:sdtContent></w:sdt>` +
    paragraph(`${run('On page ')}<w:fldSimple w:instr=" PAGE ">${run('7')}</w:fldSimple>${run(' it ends.')}`)
  const { source } = await readImport({ file: { name: 'a.docx', bytes: docx(body) } })
  expect(
    source.paragraphs.map(({ text, piece, marks }) => [
      piece,
      text,
      ...marks.map((mark) => `${mark.piece}: ${text.slice(mark.start, mark.end)}`),
    ]),
  ).toEqual([
    ['hidden', 'Unseen row'],
    ['hidden', 'Deleted row'],
    [null, 'Seen'],
    [null, 'Tap to enter text. On page 7 it ends.', 'markup: Tap to enter text. ', 'pageNumber: 7'],
  ])
})

describe('the chapters of a Word document without headings', () => {
  const bold = (words: string) =>
    `<w:p><w:pPr><w:jc w:val="center"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t>${words}</w:t></w:r></w:p>`
  const plain = (words: string) => `<w:p><w:r><w:t>${words}</w:t></w:r></w:p>`
  const titlesOf = async (body: string) => {
    const { source } = await readImport({ file: { name: 'a.docx', bytes: docx(body) } })
    return [source.title, ...source.sections.map(({ title }) => title)]
  }

  it.each([
    ['numbers', ['Chapter One', 'Chapter Two', '3']],
    ['titles with the same formatting', ['The Bell', 'The Lamp', 'The Key']],
  ])('are recognized by %s', async (_, titles) => {
    const body = titles.map((title) => bold(title) + plain('A bell rang over the water.')).join('')
    expect(await titlesOf(bold('THE FERRY') + body)).toEqual(['THE FERRY', null, ...titles])
  })

  it('do not include a single bold line', async () => {
    expect(await titlesOf(plain('It rained.') + bold('Stop!') + plain('Nobody stopped.'))).toEqual([
      'a',
      null,
    ])
  })
})

describe('a document in another format embedded in a Word document', () => {
  const chunk =
    '<w:p><w:r><w:t>Above.</w:t></w:r></w:p><w:altChunk r:id="c1"/><w:p><w:r><w:t>Below.</w:t></w:r></w:p>'
  const page = '<html><body><h1>One</h1><p>Caf=C3=A9, it is =\r\nsaid.</p></body></html>'
  const archived = `MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\tboundary="--=next"\r\n\r\n----=next\r\nContent-Location: file:///C:/a.html\r\nContent-Transfer-Encoding: quoted-printable\r\nContent-Type: text/html; charset="utf-8"\r\n\r\n${page}\r\n----=next\r\nContent-Type: image/png\r\n\r\nAAAA\r\n----=next--`
  it.each([
    [
      'a web page',
      'a.html',
      '<html><body><h1>One</h1><p>Café, it is said.</p></body></html>',
      ['H One', 'P Café, it is said.'],
    ],
    ['a web archive', 'a.mht', archived, ['H One', 'P Café, it is said.']],
    [
      'a web archive whose encoding is none',
      'a.mht',
      archived.replace('"utf-8"', 'x-none'),
      ['H One', 'P Café, it is said.'],
    ],
    [
      'a web archive whose encoding is none, and its page says another',
      'a.mht',
      archived
        .replace('"utf-8"', 'x-none')
        .replace('<html>', '<html><meta charset=3D"iso-8859-1">')
        .replace('=C3=A9', '=E9'),
      ['H One', 'P Café, it is said.'],
    ],
    ['RTF', 'a.rtf', "{\\rtf1\\ansi Caf\\'e9, it is said.\\par}", ['P Café, it is said.']],
    ['a text', 'a.txt', 'Café, it is said.\r\n\r\nOnce.', ['P Café, it is said.', 'P Once.']],
    ['nothing that is known', 'a.docx', 'PK nothing', []],
  ])('is read in its place: %s', async (_, path, content, lines) => {
    const bytes = docx(chunk, {}, { c1: ['aFChunk', path, content] })
    expect((await read('x.docx', bytes)).lines).toEqual(['P Above.', ...lines, 'P Below.'])
  })

  it('that cannot be read is reported', async () => {
    const bytes = docx(chunk, {}, { c1: ['aFChunk', 'a.docx', 'PK nothing'] })
    const { source } = await readImport({ file: { name: 'x.docx', bytes } })
    expect(source.problems).toEqual([{ line: 1, problem: 'no-page', name: 'word/a.docx' }])
  })

  it('that is itself a Word document is read, too', async () => {
    const inner = docx('<w:p><w:r><w:t>Within.</w:t></w:r></w:p>')
    const bytes = docx(chunk, {}, { c1: ['aFChunk', 'a.docx', inner] })
    expect((await read('x.docx', bytes)).lines).toEqual(['P Above.', 'P Within.', 'P Below.'])
  })
})

describe('a title page that looks like the chapters', () => {
  const centred = (text: string) => paragraph(run(text, '<w:b/>'), '<w:jc w:val="center"/>')
  const plain = (text: string) => paragraph(run(text))
  const story = ['One', 'Two', 'Three'].flatMap((title) => [
    centred(title),
    plain(
      'It was dark when she came home, and the door stood open, as it had on the day when she left for the sea and nobody knew whether she would ever come back to them.',
    ),
  ])
  it.each([
    ['a name below', [centred('The Lamp'), plain('Ada Fox')], 'The Lamp', 'Ada Fox'],
    [
      'a name on two lines below',
      [centred('The Lamp'), plain('by'), plain('Ada Fox')],
      'The Lamp',
      'Ada Fox',
    ],
    [
      'the name and the address above, and all lines in the middle',
      [
        plain('Ada Fox'),
        plain('1 Road'),
        plain('ada@example.org'),
        centred('The Lamp'),
        centred('by'),
        centred('Ada Fox'),
      ],
      'The Lamp',
      'Ada Fox',
    ],
    [
      'the name and the address above',
      [plain('Ada Fox'), plain('1 Road'), plain('80,000 words'), plain('THE LAMP'), plain('by Ada Fox')],
      'THE LAMP',
      'Ada Fox',
    ],
  ])('gives the story its title: %s', async (_, page, title, author) => {
    const bytes = docx([...page, ...story].join(''))
    const { source } = await readImport({ file: { name: 'x.docx', bytes } })
    expect(source).toMatchObject({ title, author })
    expect(source.sections.filter(({ kind }) => kind === 'body').map((each) => each.title)).toEqual([
      'One',
      'Two',
      'Three',
    ])
  })

  it('is a chapter if a story stands below', async () => {
    const bytes = docx([centred('Zero'), plain('It was late when she left.'), ...story].join(''))
    const { source } = await readImport({ file: { name: 'x.docx', bytes } })
    expect(source.sections.map((each) => each.title)).toEqual(['Zero', 'One', 'Two', 'Three'])
  })
})
