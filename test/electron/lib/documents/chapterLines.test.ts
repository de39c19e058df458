import { describe, expect, it, test } from 'vitest'
import { parseChapterLine } from '../../../../electron/lib/documents/chapterNumbers.ts'
import { readImport } from '../../../../electron/lib/documents/import/readImport.ts'

/** The titles of a text's sections, with the kind of those that are not its body. */
async function chaptersOf(text: string) {
  const { source } = await readImport({ file: { name: 'a.txt', bytes: new TextEncoder().encode(text) } })
  return source.sections.map(({ title, kind }) => (kind === 'body' ? title : `${kind}: ${title ?? ''}`))
}

/** A text with a paragraph of two sentences below each heading. */
const withText = (headings: readonly string[]) =>
  headings.map((heading) => `${heading}\n\nThe ferry came late. Nobody on the quay said a word.`).join('\n\n')

test('the title of a marked heading is its text without the marks', async () => {
  expect(await chaptersOf(withText(['# One', '# Two', '## The Lamp ##']))).toEqual(['One', 'Two', 'The Lamp'])
})

test('the number above the first title is not part of a list that is numbered differently', async () => {
  const list = 'CONTENTS\n\n  I.    The Bell\n  II.   The Lamp\n  III.  The Key'
  const body = ['I', 'II', 'III']
    .map((number, index) => `CHAPTER ${number}\n\n${['THE BELL', 'THE LAMP', 'THE KEY'][index] ?? ''}`)
    .map((heading) => `${heading}\n\nThe ferry came late. Nobody on the quay said a word.`)
  expect(await chaptersOf([list, ...body].join('\n\n'))).toEqual([
    ...['contents: CONTENTS', 'CHAPTER I: THE BELL', 'CHAPTER II: THE LAMP', 'CHAPTER III: THE KEY'],
  ])
})

test('a title of several lines is all in the heading', async () => {
  const long =
    'Chapter II. In which the ferry goes down to the river once more, with all\nthat was seen there, and what was said of it by those who had not been on\nthe quay that day'
  expect(await chaptersOf(withText(['Chapter I. The _Bell_ rings', long, 'Chapter III. The Key']))).toEqual([
    ...['Chapter I. The Bell rings', long.replaceAll('\n', ' '), 'Chapter III. The Key'],
  ])
})

test('a paragraph that begins with the number of a chapter is not its heading', async () => {
  const prose =
    'Chapter 2 of the book that she had left behind on the quay was about a bell\nthat nobody had heard for years, and about the ferry, which did not come when\nit was called by night'
  expect(await chaptersOf(`${withText(['Chapter 1', 'Chapter 2'])}\n\n${prose}`)).toEqual([
    'Chapter 1',
    'Chapter 2',
  ])
})

test('a title below its number is as long as its entry in the contents', async () => {
  const titles = ['THE BELL', 'OF THE «Swan», THE FERRY THAT WENT\nDOWN TO THE RIVER', 'THE KEY']
  const numbers = ['I', 'II', 'III']
  const list = numbers.map((number, index) => `${number} ${titles[index] ?? ''}`).join('\n\n')
  const body = withText(numbers.map((number, index) => `${number}\n\n${titles[index] ?? ''}`))
  expect(await chaptersOf(`CONTENTS\n\n${list}\n\n\n\n${body}`)).toEqual([
    ...[
      'contents: CONTENTS',
      'I: THE BELL',
      'II: OF THE «Swan», THE FERRY THAT WENT DOWN TO THE RIVER',
      'III: THE KEY',
    ],
  ])
})

test.each([
  ['Dreißigstes Kapitel', 30],
  ['Zweiundsechzigstes Kapitel', 62],
  ['Chapitre trentième', 30],
  ['Chapitre vingt et unième', 21],
  ['CHAPITRE TRENTE ET UN', 31],
  ['Capítulo trigésimo primero', 31],
  ['Capítulo treinta y dos', 32],
  ['Capítulo veintidós', 22],
  ['Capitolo ventitreesimo', 23],
  ['Capitolo trentotto', 38],
  ['Capítulo trinta e um', 31],
  ['Глава тридцатая', 30],
  ['Глава сорок первая', 41],
  ['Rozdział trzydziesty czwarty', 34],
  ['Chapter Forty-Two', 42],
  ['Fiftieth Chapter', 50],
  ['Hoofdstuk eenentwintig', 21],
])('the number of “%s” is %i', (line, number) => {
  expect(parseChapterLine(line)).toMatchObject({ kind: 'chapter', number })
})

