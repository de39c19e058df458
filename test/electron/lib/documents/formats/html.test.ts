import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../../electron/lib/documents/formats/readDocument.ts'
import { readImport } from '../../../../../electron/lib/documents/import/readImport.ts'
import { allOf, book, xhtml } from './books.ts'
import { read } from './samples.ts'

const encode = (html: string) => new TextEncoder().encode(`<!doctype html><body>${html}</body>`)
const linesOf = async (html: string) => (await read('x.html', encode(html))).lines

describe('the numbers of a list', () => {
  it('become words of their items, as a browser shows them', async () => {
    expect(
      await linesOf(
        '<ol><li>one<li>two<ol type="a"><li>inner<li><p>more</ol><li value="7">seven<li>eight</ol>' +
          '<ol start="4" reversed><li>four<li>three</ol><ol type="I"><li>first</ol>' +
          '<ol style="list-style-type:none"><li>plain</ol><ul><li>mark</ul>',
      ),
    ).toEqual([
      ...['L 1. one', 'L 2. two', 'L a. inner', 'L b. more', 'L 7. seven', 'L 8. eight'],
      ...['L 4. four', 'L 3. three', 'L I. first', 'L plain', 'L mark'],
    ])
  })

  it('are omitted if an item is blank', async () => {
    expect(await linesOf('<ol><li> <li>two</ol>')).toEqual(['L 2. two'])
  })
})

describe('the mark of a note', () => {
  it.each([
    ['above the line', 'thick<sup><a href="#n1">1</a></sup> wood', 'thick wood'],
    [
      'above the line, within the link',
      'book<a class="sdendnoteanc" href="#sdendnote1sym"><sup>i</sup></a>',
      'book',
    ],
    ['before the note', '<a class="sdfootnotesym" href="#sdfootnote1anc">1</a>Footnote one', 'Footnote one'],
    ['that leads back', '<a href="#back_note_1">[←1]</a> The note.', 'The note.'],
    ['of a list of sources', 'so they say<a href="#cite_note-3">[3]</a>.', 'so they say.'],
    [
      'above the line, without a link',
      'thick<sup>1</sup> wood, burnt.<sup>12</sup> Now',
      'thick wood, burnt. Now',
    ],
    ['before a note that is no link', '<sup>1</sup> The note.', 'The note.'],
  ])('is left out: %s', async (_, html, text) => {
    expect(await linesOf(`<p>${html}</p>`)).toEqual([`P ${text}`])
  })

  it('is not confused with other short links, powers or numbers', async () => {
    const html =
      '<p>Plan <a href="#plan-b">b</a> of 2<sup>nd</sup> rank, x<sup>2</sup>, <a href="https://x.org/note">1</a></p>' +
      '<p>Of 5 km<sup>2</sup>, 10<sup>6</sup>, sin<sup>2</sup> x, XIX<sup>e</sup>, <i>x</i><sup>2</sup>, mc<sup>2</sup>, CH<sup>4</sup></p>'
    expect(await linesOf(html)).toEqual([
      'P Plan b of 2nd rank, x2, 1',
      'P Of 5 km2, 106, sin2 x, XIXe, x2, mc2, CH4',
    ])
  })
})

