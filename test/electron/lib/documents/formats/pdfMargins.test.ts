/** The margins of the pages of a PDF, and how the text continues after them. */
import { describe, expect, it } from 'vitest'
import { at, lines, partsOf, pdf, RIVER, STORY } from './pdfSamples.ts'

describe('text in the margins of the pages', () => {
  const words = 'the boats lay still and nobody counted them again that night although the river rose'.split(
    ' ',
  )
  /** A separate paragraph for each page, which continues the one before. */
  const text = (page: number, count = 8) =>
    Array.from({ length: count }, (_, line) =>
      Array.from({ length: 7 }, (__, word) => words[(page * 5 + line * 3 + word) % words.length])
        .concat('abcdefgh'[page] ?? '')
        .join(' '),
    )
  const body = (page: number) => lines(text(page), 420)
  const only = async (pages: readonly string[], place: string) =>
    (await partsOf(pdf(pages)))
      .filter((part) => part.startsWith(place))
      .map((part) => part.slice(place.length + 1))
  const counted = (count: number, page: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => page(index))

  it.each([
    ['numbers below', 3, (page: number) => at(196, 30, String(page + 1), 10), ['1', '2', '3']],
    [
      'numbers below, in another place on the left page',
      4,
      (page: number) => at(page % 2 === 0 ? 50 : 340, 30, String(page + 17)),
      ['17', '18', '19', '20'],
    ],
    [
      'numbers between signs',
      3,
      (page: number) => at(190, 30, `– ${page + 9} –`),
      ['– 9 –', '– 10 –', '– 11 –'],
    ],
    [
      'Roman numerals',
      3,
      (page: number) => at(196, 30, ['vii', 'viii', 'ix'][page] ?? ''),
      ['vii', 'viii', 'ix'],
    ],
    [
      'Roman numerals in capitals',
      3,
      (page: number) => at(196, 30, ['I', 'II', 'III'][page] ?? ''),
      ['I', 'II', 'III'],
    ],
    [
      'numbers with that of the chapter',
      3,
      (page: number) => at(196, 30, `2-${page + 11}`),
      ['2-11', '2-12', '2-13'],
    ],
    [
      'another head on each page, in smaller letters',
      4,
      (page: number) => at(140, 470, ['The Quay', 'Old Harrow', 'A Lamp', 'No Answer'][page] ?? '', 9),
      ['The Quay', 'Old Harrow', 'A Lamp', 'No Answer'],
    ],
    ['the number of a single page', 1, () => at(196, 30, '7'), ['7']],
    [
      'numbers of how many',
      3,
      (page: number) => at(160, 30, `Page ${page + 1} of 3`),
      ['Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3'],
    ],
    [
      'a title in large letters with the numbers of how many',
      3,
      (page: number) => at(100, 470, `A Tale of Boats, page ${page + 1} of 3`, 16),
      ['A Tale of Boats, page 1 of 3', 'A Tale of Boats, page 2 of 3', 'A Tale of Boats, page 3 of 3'],
    ],
    [
      'a title',
      3,
      () => at(140, 470, 'A Tale of Boats', 9),
      ['A Tale of Boats', 'A Tale of Boats', 'A Tale of Boats'],
    ],
    [
      'title and chapter in turn, with numbers at the outer edge',
      8,
      (page: number) =>
        page % 2 === 0
          ? at(50, 470, `${page + 4}`) + at(150, 470, 'A Tale of Boats')
          : at(150, 470, page < 4 ? 'The Quay' : 'The Lamp') + at(340, 470, `${page + 4}`),
      [
        '4 A Tale of Boats',
        'The Quay 5',
        '6 A Tale of Boats',
        'The Quay 7',
        '8 A Tale of Boats',
        'The Lamp 9',
        '10 A Tale of Boats',
        'The Lamp 11',
      ],
    ],
    [
      'names of chapters without numbers',
      6,
      (page: number) =>
        at(
          150,
          470,
          ['A Tale of Boats', 'The Quay', 'A Tale of Boats', 'The Quay', 'A Tale of Boats', 'The Lamp'][
            page
          ] ?? '',
        ),
      ['A Tale of Boats', 'The Quay', 'A Tale of Boats', 'The Quay', 'A Tale of Boats', 'The Lamp'],
    ],
    [
      'two lines of head',
      3,
      () => at(140, 485, 'A Tale of Boats', 9) + at(140, 472, 'First proof', 9),
      ['A Tale of Boats', 'First proof', 'A Tale of Boats', 'First proof', 'A Tale of Boats', 'First proof'],
    ],
    ['a word behind the text', 4, () => at(90, 300, 'DRAFT', 60), ['DRAFT', 'DRAFT', 'DRAFT', 'DRAFT']],
  ])(
    'is separated from the text, and does not interrupt a paragraph: %s',
    async (_, count, head, expected) => {
      const pages = counted(count, (page) => head(page) + body(page))
      expect(await only(pages, 'margin')).toEqual(expected)
      expect(await only(pages, 'P')).toEqual([counted(count, (page) => text(page).join(' ')).join(' ')])
    },
  )

  it('does not include chapter headings, even if each page begins with one', async () => {
    const pages = counted(
      4,
      (page) => at(150, 470, `Chapter ${page + 1}`, 18) + body(page) + at(196, 30, String(page + 1)),
    )
    expect(await only(pages, 'H')).toEqual(['Chapter 1', 'Chapter 2', 'Chapter 3', 'Chapter 4'])
    const small = counted(4, (page) => at(150, 470, `Chapter ${page + 1}`) + body(page))
    expect(await only(small, 'margin')).toEqual([])
    const numbers = counted(
      4,
      (page) => at(196, 470, String(page + 1)) + body(page) + at(196, 30, String(page + 5)),
    )
    expect(await only(numbers, 'margin')).toEqual(['5', '6', '7', '8'])
  })

  it('in small type below the text consists of notes, each a separate part with its mark', async () => {
    const marked = (page: number) =>
      lines(text(page).slice(0, 7), 420) +
      at(50, 319.2, 'He had counted nine boats') +
      at(189, 323, '1', 7) +
      at(193, 319.2, ' before supper and')
    const notes =
      at(50, 80, '1', 6) +
      at(54, 76, 'Eight, in the oldest copies of the tale, and', 9) +
      at(50, 65, 'ten in the one that was printed.', 9) +
      at(50, 54, '2 Or after it.', 9)
    const parts = await partsOf(pdf([marked(0) + notes, body(1)]))
    expect(parts).toEqual([
      `P ${[...text(0).slice(0, 7), 'He had counted nine boats[1] before supper and', ...text(1)].join(' ')}`,
      'footnote [1]Eight, in the oldest copies of the tale, and ten in the one that was printed.',
      'footnote 2 Or after it.',
    ])
  })
})

