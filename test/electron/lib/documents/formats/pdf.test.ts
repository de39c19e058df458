import { describe, expect, it } from 'vitest'
import { toTitle, arrangeLines } from '../../../../../electron/lib/documents/formats/pdf.ts'
import {
  plainLetters,
  joinLines,
  type PdfPiece,
} from '../../../../../electron/lib/documents/formats/pdfLines.ts'
import { partsFromPages } from '../../../../../electron/lib/documents/formats/pdfParts.ts'
import { read } from './samples.ts'
import { long } from '../../../../support/tags.ts'

const SIZE = 10
/** A piece of text whose letters are half as wide as they are high. */
const piece = (text: string, x: number, y: number, height = SIZE): PdfPiece => ({
  ...{ text, x, y, height },
  width: (text.length * height) / 2,
})
const page = (pieces: readonly PdfPiece[]) => arrangeLines(joinLines(pieces))
const textsOf = (pieces: readonly PdfPiece[]) => partsFromPages([page(pieces)]).map(({ text }) => text)

describe('scripts that run from right to left', () => {
  it('are read in logical order from a PDF by LibreOffice, with the letters of a ligature in order', async () => {
    const text = (await read('scripts.pdf')).lines.join(' ')
    expect(text).toContain('שלום עולם. הספר הזה נכתב בשנת 1984 על ידי סופר זקן.')
    expect(text).toContain('السلام عليكم. كتب هذا الكتاب في عام 1984 بيد كاتب عجوز.')
    expect(text).toContain('人生大事，日月山水，金木土石。')
  })

  it('are read in logical order even if a page is drawn from left to right, as by Chrome', () => {
    let x = 50
    const drawn = ['.', 'זקן', '1984', 'בשנת', 'שלום'].map((word) => {
      const at = piece(word, x, 700)
      x += at.width + (word === '.' ? 0 : 4)
      return at
    })
    expect(textsOf(drawn)).toEqual(['שלום בשנת 1984 זקן.'])
    // In a left-to-right document, the end of a sentence is at its right.
    expect(textsOf([piece('עולם', 50, 700), piece('שלום', 74, 700), piece('.', 94, 700)])).toEqual([
      'שלום עולם.',
    ])
    expect(
      textsOf([piece('He said to us', 50, 700), piece('עולם', 119, 700), piece('שלום', 143, 700)]),
    ).toEqual(['He said to us שלום עולם'])
  })
})

it('a title that a person wrote is kept; an address or a file name from a program is not', () => {
  const titles = [
    'The Tides ',
    'Microsoft Word - Tides.docx',
    'about:blank',
    'https://example.org/tides',
    'tides.indd',
    '',
    7,
  ]
  expect(titles.map(toTitle)).toEqual(['The Tides', null, null, null, null, null, null])
})

it('ligatures, presentation forms and radicals become plain letters; powers are kept', () => {
  expect(plainLetters('ﬁve eﬃcient ﻼ ⼈⽣⻑⻅ x²')).toBe('five efficient لا 人生長见 x²')
  expect(plainLetters('\uf001ve \uf002ags, A\uf762\uf763\uf7e9 \uf731\uf739, \uf8ff')).toBe(
    'five flags, Abcé 19, \uf8ff',
  )
})