describe('a note is told by the mark that leads to it', () => {
  const all = (html: string) => allOf(encode(html), 'x.html')
  it.each([
    [
      'a paragraph',
      '<p>Thick<sup><a href="#n1">1</a></sup> wood.</p><p>Words.</p><p id="n1">1. Oak.</p><p>More.</p>',
      ['Thick wood. [footnote: 1]', 'Words.', 'footnote: 1. Oak.', 'More.'],
    ],
    [
      'an item of several paragraphs',
      '<p>Thick<sup><a href="#n1">1</a></sup> wood.</p><ol><li id="n1"><p>Oak.</p><p>Old.</p></li></ol><p>More.</p>',
      ['Thick wood. [footnote: 1]', 'footnote: 1. Oak.', 'footnote: Old.', 'More.'],
    ],
    [
      'a paragraph that begins with a link back, as Word and Google Docs write it',
      '<p>Thick<a href="#_ftn1" name="_ftnref1"><span>[1]</span></a> wood.</p><p>Words.</p><p><a href="#_ftnref1" name="_ftn1">[1]</a> Oak.</p>',
      ['Thick wood. [footnote: [1]]', 'Words.', 'footnote: Oak. [footnote: [1]]'],
    ],
    [
      'a comment of Google Docs',
      '<p>Thick<sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup> wood.</p><div><p><a href="#cmnt_ref1" id="cmnt1">[a]</a><span>Really?</span></p></div>',
      ['Thick wood. [footnote: [a]]', 'scriptNote: Really? [footnote: [a]]'],
    ],
    [
      'a number joined to a word',
      '<p>Thick wood.<a href="#x7">7</a> Words.</p><p id="x7">Oak.</p>',
      ['Thick wood. Words. [footnote: 7]', 'footnote: Oak.'],
    ],
    [
      'no number apart',
      '<p>See figure <a href="#x7">7</a>.</p><p id="x7">Oak.</p>',
      ['See figure 7.', 'Oak.'],
    ],
    [
      'no paragraph that a note leads back to',
      '<p id="n1"><a id="r1"></a>Thick<sup><a href="#n2">1</a></sup> wood.</p><p id="n2"><sup><a href="#r1">1</a></sup> Oak.</p><p id="r1">Words.</p>',
      ['Thick wood. [footnote: 1]', 'footnote: Oak. [footnote: 1]', 'Words.'],
    ],
  ])('%s', async (_, html, expected) => {
    expect(await all(html)).toEqual(expected)
  })

  it('on another page of a book', async () => {
    const bytes = book({
      'a.xhtml': '<h1>One</h1><p>Thick<sup><a href="notes.xhtml#n1">1</a></sup> wood.</p>',
      'b.xhtml': '<h1>Two</h1><p id="n1">Words.</p>',
      'notes.xhtml': '<p id="n1"><a href="a.xhtml#r1">1.</a> Oak.</p><p id="n2">2. Ash.</p>',
    })
    expect(await allOf(bytes)).toEqual([
      ...['# One', 'Thick wood. [footnote: 1]', '# Two', 'Words.', 'footnote: 1. Oak.', '2. Ash.'],
    ])
  })
})

it('a page that Word saved has its title, its table of contents, its comments and its deletions apart', async () => {
  const html =
    '<p class=MsoTitle>The Ferry</p><p class=MsoToc1>Chapter One.......... 1</p><h1>Chapter One</h1>' +
    '<p class=MsoNormal><del cite="mailto:a" datetime="2020-01-01T00:00"><span>Old. </span></del><ins>New.</ins><a href="#_msocom_1" class=msocomanchor>[AF1]</a></p>' +
    '<h1>Chapter Two</h1><p class=MsoNormal>Words.</p>' +
    '<div style="mso-element:comment-list"><div style="mso-element:comment"><p class=MsoCommentText>Really?</p></div></div>' +
    '<div style="mso-element:footnote-list"><div style="mso-element:footnote" id=ftn1><p class=MsoFootnoteText>Oak.</p></div></div>'
  expect(await allOf(encode(html), 'x.html')).toEqual([
    ...['title: The Ferry', 'contents: Chapter One.......... 1', '# Chapter One'],
    ...[
      'New. [hidden: Old.] [footnote: [AF1]]',
      '# Chapter Two',
      'Words.',
      'scriptNote: Really?',
      'footnote: Oak.',
    ],
  ])
})

