import { describe, expect, it, test } from 'vitest'
import { readImport } from '../../../../electron/lib/documents/import/readImport.ts'
import { outline, readText } from './storyText.ts'

const read = async (text: string, name = 'a.txt') =>
  (await readImport({ file: { name, bytes: new TextEncoder().encode(text) } })).source
const outlineOf = async (text: string, name = 'a.txt') => outline(await readText(name, text))

const book = 'CHAPTER I\n\nA bell rang over the water.\n\nCHAPTER II\n\nSomebody had lit the lamp.'
const chapters = ['# CHAPTER I', 'A bell rang over the water.', '# CHAPTER II', 'Somebody had lit the lamp.']
const anyone = 'This eBook is for the use of anyone anywhere at no cost.'

describe('the licence of an archive', () => {
  it.each([
    ['*** START OF THIS ARCHIVE EBOOK THE FERRY ***', '*** END OF THIS ARCHIVE EBOOK THE FERRY ***'],
    ['***START OF THE ARCHIVE EBOOK THE FERRY\nAND THE LAMP***', '***END OF THE ARCHIVE EBOOK THE FERRY***'],
    [
      '***START**THE SMALL PRINT!**FOR PUBLIC DOMAIN ETEXTS**START***\nWhy is this here?\n\n*END*THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*END*',
      'End of the Archive Etext of The Ferry',
    ],
    ['*** START OF THE FERRY ***', '*** END OF THE FERRY ***'],
  ])('is recognized between %j and %j, and left out', async (start, end) => {
    const text = `The Archive eBook of The Ferry, by Ada Fox\n\n${anyone}\n\n${start}\n\n${book}\n\n${end}\n\nNobody owns a copyright in this eBook.`
    const source = await read(text)
    expect(source).toMatchObject({ title: 'The Ferry', author: 'Ada Fox' })
    expect(source.sections.map(({ kind }) => kind)).toEqual(['frontMatter', 'body', 'body', 'backMatter'])
    expect(source.paragraphs.filter(({ piece }) => piece === 'licence').length).toBeGreaterThan(3)
    expect(await outlineOf(text)).toEqual(chapters)
  })

  it('is recognized without markers by its content', async () => {
    const text = `${anyone}\n\n${book}\n\nThis work is licensed under a Creative Commons licence.`
    expect(await outlineOf(text)).toEqual(chapters)
  })

  it.each([
    [
      'a Canadian archive',
      '* A Distributed Proofreaders Canada eBook *\n\nThis work is in the Canadian public domain.\n\nTitle: The Ferry\nAuthor: Ada Fox',
      '[The end of The Ferry by Ada Fox]',
    ],
    [
      'an Australian archive',
      'Project Gutenberg Australia\n\nTitle:      The Ferry (1935)\nAuthor:     Ada Fox\neBook No.:  1\n\nTo contact Project Gutenberg of Australia go to http://gutenberg.net.au',
      'This site is full of FREE ebooks - Project Gutenberg Australia',
    ],
  ])('is told by what is usual in %s', async (_, above, below) => {
    const text = `${above}\n\n${book}\n\n${below}`
    expect(await read(text)).toMatchObject({ title: 'The Ferry', author: 'Ada Fox' })
    expect(await outlineOf(text)).toEqual(chapters)
  })

  it('is not what a text says about licences', async () => {
    const text =
      'Creative Commons was founded in 2001.\n\nThe work of Creative Commons lays the ground for it.\n\nMany people share what they made.'
    const credits =
      'The film shows how the founders of the movement want to save the world from failed sharing, through free tools that let anybody make their work available. Its music comes from an album that was released earlier this year under a Creative Commons BY-NC-SA license. Dozens of photos that the public took are in it as well, each with the name of the person who took it and the place where it was found, so that everyone who sees the film can find them again and use them in turn, in a film, a book or a song of their own, without asking anyone.'
    expect(await outlineOf(`${credits}\n\nMany people share what they made.`)).toContain(credits)
    expect(await outlineOf(text)).toEqual(text.split('\n\n'))
  })

  it('contains the markers of the licence, which end no text and begin none', async () => {
    const licence =
      '*** START: FULL LICENSE ***\n\nTHE FULL LICENSE\nTerms.\n\n*** END: FULL LICENSE ***\n\nMore terms.'
    const text = `*** START OF THIS EBOOK ***\n\n${book}\n\nEnd of the Archive EBook of The Ferry\n\n*** END OF THIS EBOOK ***\n\n${licence}`
    const { records } = await readText('a.txt', text)
    expect(JSON.stringify(records)).not.toMatch(/terms|LICENSE/i)
  })

  it('is recognized around each of two texts in one file', async () => {
    const one = `*** START OF THIS EBOOK ***\n\n${book}\n\n*** END OF THIS EBOOK ***\n\nTerms.`
    expect(await outlineOf(`${one}\n\n${one}`)).toEqual([...chapters, ...chapters])
  })

  it('is also recognized in HTML', async () => {
    const text = `<p>${anyone}</p><p>*** START OF THIS EBOOK ***</p><h2>CHAPTER I</h2><p>A bell rang over the water.</p><h2>CHAPTER II</h2><p>Somebody had lit the lamp.</p><p>*** END OF THIS EBOOK ***</p><p>Terms.</p>`
    expect(await outlineOf(`<html><body>${text}</body></html>`, 'a.html')).toEqual(chapters)
  })

  it.each([
    ['complete', ['The Bell', 'The Lamp', 'The Key'], ['# The Bell', 'Supplied by Ada Fox']],
    ['incomplete', ['The Bell'], ['# The Bell', '# Supplied by Ada Fox']],
  ])('surrounds chapters that a list of contents has if that is complete: %s', async (_, listed, lines) => {
    const list = listed.map((title, index) => `<p><a href="#c${index}">${title}</a></p>`).join('')
    const heads = ['The Bell', 'Supplied by Ada Fox', 'The Lamp', 'The Key'].map(
      (title) => `<h2>${title}</h2>`,
    )
    const body = heads.join('<p>A bell rang over the water.</p>')
    const text = `<p>${anyone}</p><p>*** START OF THIS EBOOK ***</p><h2>Contents</h2>${list}${body}<p>Nobody moved.</p>`
    const told = await outlineOf(
      `<html><body>${text}<p>*** END OF THIS EBOOK ***</p></body></html>`,
      'a.html',
    )
    const titles = told.filter((line) => !line.endsWith('.'))
    expect(titles).toEqual([...lines, '# The Lamp', '# The Key'])
  })

  it('is not confused with a line of a story', async () => {
    const text = 'It rained.\n\n*** END OF TRANSMISSION ***\n\nNobody answered.'
    expect(await outlineOf(text)).toEqual(text.split('\n\n'))
  })
})