test('a chapter of a series in words whose number is misspelt begins where it is', async () => {
  const lines = [
    'Erstes Kapitel',
    'Zweites Kapitel',
    'Dritttes Kapitel',
    'Viertes Kapitel',
    'Letztes Kapitel',
  ]
  expect(await chaptersOf(withText(lines))).toEqual(lines)
  expect(await chaptersOf(withText(['Erster Brief', 'Ihr Brief', 'Zweiter Brief']))).toEqual([
    'Erster Brief',
    'Zweiter Brief',
  ])
})

test('a title that blank lines set apart from the text belongs to the number above', async () => {
  const titles = [
    'Comment le bac partit.',
    'Ce que vit Mira sur le quai, et ce\nqu’elle en dit.',
    'Conclusion.',
  ]
  const text = titles.map(
    (title, index) =>
      `CHAPITRE ${'I'.repeat(index + 1)}.\n\n${title}\n\n\nLe bac partit tard. Personne ne dit mot.`,
  )
  expect(await chaptersOf(text.join('\n\n\n\n'))).toEqual([
    'CHAPITRE I. Comment le bac partit.',
    'CHAPITRE II. Ce que vit Mira sur le quai, et ce qu’elle en dit.',
    'CHAPITRE III. Conclusion.',
  ])
})

test('numbers of printed pages are not chapters between those in Roman numerals', async () => {
  const numbers = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII']
  const pages = ['1', '7', '5', '6', '21', '22', '23']
  const text = numbers.map((number, index) => `${pages[index] ?? ''}\n\n\n${withText([number])}`).join('\n\n')
  expect((await chaptersOf(text)).filter((title) => title !== 'frontMatter: ')).toEqual(numbers)
})

test('a series of numbers goes on after one that is missing', async () => {
  const numbers = ['I', 'II', 'III', 'IV', 'V', 'VII', 'VIII', 'IX']
  expect(await chaptersOf(withText(numbers))).toEqual(numbers)
})

test('the mark of a note does not belong to a heading', async () => {
  const text = withText(['Chapter I', 'Chapter II[1].', 'Chapter III']).replace(
    'Chapter III\n',
    '[1] It was.\n\n$&',
  )
  const { source } = await readImport({ file: { name: 'a.txt', bytes: new TextEncoder().encode(text) } })
  expect(source.sections.map(({ title }) => title)).toEqual(['Chapter I', 'Chapter II.', 'Chapter III'])
  const notes = source.paragraphs.filter(({ piece }) => piece === 'footnote')
  expect(notes.map((each) => each.text)).toEqual(['[1]', '[1] It was.'])
})

test('the number of a volume on the title page is not a chapter', async () => {
  const page = 'COLLECTED STORIES\n\nVOLUME III.\n\nPRINTED ON THE QUAY\n\n1829'
  const text = `${page}\n\n\n${withText(['CHAPTER I', 'CHAPTER II'])}`
  expect((await chaptersOf(text)).filter((title) => title?.includes('VOLUME'))).toEqual([])
  const part = withText(['PART TWO', 'CHAPTER I', 'CHAPTER II'])
  expect(await chaptersOf(part)).toContain('PART TWO')
  const volumes = withText(['VOLUME I', 'VOLUME II', 'VOLUME III'])
  expect(await chaptersOf(volumes)).toEqual(['VOLUME I', 'VOLUME II', 'VOLUME III'])
})

