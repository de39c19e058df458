import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../../electron/lib/documents/formats/readDocument.ts'
import { read } from './samples.ts'

const encode = (html: string) => new TextEncoder().encode(`<!doctype html><body>${html}</body>`)
const linesOf = async (html: string) => (await read('x.html', encode(html))).lines

describe('the numbers of a list', () => {
  it('are words of their items, as a browser shows them', async () => {
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

  it('stay out where an item is blank', async () => {
    expect(await linesOf('<ol><li> <li>two</ol>')).toEqual(['L 2. two'])
  })
})

describe('the mark of a note is left out', () => {
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
  ])('%s', async (_, html, text) => {
    expect(await linesOf(`<p>${html}</p>`)).toEqual([`P ${text}`])
  })

  it('and no other short link, power or number', async () => {
    const html =
      '<p>Plan <a href="#plan-b">b</a> of 2<sup>nd</sup> rank, x<sup>2</sup>, <a href="https://x.org/note">1</a></p>' +
      '<p>Of 5 km<sup>2</sup>, 10<sup>6</sup>, sin<sup>2</sup> x, XIX<sup>e</sup>, <i>x</i><sup>2</sup>, mc<sup>2</sup>, CH<sup>4</sup></p>'
    expect(await linesOf(html)).toEqual([
      'P Plan b of 2nd rank, x2, 1',
      'P Of 5 km2, 106, sin2 x, XIXe, x2, mc2, CH4',
    ])
  })
})

describe('of a page, what is no text is left out', () => {
  it('navigation, the footer of the site and words that are made invisible', async () => {
    const html =
      '<nav><ul><li><a href="/">Home</a></ul></nav><div role="navigation">More</div>' +
      '<article><p>The words.<footer>By its writer.</footer></article>' +
      '<p style="visibility: hidden">unseen</p><footer><p>All rights reserved</footer>'
    expect(await linesOf(html)).toEqual(['P The words.', 'P By its writer.'])
  })

  it('bullets that stand among the words, alone or before those of an item', async () => {
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
    // A link or two within the text are no table.
    expect(await linesOf('<p><a href="#a">See there</a></p><p>Words.</p>')).toEqual([
      'P See there',
      'P Words.',
    ])
  })

  it('up to the first chapter, though its heading ends in a number as entries do', async () => {
    const contents = '<h1>Contents</h1><p><a href="#1">Chapter 1</a></p><p><a href="#2">Chapter 2</a></p>'
    expect(await linesOf(`${contents}<h2>Chapter 1</h2><p>Words.</p>`)).toEqual(['H Chapter 1', 'P Words.'])
  })

  it('and no list whose numbers are not those of pages', async () => {
    const rows = ['Tea ...... 3', 'Cake ...... 12', 'Soup ...... 4', 'Fee ...... 9801', 'Fine ...... 9802']
    const html = rows.map((row) => `<p>${row}</p>`).join('')
    expect(await linesOf(html)).toEqual(rows.map((row) => `P ${row}`))
  })

  it('unless it is asked for; parts say where they stand', async () => {
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
      'notes: A note.',
      'margin: Rights',
    ])
  })
})

describe('an element that closes itself in XHTML', () => {
  const NAMESPACE = '<html xmlns="http://www.w3.org/1999/xhtml">'
  const WORDS = '<h1>One</h1><p>A bell rang.</p><p>Nobody moved.</p>'
  const EXPECTED = ['H One', 'P A bell rang.', 'P Nobody moved.']
  const lines = async (html: string) => (await read('x.html', new TextEncoder().encode(html))).lines

  it.each(
    'title script style template noscript svg iframe object textarea select audio video canvas'.split(' '),
  )('swallows nothing: <%s/>, in the head and among the words', async (name) => {
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
  ])('silences nothing after it: %s', async (mark) => {
    const inWords = WORDS.replace('bell', `${mark}bell`)
    const between = WORDS.replace('<p>Nobody', `${mark}<p>Nobody`)
    const body = mark.startsWith('<div') ? between : inWords
    expect(await lines(`${NAMESPACE}<body>${body}</body></html>`)).toEqual(EXPECTED)
  })

  it('begins an element in HTML, as in a browser', async () => {
    expect(await linesOf('<p>Seen.<div hidden/>Not seen.</div><p>Seen again.')).toEqual([
      'P Seen.',
      'P Seen again.',
    ])
  })

  it('is read on if the page is not well-formed', async () => {
    expect(
      await lines(`${NAMESPACE}<head><title/></head><body><p>One &copy; two<p>Three <b>four</p></body>`),
    ).toEqual(['P One © two', 'P Three four'])
  })

  it('leaves words in a section of characters', async () => {
    expect(await lines(`${NAMESPACE}<body><p><![CDATA[A < B]]></p></body></html>`)).toEqual(['P A < B'])
  })
})