describe('in a page, content that is not text is left out:', () => {
  it('navigation, the footer of the site and invisible text', async () => {
    const html =
      '<nav><ul><li><a href="/">Home</a></ul></nav><div role="navigation">More</div>' +
      '<article><p>The words.<footer>By its writer.</footer></article>' +
      '<p style="visibility: hidden">unseen</p><footer><p>All rights reserved</footer>'
    expect(await linesOf(html)).toEqual(['P The words.', 'P By its writer.'])
  })

  it('bullets within the text, alone or before an item’s text', async () => {
    const html =
      '<p>◦</p><p>• • •</p><p>• A lamp</p><li>▪ Two letters</li><p>3 · 4</p><table><tr><td>●<td>yes</table>'
    expect(await linesOf(html)).toEqual(['L A lamp', 'L Two letters', 'P 3 · 4', 'R ●, yes'])
  })

  it('a table of contents that is only a list of links', async () => {
    const entries = ['One', 'Two', 'Three'].map((name) => `<p><a href="#${name}">${name}</a> 7</p>`).join('')
    expect(await linesOf(`<h1>The Book</h1><h2>Contents</h2>${entries}<h2>One</h2><p>Words.`)).toEqual([
      'H The Book',
      'H One',
      'P Words.',
    ])
    // A link or two within the text are not a table of contents.
    expect(await linesOf('<p><a href="#a">See there</a></p><p>Words.</p>')).toEqual([
      'P See there',
      'P Words.',
    ])
  })

  it('a paragraph or a heading that is only a link to a picture', async () => {
    const larger = '<a href="images/12.jpg"><i>Larger</i></a>'
    const html = `<h1>One</h1><h5>${larger}</h5><p>Words.</p><p>${larger} ${larger}</p><p>See ${larger}.</p>`
    expect(await linesOf(html)).toEqual(['H One', 'P Words.', 'P See Larger.'])
  })

  it('a table of contents up to the first chapter, even if the chapter’s heading ends in a number', async () => {
    const contents = '<h1>Contents</h1><p><a href="#1">Chapter 1</a></p><p><a href="#2">Chapter 2</a></p>'
    expect(await linesOf(`${contents}<h2>Chapter 1</h2><p>Words.</p>`)).toEqual(['H Chapter 1', 'P Words.'])
  })

  it('but not a list whose numbers are not page numbers', async () => {
    const rows = ['Tea ...... 3', 'Cake ...... 12', 'Soup ...... 4', 'Fee ...... 9801', 'Fine ...... 9802']
    const html = rows.map((row) => `<p>${row}</p>`).join('')
    expect(await linesOf(html)).toEqual(rows.map((row) => `P ${row}`))
  })

  it('unless it is requested; parts state their places', async () => {
    const html = '<nav><p>Home</nav><p>Words.</p><ol><li id="footnote-1">A note.</ol><footer>Rights</footer>'
    const { parts } = await readDocument({
      name: 'x.html',
      bytes: encode(html),
      password: null,
      leavesOut: [],
    })
    expect(parts.map(({ text, place = 'body' }) => `${place}: ${text}`)).toEqual([
      'contents: Home',
      'body: Words.',
      'footnote: A note.',
      'margin: Rights',
    ])
  })
})

