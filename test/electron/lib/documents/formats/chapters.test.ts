/** Chapters of a book whose pages have no headings, pictures of headings, or headings as plain lines; and large first letters. */
import { describe, expect, it } from 'vitest'
import { allOf, book, storyOf } from './books.ts'

const page = (...paragraphs: string[]) =>
  paragraphs.map((text) => (text.startsWith('<') ? text : `<p>${text}</p>`)).join('')
const WORDS = {
  'a.xhtml': page('The tide was out.'),
  'b.xhtml': page('Somebody had lit the lamp.'),
  'c.xhtml': page('It lay under the stone.'),
}

/** The chapters of a book of the three pages, some of them replaced. */
async function chapters(pages: Readonly<Record<string, string>>, contents: Readonly<Record<string, string>>) {
  return storyOf(book({ ...WORDS, ...pages }, { contents }))
}
const TITLES = { 'a.xhtml': 'Low Water', 'b.xhtml': 'The Lamp', 'c.xhtml': 'The Key' }
const STORY = [
  '# Low Water',
  'The tide was out.',
  '# The Lamp',
  'Somebody had lit the lamp.',
  '# The Key',
  'It lay under the stone.',
]

describe('a chapter that the table of contents lists', () => {
  it.each([
    ['a page without headings', {}],
    [
      'a page whose heading is a picture',
      {
        'b.xhtml': page(
          '<div><img src="x.png" alt="Chapter Two: The Lamp"/></div>',
          'Somebody had lit the lamp.',
        ),
      },
    ],
    [
      'a line that says the title',
      { 'b.xhtml': page('<p class="t">THE&#160;LAMP</p>', 'Somebody had lit the lamp.') },
    ],
    ['a number and a line', { 'b.xhtml': page('2', 'The Lamp', 'Somebody had lit the lamp.') }],
    [
      'a heading of a number and a line',
      { 'b.xhtml': page('<h1>II</h1>', 'The Lamp', 'Somebody had lit the lamp.') },
    ],
    ['a title in two lines', { 'b.xhtml': page('The', 'Lamp', 'Somebody had lit the lamp.') }],
    [
      'a heading that is not shown',
      { 'b.xhtml': page('<h1 hidden="hidden">The Lamp</h1>', 'Somebody had lit the lamp.') },
    ],
    [
      'a page with the number of a printed one before its title',
      { 'b.xhtml': page('<div epub:type="pagebreak" title="7"/>', 'The Lamp', 'Somebody had lit the lamp.') },
    ],
  ])('begins at its entry: %s', async (_, pages) => {
    const found = await chapters(pages, TITLES)
    expect(found.map((line) => line.replace(/^# THE.LAMP$/, '# The Lamp'))).toEqual(STORY)
  })

  it.each([
    ['a number in the table and in the page', '2. The Lamp', page('2', 'THE LAMP'), '# 2. The Lamp'],
    ['a number in the table alone', '2. The Lamp', page('The Lamp'), '# The Lamp'],
    [
      '“Chapter Two” above the title',
      'The Lamp',
      page('<h1>Chapter Two</h1>', 'The Lamp'),
      '# Chapter Two: The Lamp',
    ],
    [
      '“Chapter Two” above the title in both',
      'Chapter Two: The Lamp',
      page('Chapter Two', 'The Lamp'),
      '# Chapter Two: The Lamp',
    ],
    ['headings that say it in two', '2. The Lamp', page('<h1>2</h1>', '<h2>The Lamp</h2>'), '# 2. The Lamp'],
    ['another heading than the table', 'The Lamp', page('<h1>Two</h1>'), '# Two'],
    ['a heading after a motto', 'The Lamp', page('All is light.', '<h1>Two</h1>'), '# Two'],
  ])('has its title only once: %s', async (_, title, lines, heading) => {
    const found = await chapters(
      { 'b.xhtml': lines + page('Somebody had lit the lamp.') },
      { ...TITLES, 'b.xhtml': title },
    )
    const expected = STORY.with(2, heading)
    expect(found).toEqual(
      lines.includes('motto') || lines.includes('light')
        ? expected.toSpliced(2, 0, 'All is light.')
        : expected,
    )
  })

  it('lists other content of the title’s lines below the title', async () => {
    const lines = '<p>The <span epub:type="pagebreak" title="7"/>Lamp <img alt="a lamp"/></p>'
    const pages = { ...WORDS, 'b.xhtml': lines + page('Somebody had lit the lamp.') }
    expect((await allOf(book(pages, { contents: TITLES }))).slice(2, 6)).toEqual([
      ...['# The Lamp', 'pageNumber: 7', 'picture: a lamp', 'Somebody had lit the lamp.'],
    ])
  })

  it('may begin within a page, at an element of any kind', async () => {
    const found = await storyOf(
      book(
        {
          'a.xhtml': page(
            '<p id="one">The tide was out.</p>',
            '<a id="two"/><p>Somebody had lit the lamp.</p>',
            '<p><span id="three">It</span> lay there.</p>',
            '<p>Under the stone.<a name="four"/></p>',
            '<p>Nobody came.</p>',
          ),
        },
        {
          contents: {
            'a.xhtml#one': 'Low Water',
            'a.xhtml#two': 'The Lamp',
            'a.xhtml#three': 'The Key',
            'a.xhtml#four': 'The End',
          },
        },
      ),
    )
    expect(found).toEqual([
      ...[
        '# Low Water',
        'The tide was out.',
        '# The Lamp',
        'Somebody had lit the lamp.',
        '# The Key',
        'It lay there.',
        'Under the stone.',
      ],
      ...['# The End', 'Nobody came.'],
    ])
  })

  it('may be nested in a part of the book', async () => {
    const nav =
      '<nav epub:type="toc"><ol><li><a href="a.xhtml">Low Water</a></li><li><a href="b.xhtml">Part Two</a><ol><li><a href="b.xhtml#x">The Lamp</a></li><li><a href="c.xhtml">The Key</a></li></ol></li></ol></nav>'
    const pages = { ...WORDS, 'b.xhtml': page('<p id="x">Somebody had lit the lamp.</p>') }
    expect(
      await storyOf(book(pages, { contents: {}, files: { 'in/nav.xhtml': `<html>${nav}</html>` } })),
    ).toEqual(STORY.toSpliced(2, 0, '# Part Two'))
  })

  it('may be listed in an older table with other lists, entities and unescaped characters', async () => {
    const point = (title: string, src: string, inner = '') =>
      `<navPoint><navLabel><text>${title}</text></navLabel><content src="${src}"/>${inner}</navPoint>`
    const ncx = `<?xml version="1.0"?><ncx><docTitle><text>B</text></docTitle><navMap>${point('Low&nbsp;Water', 'a.xhtml', point('The Lamp & Co.', 'b.xhtml'))}${point('The Key', 'c.xhtml')}</navMap><pageList><pageTarget><navLabel><text>1</text></navLabel><content src="a.xhtml"/></pageTarget></pageList></ncx>`
    const manifest = '<item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/>'
    expect(await storyOf(book(WORDS, { manifest, files: { 'in/toc.ncx': ncx } }))).toEqual(
      STORY.with(2, '# The Lamp & Co.'),
    )
    // The newer table only states where to begin.
    expect(
      await storyOf(
        book(WORDS, { manifest, contents: { 'a.xhtml': 'Start' }, files: { 'in/toc.ncx': ncx } }),
      ),
    ).toEqual(STORY.with(2, '# The Lamp & Co.'))
  })

  it('may begin with a picture on a separate page, before the page with the text', async () => {
    const pages = {
      'a.xhtml': page('The tide was out.'),
      'p.xhtml': '<img alt="Two" src="x.png"/>',
      'b.xhtml': page('Somebody had lit the lamp.'),
    }
    const contents = { 'a.xhtml': 'Low Water', 'p.xhtml': 'The Lamp' }
    expect(await storyOf(book(pages, { contents }))).toEqual(STORY.slice(0, 4))
  })

  it('ends with its page if it is front matter', async () => {
    const pages = { 'r.xhtml': page('All rights reserved.'), 'x.xhtml': page('It was early.'), ...WORDS }
    const found = await storyOf(book(pages, { contents: { 'r.xhtml': 'Copyright', ...TITLES } }))
    expect(found).toEqual(['It was early.', ...STORY])
  })
})

describe('two headings in a row on a page of the table of contents', () => {
  it.each([
    [
      'are one title if the first numbers it, in any language',
      '<h5>פרק שני</h5><h2>The Lamp</h2>',
      ['# פרק שני: The Lamp'],
    ],
    [
      'are title and text if the second is listed nowhere',
      '<h1>The Lamp</h1><h3>On the quay, at night</h3>',
      ['# The Lamp', 'On the quay, at night'],
    ],
    [
      'are a chapter and its first section if more sections follow',
      '<h1>The Lamp</h1><h2>Oil</h2><p>There was none.</p><h2>Light</h2>',
      ['# The Lamp', '# Oil', 'There was none.', '# Light'],
    ],
  ])('%s', async (_, headings, lines) => {
    const pages = { 'b.xhtml': `${headings}<p>Somebody had lit the lamp.</p>` }
    expect(await chapters(pages, TITLES)).toEqual(STORY.toSpliced(2, 1, ...lines))
  })

  it('are not joined if the first is that of the whole book', async () => {
    const head = (title: string, words: string) => `<h1>Tides</h1><h2>${title}</h2><p>${words}</p>`
    const pages = {
      'a.xhtml': head('Low Water', 'The tide was out.'),
      'b.xhtml': head('The Lamp', 'Somebody had lit the lamp.'),
      'c.xhtml': head('The Key', 'It lay under the stone.'),
    }
    const found = await chapters(pages, TITLES)
    expect(found.filter((line) => line !== '# Tides')).toEqual(STORY)
  })
})

describe('the headings of the pages', () => {
  it.each([
    '<aside class="note"><h4>Note</h4><p>Mind the step.</p></aside>',
    '<div class="tip" title="Tip"><h3>Note</h3><p>Mind the step.</p></div>',
    '<div data-type="warning"><h6>Note</h6><p>Mind the step.</p></div>',
  ])('are text in a box beside the text: %s', async (box) => {
    const html = `<h1>Low Water</h1><p>The tide was out.</p>${box}`
    expect(await storyOf(book({ 'a.xhtml': html }))).toEqual([...STORY.slice(0, 2), 'Note', 'Mind the step.'])
  })

  it.each(['›', '¶', '#'])('do not have the sign of a link to themselves: %s', async (sign) => {
    const html = `<h1 id="a"><span><a href="#a">${sign}</a> </span>Low Water</h1><p>The tide was out.</p>`
    expect(await storyOf(book({ 'a.xhtml': html }))).toEqual(STORY.slice(0, 2))
  })

  const headed = Object.fromEntries(
    Object.entries(WORDS).map(([name, text], index) => [
      name,
      `<h1>${'One Two Three'.split(' ')[index] ?? ''}</h1>${text}`,
    ]),
  )
  const story = [
    '# One',
    'The tide was out.',
    '# Two',
    'Somebody had lit the lamp.',
    '# Three',
    'It lay under the stone.',
  ]
  it.each([
    ['one entry', { 'a.xhtml': 'Start' }],
    ['where to begin, and what is around the text', { 'a.xhtml': 'Begin Reading', 'b.xhtml': 'Copyright' }],
    ['other titles', TITLES],
    ['titles of files', { 'a.xhtml': 'a.xhtml', 'b.xhtml': 'book_split_001', 'c.xhtml': 'c.html' }],
  ])('are used if the table has only %s', async (_, contents) => {
    expect(await storyOf(book(headed, { contents }))).toEqual(story)
  })

  it.each([
    [
      'numbers of pages',
      Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`a.xhtml#p${n}`, `Page ${n}`])),
    ],
    ['one title for all', { 'a.xhtml': 'The Ferry', 'b.xhtml': 'The Ferry', 'c.xhtml': 'The Ferry' }],
    [
      'the first words of each page',
      {
        'a.xhtml': 'The tide was out',
        'b.xhtml': 'Somebody had lit the',
        'c.xhtml': 'It lay under the',
      },
    ],
    ['one entry', { 'a.xhtml': 'Low Water' }],
  ])('are not made from a table with %s', async (_, contents) => {
    const marks = Array.from({ length: 12 }, (_, n) => `<a id="p${n}"/>`).join('')
    const found = await chapters({ 'a.xhtml': `<p>${marks}The tide was out at noon.</p>` }, contents)
    expect(found).toEqual([
      'The tide was out at noon.',
      'Somebody had lit the lamp.',
      'It lay under the stone.',
    ])
  })
})