describe('the chapters of a plain text', () => {
  it.each([
    ['German', ['Kapitel 1', 'Kapitel 2: Überfahrt', 'Drittes Kapitel', '4. Die Lampe', 'V']],
    ['English', ['Prologue', 'Chapter the First', 'CHAPTER II. The Bell', 'Chapter Twenty-One', 'EPILOGUE']],
    ['French', ['Chapitre premier', 'Chapitre II', 'Troisième partie', 'Épilogue']],
    ['Spanish', ['Capítulo primero', 'Capítulo 2. La lámpara', 'Capítulo III', 'Epílogo']],
    ['Italian', ['Capitolo primo', 'Capitolo secondo', 'Parte terza']],
    ['Portuguese', ['Prólogo', 'Capítulo primeiro', 'Capítulo dois']],
    ['Polish', ['Rozdział pierwszy', 'Rozdział 2', 'Część druga']],
    ['Russian', ['Пролог', 'Глава первая', 'Глава 2. Лодка', 'Глава двадцать первая', 'Часть вторая']],
    ['Greek', ['Κεφάλαιο Α', 'Κεφάλαιο Β΄', 'Κεφάλαιο 3. Η λάμπα']],
    ['Chinese', ['第一章 灯', '第二章', '第十二回　桥', '第3节']],
    ['Japanese', ['第一章　灯', '第二話', '第三十一章　橋']],
    ['Korean', ['제1장 등불', '제2장', '3장 다리']],
    ['numbers only', ['1', '2', '3']],
    ['roman numbers', ['I', 'II', 'III', 'IV']],
    ['numbers with a full stop', ['1.', '2.', '3.']],
    ['numbers in words', ['One', 'Two', 'Three']],
    ['titles after a number', ['I. The Bell', 'II. The Lamp', 'III. The Key']],
    ['titles after a dash', ['1 — The Bell', '2 — The Lamp']],
    ['numbers that start again in each part', ['Part One', '1', '2', 'Part Two', '1', '2']],
  ])('are recognized by the words and numbers of %s', async (_, headings) => {
    expect(await chaptersOf(withText(headings))).toEqual(headings)
  })

  it.each([
    [
      'a year',
      '1986. What a great year.\n\nIt rained. We left.\n\n1987. Another one.\n\nIt rained. We stayed.',
    ],
    ['a date', '3. Mai\n\nIt rained. We left.\n\n4. Mai\n\nIt rained. We stayed.'],
    ['the steps of a recipe', '1. Chop the onions.\n\n2. Fry them.\n\n3. Eat.'],
    ['a list without text', 'Take these along:\n\n1. Bread\n\n2. Salt\n\n3. Oil'],
    ['a word that is a number', 'I\n\nwas there. Nobody else was.\n\nThe ferry came.'],
    ['one number', 'It rained. We left.\n\n4\n\nIt rained. We stayed.'],
    ['a sentence in Chinese', '第一章很长。\n\n下雨了。我们走了。\n\n第二章也很长。'],
    ['a sentence', 'Part two of the plan failed.\n\nBook 3 was long.'],
  ])('are not made of %s', async (_, text) => {
    expect(await chaptersOf(text)).toEqual([null])
  })

  it('are not numbered verses within a chapter', async () => {
    const song = 'I.\n\nJolly bell, ring.\n\nII.\n\nJolly bell, rest.'
    const text = `${withText(['Chapter I', 'Chapter II'])}\n\n${song}\n\n${withText(['Chapter III'])}`
    expect(await chaptersOf(text)).toEqual(['Chapter I', 'Chapter II', 'Chapter III'])
  })

  it.each([
    ['CHAPTER I\nTHE FERRY', 'CHAPTER I: THE FERRY'],
    ['   CHAPTER I.\n   THE FERRY', 'CHAPTER I. THE FERRY'],
    ['CHAPTER I.\n\nTHE FERRY', 'CHAPTER I. THE FERRY'],
  ])('may have titles of two lines: %j', async (heading, title) => {
    expect(await chaptersOf(withText([heading, 'CHAPTER II. THE LAMP']))).toEqual([
      title,
      'CHAPTER II. THE LAMP',
    ])
  })

  it('do not use the first sentence as a title', async () => {
    const text =
      'Chapter 1\n\nA bell rang over the water.\n\nChapter 2\n\nThe gull came back.\n\nChapter 3\n\nIt was late.'
    expect(await chaptersOf(text)).toEqual(['Chapter 1', 'Chapter 2', 'Chapter 3'])
  })

  it('are lines in capitals if each is followed by enough text', async () => {
    const long = 'The ferry came late, and nobody on the quay said a word about it. '.repeat(8)
    const text = ['THE BELL', 'THE LAMP'].map((title) => `${title}\n\n${long}`).join('\n\n\n')
    expect(await chaptersOf(text)).toEqual(['THE BELL', 'THE LAMP'])
    expect(await chaptersOf('It rained.\n\n\nNO ENTRY\n\nWe went in.\n\n\nGO AWAY\n\nWe left.')).toEqual([
      null,
    ])
  })

  test('do not read a line that repeats the title', async () => {
    const text =
      'Chapter 1: The Bell\n\nThe Bell\n\nIt rang.\n\nChapter 2: The Lamp\n\nChapter 2\n\nIt burned.'
    const { source } = await readImport({ file: { name: 'a.txt', bytes: new TextEncoder().encode(text) } })
    expect(source.paragraphs.map(({ piece, text: words }) => [piece, words])).toEqual([
      ['repeated', 'The Bell'],
      [null, 'It rang.'],
      ['repeated', 'Chapter 2'],
      [null, 'It burned.'],
    ])
  })
})