describe('a self-closing element in XHTML', () => {
  const NAMESPACE = '<html xmlns="http://www.w3.org/1999/xhtml">'
  const WORDS = '<h1>One</h1><p>A bell rang.</p><p>Nobody moved.</p>'
  const EXPECTED = ['H One', 'P A bell rang.', 'P Nobody moved.']
  const lines = async (html: string) => (await read('x.html', new TextEncoder().encode(html))).lines

  it.each(
    'title script style template noscript svg iframe object textarea select audio video canvas'.split(' '),
  )('does not include what follows: <%s/>, in the head and within the text', async (name) => {
    const empty = `<${name}/>`
    const body = WORDS.replaceAll('</p>', `</p>${empty}`).replace('bell', `${empty}bell`)
    for (const head of ['<?xml version="1.0"?>\n<!DOCTYPE html>\n<html>', NAMESPACE])
      expect(await lines(`${head}<head>${empty}</head><body>${body}</body></html>`)).toEqual(EXPECTED)
  })

  it.each([
    '<span epub:type="pagebreak" id="p5" title="5"/>',
    '<span role="doc-pagebreak" id="p5"/>',
    '<a id="mark"/>',
    '<a href="#n1"/>',
    '<div hidden="hidden"/>',
    '<span aria-hidden="true"/>',
    '<sup/>',
    '<math xmlns="http://www.w3.org/1998/Math/MathML"/>',
  ])('hides nothing after it: %s', async (mark) => {
    const inWords = WORDS.replace('bell', `${mark}bell`)
    const between = WORDS.replace('<p>Nobody', `${mark}<p>Nobody`)
    const body = mark.startsWith('<div') ? between : inWords
    expect(await lines(`${NAMESPACE}<body>${body}</body></html>`)).toEqual(EXPECTED)
  })

  it('opens an element in HTML, as in a browser', async () => {
    expect(await linesOf('<p>Seen.<div hidden/>Not seen.</div><p>Seen again.')).toEqual([
      'P Seen.',
      'P Seen again.',
    ])
  })

  it('is handled even if the page is not well-formed', async () => {
    expect(
      await lines(`${NAMESPACE}<head><title/></head><body><p>One &copy; two<p>Three <b>four</p></body>`),
    ).toEqual(['P One © two', 'P Three four'])
  })

  it('does not affect text in a CDATA section', async () => {
    expect(await lines(`${NAMESPACE}<body><p><![CDATA[A < B]]></p></body></html>`)).toEqual(['P A < B'])
  })
})

describe('a self-closing element in HTML', () => {
  const WORDS = '<h1>One</h1><p>A bell rang.</p>'
  const EXPECTED = ['H One', 'P A bell rang.']
  it.each(
    'title script style textarea noscript iframe svg select template object video a span div p i td section'.split(
      ' ',
    ),
  )('is empty if nothing closes it: <%s/>', async (name) => {
    const page = `<!doctype html><html><head><${name}/></head><body><${name} id=x />${WORDS}<${name}/></body></html>`
    expect((await read('x.html', new TextEncoder().encode(page))).lines).toEqual(EXPECTED)
  })

  it('is also empty beside others of its name, and in the middle of text', async () => {
    expect(
      await linesOf(
        '<div hidden/><div>Seen.</div><p>A <a id="x"/>light<script/><script>no()</script> went <i/>out.</p>',
      ),
    ).toEqual(['P Seen.', 'P A light went out.'])
  })

  it('includes nothing more if its end tag is missing', async () => {
    const page =
      '<html><head><title>The Ferry<meta charset="utf-8"></head><body><p>A <textarea>note<b> bell</b> rang.<p>Late.'
    expect(await read('x.html', new TextEncoder().encode(page))).toEqual({
      title: 'The Ferry',
      lines: ['P A bell rang.', 'P Late.'],
    })
    expect(await linesOf('<p>Early.</p><script>if (a < b) {<p>Late.</p>')).toEqual(['P Early.', 'P Late.'])
  })
})

it.each(['unicode', 'ucs-2', 'iso-10646-ucs-2', 'utf-16le'])(
  'a page of single bytes is not in %s, though it states that',
  async (charset) => {
    const page = `<meta http-equiv="Content-Type" content="text/html; charset=${charset}"><p>A café.</p>`
    expect((await read('x.html', new TextEncoder().encode(page))).lines).toEqual(['P A café.'])
  },
)