test.each([
  ['licence', "[Transcriber's Note: Spelling is kept.\n\nSo are commas.]"],
  ['licence', "+------------------+\n| Transcriber's Note: Spelling is kept. |\n+------------------+"],
  ['licence', 'Note au lecteur de ce fichier numérique:\n\nLes erreurs ont été corrigées.'],
  ['picture', '[Illustration: The quay at night]'],
  ['picture', '[Illustration]'],
  ['footnote', '[Footnote 1: It was.]'],
  ['pageNumber', '[Pg 12]'],
  ['pageNumber', '{12}'],
])('a paragraph is recognized as %s: %j', async (piece, paragraph) => {
  const source = await read(`A bell rang.\n\n${paragraph}\n\nNobody moved.`)
  const told = source.paragraphs.filter((each) => each.piece !== null)
  expect(new Set(told.map((each) => each.piece))).toEqual(new Set([piece]))
  expect(told.map(({ text }) => text).join('\n\n')).toBe(paragraph)
})

test.each([
  ['a bell rang _twice_ today.', 'a bell rang twice today.', ['_', '_']],
  ['a =bold= bell and a ~small~ one', 'a bold bell and a small one', ['=', '=', '~', '~']],
  ['on the 1_st_ of May', 'on the 1st of May', ['_', '_']],
  ['he said _"Hello"_ twice', 'he said "Hello" twice', ['_', '_']],
  ['snake_case and 2 = 3 = 4', 'snake_case and 2 = 3 = 4', []],
  ['far[1] away', 'far away', ['[1]']],
  ['far {12} away', 'far away', ['{12}']],
])('markup in a paragraph is marked, and the text is kept: %j', async (written, spoken, signs) => {
  const text = `${written}\n\n[Footnote 1: It was.]`
  const [paragraph] = (await read(text)).paragraphs
  expect(paragraph?.marks.map(({ start, end }) => written.slice(start, end))).toEqual(signs)
  expect(await outlineOf(text)).toEqual([spoken])
})

test.each([
  ['mother-\nin-law', 'mother-in-law'],
  ['to-\nday', 'to-day'],
  ['mor-\nning', 'morning'],
])('a word divided at the end of a line is joined: %j', async (broken, whole) => {
  const line = 'It was the hour at which the bell had always rung before the'
  const text = `${line} ${broken}, and nobody on the quay in all the town moved at all\nthat day.\n\nThe morning came.`
  expect((await outlineOf(text))[0]).toBe(
    `${line} ${whole}, and nobody on the quay in all the town moved at all that day.`,
  )
})

test('verse within hard-wrapped prose keeps its lines', async () => {
  const prose =
    'Once, at the edge of a wood that no map remembered, there hung a lamp\nthat was lit every evening by somebody whom nobody in town had seen,\nand nobody asked.'
  const verse =
    'The bell that rings across the water, far away\nThe lamp that burns upon the quay at close of day'
  const longer = `${verse}\nThe boat that comes when nobody would have it stay`
  const text = [prose, prose, prose, longer].join('\n\n')
  expect((await outlineOf(text)).at(-1)).toBe(longer)
})