describe('a list of contents in a text', () => {
  const book = withText(['Chapter 1', 'Chapter 2', 'Chapter 3'])
  it.each([
    ['lines', 'CONTENTS\n\nChapter 1\nChapter 2\nChapter 3'],
    ['paragraphs', 'Contents\n\nChapter 1\n\nChapter 2\n\nChapter 3'],
    ['pages', 'INHALT\n\nChapter 1 ........ 3\nChapter 2 ........ 9\nChapter 3 ....... 12'],
    ['two columns', 'Table of Contents\n\nChapter 1     3     Chapter 3    12\nChapter 2     9'],
    ['its title in the same paragraph', 'ОГЛАВЛЕНИЕ\nChapter 1\nChapter 2\nChapter 3'],
    ['emphasis', '_Spis treści_\n\nChapter 1\n\nChapter 2\n\nChapter 3'],
  ])('of %s ends where the chapters begin', async (_, list) => {
    const [contents = '', ...chapters] = await chaptersOf(`${list}\n\n\n${book}`)
    expect(contents).toMatch(/^contents: /)
    expect(chapters).toEqual(['Chapter 1', 'Chapter 2', 'Chapter 3'])
  })

  it('turns lines without numbers into chapters', async () => {
    const list = 'CONTENTS\n\nThe Bell      3\nThe Lamp      9\n\n\n\n'
    const long =
      'The ferry came late, and nobody on the quay said a word about it, since it always came late in May.'
    const text = `${list}THE BELL\n\n${long} ${long}\n\n\nTHE LAMP\n\n${long} ${long}`
    expect(await chaptersOf(text)).toEqual(['contents: CONTENTS', 'THE BELL', 'THE LAMP'])
  })
})

describe('the text before the first chapter', () => {
  it('is a title page if it names the author', async () => {
    const text = `THE LAST FERRY\n\nby\n\nAda Fox\n\nHarbour Press, 1920\n\n\n${withText(['Chapter 1', 'Chapter 2'])}`
    const { source } = await readImport({ file: { name: 'a.txt', bytes: new TextEncoder().encode(text) } })
    expect(source).toMatchObject({ title: 'THE LAST FERRY', author: 'Ada Fox' })
    expect(await chaptersOf(text)).toEqual(['frontMatter: ', 'Chapter 1', 'Chapter 2'])
  })

  it('is read if it is prose', async () => {
    expect(await chaptersOf(`It was dark. Nobody spoke.\n\n${withText(['Chapter 1', 'Chapter 2'])}`)).toEqual(
      [null, 'Chapter 1', 'Chapter 2'],
    )
  })
})