describe('hidden content of a page is listed in its place', () => {
  const all = (html: string) => allOf(encode(html), 'x.html')
  it.each([
    ['<p hidden>no</p>', 'hidden: no'],
    ['<div aria-hidden="true"><p>no</p></div>', 'hidden: no'],
    ['<div style="display:none"><h2>no</h2></div>', 'hidden: # no'],
    ['<style>.gone { display: none }</style><p class="a gone">no</p>', 'hidden: no'],
    [
      '<style>@media screen { p.gone, .b { visibility: hidden } }</style><p class="gone">no</p>',
      'hidden: no',
    ],
    ['<style>/* .x{} */ #gone{color:red;display : none !important}</style><p id="gone">no</p>', 'hidden: no'],
    ['<noscript><p>no</p></noscript>', 'hidden: no'],
    ['<template>no</template>', 'hidden: no'],
    ['<dialog>no</dialog>', 'hidden: no'],
    ['<video>no <a href="x">go</a></video>', 'hidden: no go'],
    ['<object>no</object>', 'hidden: no'],
    ['<iframe>no</iframe>', 'hidden: no'],
    [
      '<svg><title>A map</title><text>North <tspan>Sea</tspan></text><text>Ferry</text><style>p{}</style></svg>',
      'picture: A map North Sea Ferry',
    ],
    ['<map><area alt="North" href="#n"></map>', 'picture: North'],
    ['<table><tr hidden><td>no<td>never</table>', 'hidden: no, never'],
  ])('as a block: %s', async (html, told) => {
    expect(await all(`<p>Seen.</p>${html}<p>Seen again.</p>`)).toEqual(['Seen.', told, 'Seen again.'])
  })

  it.each([
    ['a <span hidden>no</span> b', 'a b [hidden: no]'],
    ['a <span style="display: none">no <b>never</b></span>', 'a [hidden: no never]'],
    ['<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</rt></ruby>', '漢字 [repeated: kan] [repeated: ji]'],
    [
      'a <select><option>red<option>green</select><button>Send</button> b',
      'a b [markup: red green] [markup: Send]',
    ],
    ['a<span class="pagenum">[Pg 12]</span> b', 'a b [pageNumber: [Pg 12]]'],
    ['a <span class="pagenum">long ago</span> b', 'a long ago b'],
    ['a <a role="doc-backlink" href="#n">back</a>', 'a [footnote: back]'],
    ['<a href="#x">One<br>Two <img alt="a map"> Three</a>', 'One\nTwo Three [picture: a map]'],
    [
      '<math><semantics><mi>x</mi><annotation encoding="TeX">\\xi</annotation></semantics></math>',
      'x [markup: \\xi]',
    ],
  ])('within text: %s', async (html, told) => {
    expect(await all(`<p>${html}</p>`)).toEqual([told])
  })

  it('in a table and in a heading', async () => {
    expect(
      await all(
        '<table><tr><td><img alt="a bell"><td>rang <img alt="once"><td><img alt="late"><td>b</table>',
      ),
    ).toEqual(['rang, b [picture: a bell] [picture: once] [picture: late]'])
    const html = '<!doctype html><h1>One <img alt="a bell"></h1><p>Once.'
    const { source } = await readImport({ file: { name: 'x.html', bytes: new TextEncoder().encode(html) } })
    expect(source.paragraphs.map(({ piece, text }) => `${piece ?? ''} ${text}`)).toEqual([
      'picture a bell',
      ' Once.',
    ])
  })

  it.each([
    ['for print', '@media print { .x { display: none } }'],
    ['by a rule that a later one overrides', '.x { display: none } .x { display: block }'],
    ['by a rule that a more specific one overrides', 'p.x { display: block } .x { display: none }'],
    ['within another element', '.menu .x { display: none }'],
    ['by a rule for the whole page', 'body, html { display: none }'],
  ])('but not if it is hidden only %s', async (_, css) => {
    expect(await all(`<style>${css}</style><p class="x">Seen.</p>`)).toEqual(['Seen.'])
  })

  it('if a style sheet of a book hides it', async () => {
    const bytes = book(
      {
        'a.xhtml': xhtml('<p>Seen.</p><p class="gone">no</p>', '<link rel="stylesheet" href="../in/s.css"/>'),
      },
      { files: { 'in/s.css': '@charset "utf-8"; @font-face { src: url(x) } .gone{display:none}' } },
    )
    expect(await allOf(bytes)).toEqual(['Seen.', 'hidden: no'])
  })
})