test('no word of an archive text is lost', async () => {
  const words = (text: string) => (text.match(/[\p{L}\p{N}]+/gu) ?? []).toSorted()
  const text = `The Archive eBook of The Ferry, by Ada Fox\n\n${anyone}\n\n*** START OF THIS EBOOK ***\n\nProduced by B.\n\nTHE FERRY\n\nby Ada Fox\n\nCONTENTS\n\nCHAPTER I   3\nCHAPTER II   9\n\n\n\n${book}[1]\n\nFOOTNOTES:\n\n[1] It was.\n\n*** END OF THIS EBOOK ***\n\nTerms.`
  const { sections, paragraphs } = await read(text)
  const told = [...sections.map(({ title }) => title ?? ''), ...paragraphs.map((each) => each.text)]
  expect(words(told.join(' '))).toEqual(words(text))
})

test('numbers that an edition prints beside every fifth line are neither notes nor spoken', async () => {
  const page = (number: number) =>
    [5, 10, 15, 20]
      .map((line) => `The ferry came late on day ${number},\n[${line}] and nobody on the quay said a word.`)
      .join('\n\n')
  const text = [
    `[5]  It was late.`,
    page(1),
    page(2),
    '[10] --No one[1] came.',
    page(3),
    '[1] Not one.',
  ].join('\n\n')
  const source = await read(text)
  expect(source.paragraphs.flatMap(({ piece, text: words }) => (piece === null ? [] : [words]))).toEqual([
    '[1] Not one.',
  ])
  const spoken = await outlineOf(text)
  expect(spoken.slice(0, 2)).toEqual([
    'It was late.',
    'The ferry came late on day 1,\nand nobody on the quay said a word.',
  ])
  expect(spoken).toContain('--No one came.')
})

describe('a web page of an archive', () => {
  const page = (title: string, head: string, body: string) =>
    `<html><head><title>${title}</title></head><body><pre>${head}\n\n*** START OF THIS ARCHIVE EBOOK ***</pre>${body}<pre>*** END OF THIS ARCHIVE EBOOK ***\n\nTerms.</pre></body></html>`
  const chaptersIn = (headings: readonly string[]) =>
    headings
      .map((heading) => `${heading}<p>The ferry came late. Nobody on the quay said a word.</p>`)
      .join('')

  test.each([
    [
      'Ferry',
      `${anyone}\n\nTitle: The Ferry and the Lamp\n\nAuthor: Ada Fox\n\nRelease Date: May 1, 2001`,
      'The Ferry and the Lamp',
    ],
    ['The Ferry, by Ada Fox—An Archive eBook', anyone, 'The Ferry'],
    [
      'The Ferry, by Ada Fox',
      `${anyone}\n\nTitle: The Ferry\n       A Story of a River\n\nAuthor: Ada Fox`,
      'The Ferry',
    ],
  ])('names the title and the author in %j and %j', async (title, head, name) => {
    const text = page(title, head, chaptersIn(['<h2>Chapter 1</h2>', '<h2>Chapter 2</h2>']))
    expect(await read(text, 'a.html')).toMatchObject({ title: name, author: 'Ada Fox' })
  })

  test('has the number and the title of a chapter in two headings', async () => {
    const twice = ['I', 'II', 'III'].map((number) => `<h2>${number}</h2><h3>The Bell ${number}</h3>`)
    const source = await read(page('A', anyone, chaptersIn(['<h2>PREFACE</h2>', ...twice])), 'a.html')
    const titles = source.sections.flatMap(({ title, kind }) => (kind === 'body' ? [title] : []))
    expect(titles).toEqual(['PREFACE', 'I: The Bell I', 'II: The Bell II', 'III: The Bell III'])
  })

  test('has numbers for its parts above the titles of their first chapters', async () => {
    const headings = [
      '<h1>I</h1><h2>The Bell</h2>',
      '<h2>The Lamp</h2>',
      '<h1>II</h1><h2>The Key</h2>',
      '<h2>The Quay</h2>',
    ]
    const source = await read(page('A', anyone, chaptersIn(headings)), 'a.html')
    const titles = source.sections.flatMap(({ title, kind }) => (kind === 'body' ? [title] : []))
    expect(titles).toEqual(['I', 'The Bell', 'The Lamp', 'II', 'The Key', 'The Quay'])
  })
})

test('the paragraph below a note of a transcriber about a word is read', async () => {
  const words = ['A bell rang over the water.', 'Somebody had lit the lamp.']
  const [one = '', two = ''] = words
  expect(await outlineOf(`${one}\n\nTranscriber's Note: original reads 'watter'\n\n${two}`)).toEqual(words)
  expect(
    await outlineOf(`${one}\n\n${two}\n\nTranscriber's Notes\n\nThe cover was made for this file.`),
  ).toEqual(words)
})