describe('in the layout of a page,', () => {
  const left = [
    'The first column begins here and',
    'goes on for a line or two until',
    'it has said all that there was',
    'to say about the sea and ships.',
  ]
  const right = [
    'A second column stands beside it',
    'and goes on for as many lines as',
    'the first one has, with words of',
    'its own about birds and the sky.',
  ]

  it('columns are read one after the other, even if they are drawn row by row', () => {
    const rows = left.flatMap((text, index) => [
      piece(text, 50, 700 - index * 12),
      piece(right[index] ?? '', 260, 700 - index * 12),
    ])
    expect(textsOf(rows)).toEqual([left.join(' '), right.join(' ')])
  })

  it('a first column may continue below the others', () => {
    const rows = left.flatMap((text, index) => [
      piece(text, 50, 700 - index * 12),
      piece(right[index] ?? '', 260, 700 - index * 12),
    ])
    const more = 'It also has a last line of its own.'
    const after = 'A line that runs below both of the columns, and says another thing.'
    expect(textsOf([...rows, piece(more, 50, 652), piece(after, 50, 620)])).toEqual([
      [...left, more].join(' '),
      right.join(' '),
      after,
    ])
  })

  it('centered lines that look the same get the same look', () => {
    const long = 'A line of text that is as wide as all the others that stand here.'
    const lines = [piece('Chapter One', 185, 700), piece(long, 50, 670), piece(long, 50, 658)]
    const more = [piece('Chapter Two', 185, 620), piece(long, 50, 590), piece('Short.', 50, 578)]
    expect(
      partsFromPages([page([...lines, ...more])]).map(({ look, text }) => [text.slice(0, 11), look]),
    ).toEqual([
      ['Chapter One', 'centred 10'],
      ['A line of t', undefined],
      ['Chapter Two', 'centred 10'],
      ['A line of t', undefined],
    ])
  })

  it('short cells form the rows of a table', () => {
    const rows = [
      ['Heron', '12'],
      ['Tern', '3'],
      ['Gull', '40'],
      ['Swan', '5'],
    ].flatMap(([name = '', count = ''], index) => [
      piece(name, 50, 700 - index * 12),
      piece(count, 200, 700 - index * 12),
    ])
    expect(textsOf(rows)).toEqual(['Heron, 12', 'Tern, 3', 'Gull, 40', 'Swan, 5'])
  })

  it('cells may have more than one line, whatever the vertical alignment of the others', () => {
    const table = [
      // As Chrome does: cells are centred in the height of their row.
      ...[
        piece('Monday', 50, 688),
        piece('It came in at six', 150, 700),
        piece('and went out be-', 150, 688),
      ],
      ...[piece('fore noon', 150, 676), piece('12', 300, 688)],
      // As LibreOffice does: cells begin at the top.
      ...[piece('Tuesday, the', 50, 650), piece('second day', 50, 638)],
      ...[piece('It stayed out', 150, 650), piece('3', 300, 650)],
    ]
    const before = piece('A paragraph that stands before the table and is long.', 50, 740)
    const after = piece('And that was all that she had written on the page.', 50, 600)
    expect(textsOf([before, ...table, after])).toEqual([
      before.text,
      'Monday, It came in at six and went out before noon, 12',
      'Tuesday, the second day, It stayed out, 3',
      after.text,
    ])
  })

  it('tables are also recognized on a page with right-to-left text', () => {
    const rows = [
      piece('Monday', 50, 700),
      piece('It came in at six', 150, 700),
      piece('and went out.', 150, 688),
    ]
    const table = [...rows, piece('Tuesday', 50, 660), piece('No', 150, 660)]
    expect(textsOf([piece('שלום', 50, 740), ...table])).toEqual([
      'שלום',
      'Monday, It came in at six and went out.',
      'Tuesday, No',
    ])
  })

  it('a mark at a distance from its text makes a list item, not cells', () => {
    const lines = [
      ...[piece('1.', 50, 700), piece('Read it once, slowly and', 80, 700), piece('aloud.', 80, 688)],
      ...[piece('2.', 50, 676), piece('Burn it.', 80, 676)],
    ]
    expect(partsFromPages([page(lines)])).toMatchObject([{ kind: 'listItem' }, { kind: 'listItem' }])
  })

  it('a justified narrow line has no cells', () => {
    const lines = [
      [piece('The', 50, 700), piece('extraordinary', 105, 700)],
      [piece('representation', 50, 688), piece('of', 160, 688)],
      [piece('responsibilities', 50, 676), piece('ends.', 145, 676)],
    ].flat()
    expect(textsOf(lines)).toEqual(['The extraordinary representation of responsibilities ends.'])
  })

  it('a list item whose first line is indented is kept whole', () => {
    const lines = [
      [piece('•', 50, 700), piece('An item whose first line is indented and goes extra-', 80, 700)],
      [piece('ordinarily far.', 60, 688), piece('•', 50, 676), piece('Next item.', 60, 676)],
    ].flat()
    expect(textsOf([...lines].filter(({ text }) => text !== '•'))[0]).toContain('extraordinarily far.')
  })

  it('raised note numbers are removed, and powers are kept', () => {
    const mark = (text: string, x: number) => ({ ...piece(text, x, 704, 6), width: 3 })
    expect(textsOf([piece('So thick', 50, 700), mark('1', 90), piece(' wood.', 93, 700)])).toEqual([
      'So thick wood.',
    ])
    expect(textsOf([piece('So thick', 50, 700), mark('1 ', 90), piece('wood.', 93, 700)])).toEqual([
      'So thick wood.',
    ])
    expect(textsOf([mark('1', 50), piece('The note.', 54, 700)])).toEqual(['The note.'])
    expect(textsOf([piece('Of x', 50, 700), mark('2', 70)])).toEqual(['Of x2'])
    expect(textsOf([piece('Of 5 km', 50, 700), mark('2', 85)])).toEqual(['Of 5 km2'])
  })

  it('note marks in browser size, including lowercase numerals, and the mark of the note itself are removed', () => {
    const mark = (text: string, x: number) => ({ ...piece(text, x, 704, SIZE * (5 / 6)), width: 3 })
    expect(
      textsOf([
        ...[piece('So thick', 50, 700), mark('1', 90), piece(' wood', 93, 700), mark('ii', 118)],
        ...[piece(' of the 2', 121, 700), mark('nd', 166), piece(' kind.', 170, 700)],
        ...[piece('1', 50, 100, 8), piece('The note.', 70, 100, 8)],
      ]),
    ).toEqual(['So thick wood of the 2nd kind.', 'The note.'])
  })

  it('a table of contents is separated from the text', () => {
    const entries = ['Contents', 'The Lighthouse 1', 'The Storm 12', 'Words.'].map((text, index) =>
      piece(text, 50, 700 - index * 30),
    )
    const leaders = ['One ........ 1', 'Two ........ 9', 'Three ...... 20'].map((text, index) =>
      piece(text, 50, 500 - index * 12),
    )
    const parts = partsFromPages([page([...entries, ...leaders])])
    expect(parts.filter(({ place }) => place === undefined).map(({ text }) => text)).toEqual(['Words.'])
  })

  it('the heading of the first chapter is kept even if it ends in a number like an entry', () => {
    const lines = ['Contents', 'Chapter 1 5', 'Chapter 2 12', 'Chapter 1', 'Words.'].map((text, index) =>
      piece(text, 50, 700 - index * 30),
    )
    expect(partsFromPages([page(lines)]).filter(({ place }) => place === undefined)).toMatchObject([
      { text: 'Chapter 1' },
      { text: 'Words.' },
    ])
  })

  it('text without ends of sentences is read in linear time', long, () => {
    const lines = Array.from({ length: 40 }, (_, index) =>
      piece('word '.repeat(12).trim(), 50, 700 - index * 12),
    )
    const pages = Array.from({ length: 3000 }, () => page(lines))
    const [part, ...others] = partsFromPages(pages).filter(({ place }) => place === undefined)
    expect(others).toEqual([])
    // The first and the last line of each page are the same everywhere, as headers and footers are.
    expect(part?.text.split(' ')).toHaveLength(3000 * 38 * 12)
  })
})