describe('a quotation gets the quotation marks that a browser draws', () => {
  it.each([
    ['He said <q>Go, she said <q>now</q></q>.', 'He said “Go, she said ‘now’”.'],
    ['<q>„Geh!“</q> “<q>Go!</q>” <q></q>Go.', '„Geh!“ “Go!” Go.'],
  ])('%s', async (html, text) => {
    expect(await linesOf(`<p>${html}</p>`)).toEqual([`P ${text}`])
  })
})

it('a page provides its author, description and language', async () => {
  const head =
    '<title>The Ferry</title><meta name="Author" content="A. Fox"><meta name="description" content="A lamp &amp; a key.">'
  const bytes = new TextEncoder().encode(`<!doctype html><html lang="pt-BR"><head>${head}</head><p>Words.`)
  expect(await readDocument({ name: 'x.html', bytes, password: null })).toMatchObject({
    ...{ title: 'The Ferry', author: 'A. Fox', description: 'A lamp & a key.', language: 'pt-BR' },
    parts: [{ text: 'Words.' }],
  })
})

describe('no text of a page is lost', () => {
  const words = (text: string) => text.match(/[a-z]+/g)?.toSorted() ?? []

  it('whatever the nesting of elements', async () => {
    const names =
      'p div span h2 li td tr table a b q sup sub em aside footer nav noscript object video svg text select button template ruby rt figure figcaption pre blockquote canvas dialog details summary math mi dl dt dd map label section'.split(
        ' ',
      )
    let seed = 7
    const next = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most
    for (let round = 0; round < 400; round++) {
      let count = 0
      const letters = () =>
        ` w${(round * 1000 + count++).toString(36).replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')} `
      const make = (depth: number): string => {
        if (depth === 0) return letters()
        const name = names[next(names.length)] ?? 'p'
        const hidden = next(9) === 0 ? ' hidden="hidden"' : ''
        const inner = Array.from({ length: 1 + next(3) }, () => make(next(depth))).join('')
        return `${letters()}<${name}${hidden}>${inner}</${name}>${next(4) === 0 ? `<${name}/>` : ''}${letters()}`
      }
      const html = make(4)
      const page = `<html xmlns="http://www.w3.org/1999/xhtml"><body>${html}</body></html>`
      const told = (await allOf(new TextEncoder().encode(page), 'x.html')).join(' ')
      const found = words(
        told.replaceAll(
          /\b(?:hidden|pictures|margin|contents|notes|repeated|markup|picture|footnote|pageNumber)\b:?/g,
          ' ',
        ),
      )
      expect(
        found.filter((word) => word.startsWith('w')),
        html,
      ).toEqual(words(html.replaceAll(/<[^>]*>/g, ' ')))
    }
  })
})

describe('a web archive', () => {
  const page =
    '<html><head><title>The Ferry</title></head><body><p>Caf=C3=A9, it is =\r\nsaid.</p></body></html>'
  const head = 'From: <Saved by a browser>\r\nSubject: The Ferry\r\nMIME-Version: 1.0\r\n'
  const related = (boundary: string, ...parts: readonly string[]) =>
    `Content-Type: multipart/related;\r\n\ttype="text/html";\r\n\tboundary="${boundary}"\r\n\r\n${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--`
  const part = (content: string) =>
    `Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${content}`
  const frame = part('<html><body><p>Buy a lamp!</p></body></html>')

  it.each([
    ['named as a page', 'x.html', head + related('--=b', part(page))],
    ['of a browser', 'x.mht', head + related('--=b', part(page), frame)],
    ['with the longer ending', 'x.mhtml', head + related('--=b', part(page), frame)],
    ['without other parts', 'x.mht', `MIME-Version: 1.0\r\n${part(page)}`],
    ['within another part', 'x.mht', head + related('a', related('b', part(page)))],
    [
      'with a very long address',
      'x.mht',
      `Snapshot-Content-Location: https://example.org/${'x'.repeat(6000)}\r\n${head}${related('--=b', part(page))}`,
    ],
  ])('is read as its page: %s', async (_, name, archived) => {
    const bytes = new TextEncoder().encode(archived)
    expect(await read(name, bytes)).toEqual({ title: 'The Ferry', lines: ['P Café, it is said.'] })
  })
})