describe('a large first letter', () => {
  it.each([
    ['a picture', '<p><img src="t.png" alt="T"/>he ferry was late.</p>'],
    ['a picture that is called a letter', '<p><img src="t.png" alt="Drop cap T"/>he ferry was late.</p>'],
    [
      'a picture without words, by its name',
      '<p><img class="dropcap" src="img/t.png" alt=""/>he ferry was late.</p>',
    ],
    ['a span', '<p><span class="drop">T</span>he ferry was late.</p>'],
    [
      'a span that floats, with a space after it',
      '<p><span style="float: left">T</span>\n  he ferry was late.</p>',
    ],
    ['a block', '<div class="cap">T</div><p>he ferry was late.</p>'],
    ['a paragraph', '<p>T</p><p>he ferry was late.</p>'],
    ['a heading', '<h3>T</h3><p>he ferry was late.</p>'.replace('T', 'T')],
    ['a picture in a block', '<div><img alt="T" src="t.png"/></div><p>he ferry was late.</p>'],
    ['small capitals after it', '<p><b class="lettrine">T</b><small>he ferry</small> was late.</p>'],
  ])('is joined to its word if it is %s', async (_, html) => {
    expect(await storyOf(book({ 'a.xhtml': html }))).toEqual(['The ferry was late.'])
  })

  it.each([
    ['<p>W</p><p>E WAITED by the rail.</p>', ['WE WAITED by the rail.']],
    ['<p>“<img alt="W" src="w.png"/>e waited,” he said.</p>', ['“We waited,” he said.']],
    ['<div>“W</div><p>e waited,” he said.</p>', ['“We waited,” he said.']],
    ['<div>I</div><p>t was late.</p>', ['It was late.']],
    ['<div>I</div><p>was late.</p>', ['I was late.']],
    ['<div>A</div><p>fter noon.</p>', ['After noon.']],
    ['<div>A</div><p>gull came.</p>', ['A gull came.']],
  ])('is joined to its word if that makes sense: %s', async (html, story) => {
    expect(await storyOf(book({ 'a.xhtml': html }))).toEqual(story)
  })

  it.each([
    ['<p>A</p><p>aardvark, 12</p>', ['A', 'aardvark, 12']],
    ['<p>B</p><p>BARGE, and others</p>', ['B', 'BARGE, and others']],
    ['<h2>V</h2><p>e waited.</p>', ['# V', 'e waited.']],
    ['<p>Plan <img alt="B" src="b.png"/> was better.</p>', ['Plan was better.']],
    ['<p>X</p><p>The next day.</p>', ['X', 'The next day.']],
  ])('is left alone if it is not part of the next word: %s', async (html, story) => {
    expect(await storyOf(book({ 'a.xhtml': html }))).toEqual(story)
  })

  it('in a picture is not listed as a picture', async () => {
    expect(
      await allOf(
        book({ 'a.xhtml': '<p><img src="t.png" alt="T"/>he <img alt="ferry" src="f.png"/>ferry.</p>' }),
      ),
    ).toEqual(['The ferry. [picture: ferry]'])
  })
})