it('in small type below a column consists of notes, even if the other column goes further down', async () => {
  const column = (x: number, count: number) =>
    lines(
      Array.from(
        { length: count },
        (_, index) =>
          `${index % 2 === 0 ? 'the boats lay' : 'and nobody saw'} ${'abcdefghijklmno'[index] ?? ''}`,
      ),
      420,
      x,
    )
  const marked = at(50, 247.2, 'He had nine boats') + at(146, 251, '1', 7) + at(150, 247.2, '.')
  const notes = at(50, 226, '1Eight, in the oldest', 9) + at(50, 215, 'copies of the tale.', 9)
  const parts = await partsOf(pdf([column(50, 12) + marked + notes + column(260, 16)]))
  expect(parts.filter((part) => part.startsWith('footnote'))).toEqual([
    'footnote 1Eight, in the oldest copies of the tale.',
  ])
})

it('small type below the text is not a note if nothing in the text refers to it', async () => {
  const body = lines([STORY.slice(0, 51), ...RIVER.slice(1)], 400)
  const table = at(50, 80, '12 boats lay here', 9) + at(50, 68, '57 15 10', 9)
  expect((await partsOf(pdf([body + table]))).filter((part) => part.startsWith('footnote'))).toEqual([])
  const starred = body + at(50, 300, 'They were counted.*') + at(50, 80, '* By Harrow alone.', 9)
  expect((await partsOf(pdf([starred]))).at(-1)).toBe('footnote * By Harrow alone.')
})

describe('a hyphen at the end of a line is kept or removed correctly', () => {
  const two = (first: string, second: string) => at(50, 200, first) + at(50, 185, second)
  it.each([
    [
      'belongs to a word of several',
      'He saw his mother-',
      'in-law there.',
      'He saw his mother-in-law there.',
    ],
    ['belongs to its last part', 'He saw his mother-in-', 'law there.', 'He saw his mother-in-law there.'],
    ['is written so elsewhere', 'It was a well-', 'known boat.', 'It was a well-known boat.'],
    ['stands between words that are known', 'It was a grey-', 'green boat.', 'It was a grey-green boat.'],
    ['divides a word', 'It was a yel-', 'low boat.', 'It was a yellow boat.'],
    [
      'divides a word that occurs undivided elsewhere',
      'He told it to him-',
      'self and others.',
      'He told it to himself and others.',
    ],
    ['stands before a name', 'It was an Anglo-', 'Saxon boat.', 'It was an Anglo-Saxon boat.'],
    ['stands between numbers', 'It sailed from 1914-', '1918 or so.', 'It sailed from 1914-1918 or so.'],
    ['is a dash', 'It sailed -', 'and sank.', 'It sailed - and sank.'],
  ])('if it %s', async (_, first, second, joined) => {
    const known = lines(
      [
        'A well-known man in grey was seen, with his green',
        'hat. He himself said so to him by him, the self, in',
        'all the time there is.',
      ],
      400,
    )
    expect((await partsOf(pdf([known + two(first, second)]))).at(-1)).toBe(`P ${joined}`)
  })
})