describe('of a page that a browser saved, only the article is read:', () => {
  const article =
    '<h1>The Lamp</h1><p>The river rose in the night, and nobody saw it.</p><h2>The Key</h2><p>Then it stopped, said Mira.</p>'
  const lines = [
    'H The Lamp',
    'P The river rose in the night, and nobody saw it.',
    'H The Key',
    'P Then it stopped, said Mira.',
  ]
  const header = '<header><a href="/">Harbour Stories</a><p>Tales of the sea</p></header>'
  const share = '<div class="share-buttons"><a href="#">Share</a></div>'
  const comments = `<section id="comments"><h2>3 Comments</h2>${'<p>Nice one, and very long too.</p>'.repeat(9)}</section>`
  const aside = '<aside><h3>Related</h3><p>The Other Lamp</p></aside>'

  it.each([
    ['with a main part', `${header}<main>${article}${share}</main>${aside}<div>Follow us</div>`],
    ['with an article', `${header}<div><article>${share}${article}</article>${comments}</div>${aside}`],
    [
      'with a main part by its role',
      `${header}<div role="main">${article}${comments}</div><div>Log in</div>`,
    ],
    [
      'with a header that has the title',
      `<a class="skip-link" href="#m">Skip</a><div><h1>The Lamp</h1></div><article>${article.replace(/<h1>.*<\/h1>/, '')}</article>`,
    ],
    [
      'with a header of the site that is no element of its own',
      `<div id="header"><h1>Stories</h1><ul><li><a href="/">Home</a></li></ul></div>${article}<div id="footer">Rights</div>`,
    ],
    [
      'of a wiki',
      `<a class="mw-jump-link" href="#c">Jump to content</a>${article.replace('</h2>', '<span class="mw-editsection">[<a href="/e">edit</a>]</span></h2>').replace(', and', '<sup class="noprint">[<i>citation needed</i>]</sup>, and')}<div class="printfooter">Retrieved</div><div id="catlinks">Categories</div>`,
    ],
    [
      'in the reader view of a browser',
      `<div class="header reader-header"><a class="domain reader-domain" href="/">example.org</a><h1 class="reader-title">The Lamp</h1><div class="meta-data"><div class="reader-estimated-time">3–4 minutes</div></div></div><div class="content">${article.replace(/<h1>.*<\/h1>/, '')}</div><div class="toolbar-container"><ul><li>Close</li></ul></div>`,
    ],
  ])('%s', async (_, html) => {
    expect(await linesOf(`<html><body>${html}</body></html>`)).toEqual(lines)
  })

  it('but all of a page whose main part is short', async () => {
    const html = `<main><p>Welcome.</p></main><div>${article}</div>`
    expect(await linesOf(html)).toEqual(['P Welcome.', ...lines])
  })

  it('but all chapters that are articles', async () => {
    const html = '<article><h2>One</h2><p>Words.</p></article><article><h2>Two</h2><p>More.</p></article>'
    expect(await linesOf(html)).toEqual(['H One', 'P Words.', 'H Two', 'P More.'])
  })

  it('and the rest is named as left out', async () => {
    const bytes = encode(`<body>${header}<main>${article}</main></body>`)
    const { parts } = await readDocument({ name: 'x.html', bytes, password: null, leavesOut: [] })
    expect(parts.filter(({ place }) => place === 'margin').map(({ text }) => text)).toEqual([
      'Harbour Stories',
      'Tales of the sea',
    ])
  })
})
