/** What the pages of a PDF show, read from whole files: first letters, stamps, running heads, notes, outlines. */
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../../electron/lib/documents/formats/readDocument.ts'
import { readImport } from '../../../../../electron/lib/documents/import/readImport.ts'
import { at, lines, pdf } from './pdfSamples.ts'
import { refusalOf } from './samples.ts'

/** Each part as its kind's letter or its place, and its text with what is omitted in brackets. */
async function partsOf(bytes: Uint8Array): Promise<string[]> {
  const { parts } = await readDocument({ name: 'x.pdf', bytes, password: null, leavesOut: [] })
  return parts.map(({ kind, place, text, omitted = [] }) => {
    const letter = { heading: 'H', paragraph: 'P', listItem: 'L', tableRow: 'R' }[kind]
    const whole = omitted.reduceRight(
      (all, { at: before, text: words }) => `${all.slice(0, before)}[${words}]${all.slice(before)}`,
      text,
    )
    return `${place ?? letter} ${whole}`
  })
}

const RIVER = [
  'he river had risen in the night, and the boats lay',
  'higher than the quay. Old Harrow counted them twice',
  'before he believed it, and then he went in to wake',
  'the others, who had heard nothing of the rain and',
  'would not have risen for it if they had.',
]
const STORY = `T${RIVER.join(' ')}`
/** The lines of a paragraph beside a letter that is so many lines high. */
const beside = (count: number, y = 400, texts = RIVER) =>
  texts.map((text, index) => at(index < count ? 84 : 50, y - 14 * index, text)).join('')

describe('a large first letter', () => {
  const title = at(50, 440, 'Chapter One', 20)
  it.each([
    ['three lines high, drawn before them', title + at(50, 372, 'T', 44) + beside(3)],
    ['drawn after them', title + beside(3) + at(50, 372, 'T', 44)],
    [
      'drawn between them',
      title +
        at(84, 400, RIVER[0] ?? '') +
        at(50, 372, 'T', 44) +
        beside(3, 400).split('\n').slice(1).join('\n'),
    ],
    ['two lines high', title + at(54, 386, 'T', 30) + beside(2)],
    ['that stands on the first line', title + at(60, 400, 'T', 26) + beside(1)],
    ['that hangs in the margin', title + at(26, 372, 'T', 44) + lines(RIVER, 400)],
  ])('is part of its first word: %s', async (_, content) => {
    expect(await partsOf(pdf([content]))).toEqual(['H Chapter One', `P ${STORY}`])
  })

  it('comes after the mark of a speech, whether the mark is large itself or not', async () => {
    const spoken = ['he river,” said Harrow, “has risen in the night.', ...RIVER.slice(1)]
    const told = [`H Chapter One`, `P “T${spoken.join(' ')}`]
    expect(await partsOf(pdf([title + at(40, 372, '“T', 44) + beside(3, 400, spoken)]))).toEqual(told)
    expect(
      await partsOf(pdf([title + at(36, 380, '“', 40) + at(50, 372, 'T', 44) + beside(3, 400, spoken)])),
    ).toEqual(told)
  })

  it('is a word of its own where the document knows the next one so', async () => {
    const ferry = [
      'river is a road that goes by itself, they said, and',
      'nobody had seen the river stand still, not even once',
      'in the oldest times.',
    ]
    const small = [
      'ND SO THE RIVER went on past the quay and the boats',
      'and so did they, and nobody counted anything at all.',
    ]
    const page = at(50, 386, 'A', 30) + beside(2, 400, ferry) + at(50, 286, 'A', 30) + beside(2, 300, small)
    expect(await partsOf(pdf([page]))).toEqual([`P A ${ferry.join(' ')}`, `P A${small.join(' ')}`])
  })

  it('is none where it is the number of a chapter, or a heading in letters of two sizes', async () => {
    expect(
      await partsOf(pdf([at(50, 440, 'V', 20) + lines([STORY.slice(0, 51), ...RIVER.slice(1)], 400)])),
    ).toEqual(['H V', `P ${STORY}`])
    const title =
      at(50, 440, 'T', 24) + at(65, 440, 'HE ', 18) + at(100, 440, 'F', 24) + at(115, 440, 'ERRY', 18)
    expect(await partsOf(pdf([title + lines([STORY.slice(0, 51), ...RIVER.slice(1)], 400)]))).toEqual([
      'H THE FERRY',
      `P ${STORY}`,
    ])
  })
})

describe('text that stands across the page', () => {
  const up = (text: string, turn: string, x = 24, y = 120) => at(x, y, text, 18, turn)
  const stamp = 'prePrint:2611.01234v2 [cs.CL] 21 Nov 2026'
  const body = lines([STORY.slice(0, 51), ...RIVER.slice(1)], 400)
  it.each([
    ['upwards in the margin', up(stamp, '0 1 -1 0')],
    ['downwards in the margin', up(stamp, '0 -1 1 0', 380, 420)],
    ['diagonally behind the text', at(90, 120, stamp, 18, '0.7071 0.7071 -0.7071 0.7071')],
    ['upside down', up(stamp, '-1 0 0 -1', 380, 380)],
  ])('%s is no part of the sentence that it interrupts', async (_, drawn) => {
    const lead = lines(RIVER.slice(3), 480)
    const [first = '', ...others] = body.split('\n')
    const parts = await partsOf(pdf([[lead + first, drawn, ...others].join('\n')]))
    expect(parts).toEqual([`P ${RIVER.slice(3).join(' ')}`, `P ${STORY}`, `margin ${stamp}`])
  })

  it('is the text itself where the page is turned, or is to be turned', async () => {
    const turned = (texts: readonly string[], turn: string, x: number, y: number, step: number) =>
      texts.map((text, index) => at(x + index * step, y, text, 12, turn)).join('')
    const texts = [STORY.slice(0, 51), ...RIVER.slice(1)]
    const upwards = turned(texts, '0 1 -1 0', 60, 40, 14.4)
    const expected = [`P ${STORY}`]
    expect(await partsOf(pdf([upwards]))).toEqual(expected)
    expect(await partsOf(pdf([{ content: upwards, page: '/Rotate 90' }]))).toEqual(expected)
    const downwards = turned(texts, '0 -1 1 0', 340, 480, -14.4)
    expect(await partsOf(pdf([{ content: downwards, page: '/Rotate 270' }]))).toEqual(expected)
  })
})

it('words that are drawn twice, to look bold, are told apart from the text', async () => {
  const body = lines([STORY.slice(0, 51), ...RIVER.slice(1)], 400)
  const bold = at(50, 440, 'One', 20) + at(50.4, 440, 'One', 20)
  expect(await partsOf(pdf([bold + body]))).toEqual(['H One', `P ${STORY}`, 'repeated One'])
})

it('what a program marks as an artifact stands in the margin, and what it marks as a heading is one', async () => {
  const page = `/Artifact <</Type/Pagination>> BDC ${at(50, 470, 'A Tale of Boats')} EMC /H1 <</MCID 0>> BDC ${at(50, 440, 'One')} EMC /P <</MCID 1>> BDC ${lines([STORY.slice(0, 51), ...RIVER.slice(1)], 400)} EMC`
  expect(await partsOf(pdf([page]))).toEqual(['H One', `P ${STORY}`, 'margin A Tale of Boats'])
})

describe('what stands around the text of the pages', () => {
  const words = 'the boats lay still and nobody counted them again that night although the river rose'.split(
    ' ',
  )
  /** A paragraph of its own for each page, which goes on from the one before. */
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
    ['the number of a single page', 1, () => at(196, 30, '7'), ['7']],
    [
      'numbers of how many',
      3,
      (page: number) => at(160, 30, `Page ${page + 1} of 3`),
      ['Page 1 of 3', 'Page 2 of 3', 'Page 3 of 3'],
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
  ])('is told apart, and interrupts no paragraph: %s', async (_, count, head, expected) => {
    const pages = counted(count, (page) => head(page) + body(page))
    expect(await only(pages, 'margin')).toEqual(expected)
    expect(await only(pages, 'P')).toEqual([counted(count, (page) => text(page).join(' ')).join(' ')])
  })

  it('is not the heading of a chapter, though each page begins with one', async () => {
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

  it('is notes in small letters below the text, each a part, with their marks', async () => {
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
      'notes [1]Eight, in the oldest copies of the tale, and ten in the one that was printed.',
      'notes 2 Or after it.',
    ])
  })
})

it('small letters below the text are no notes if nothing in the text points at them', async () => {
  const body = lines([STORY.slice(0, 51), ...RIVER.slice(1)], 400)
  const table = at(50, 80, '12 boats lay here', 9) + at(50, 68, '57 15 10', 9)
  expect((await partsOf(pdf([body + table]))).filter((part) => part.startsWith('notes'))).toEqual([])
  const starred = body + at(50, 300, 'They were counted.*') + at(50, 80, '* By Harrow alone.', 9)
  expect((await partsOf(pdf([starred]))).at(-1)).toBe('notes * By Harrow alone.')
})

describe('a hyphen at the end of a line', () => {
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
    ['parts a word', 'It was a yel-', 'low boat.', 'It was a yellow boat.'],
    [
      'parts a word that is known whole',
      'He told it to him-',
      'self and others.',
      'He told it to himself and others.',
    ],
    ['stands before a name', 'It was an Anglo-', 'Saxon boat.', 'It was an Anglo-Saxon boat.'],
    ['stands between numbers', 'It sailed from 1914-', '1918 or so.', 'It sailed from 1914-1918 or so.'],
    ['is a dash', 'It sailed -', 'and sank.', 'It sailed - and sank.'],
  ])('stays or goes as its word needs: it %s', async (_, first, second, joined) => {
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

describe('the outline of a document', () => {
  const page = (index: number, head = '') =>
    head +
    lines(
      [
        `Page ${index} begins with words that are all alike and go`,
        'on for a line or two until the boats are counted.',
      ],
      380,
    )
  const outline = (entries: readonly (readonly [title: string, destination: string])[]) => ({
    catalog: '/Outlines 1000 0 R',
    objects: [
      `<</Type/Outlines/First 1001 0 R/Last ${1000 + entries.length} 0 R/Count ${entries.length}>>`,
      ...entries.map(
        ([title, destination], index) =>
          `<</Title(${title})/Parent 1000 0 R/Dest[${destination}]${index < entries.length - 1 ? `/Next ${1002 + index} 0 R` : ''}>>`,
      ),
    ],
  })

  it('makes headings of lines that look like the text, also in the midst of a page and of two lines', async () => {
    const second =
      at(50, 300, 'The Lamp') +
      lines(['Somebody had lit it, and nobody asked who it was that', 'had gone up there.'], 280)
    const third = at(50, 420, 'Chapter Three') + at(50, 405, 'The Key')
    const bytes = pdf(
      [page(1, at(50, 420, 'Low Water')) + second, page(2, third)],
      outline([
        ['Low Water', '10 0 R/XYZ 50 435 0'],
        ['2. The Lamp', '10 0 R/XYZ 50 312 0'],
        ['Chapter Three: The Key', '12 0 R/Fit'],
      ]),
    )
    expect((await partsOf(bytes)).filter((part) => part.startsWith('H'))).toEqual([
      'H Low Water',
      'H The Lamp',
      'H Chapter Three The Key',
    ])
  })

  it('names the chapters whose headings are pictures, and nothing twice', async () => {
    const bytes = pdf(
      [page(1), page(2, at(50, 420, 'The Lamp', 20)), page(3)],
      outline([
        ['Low Water', '10 0 R/Fit'],
        ['The Old Lamp', '12 0 R/Fit'],
        ['Page 3', '14 0 R/Fit'],
      ]),
    )
    expect((await partsOf(bytes)).filter((part) => part.startsWith('H'))).toEqual([
      'H Low Water',
      'H The Lamp',
    ])
  })

  it('is passed over where it leads nowhere, or to itself', async () => {
    const lost = outline([
      ['Gone', '77 0 R/Fit'],
      ['Low Water', '10 0 R/XYZ null null 0'],
    ])
    expect((await partsOf(pdf([page(1)], lost))).filter((part) => part.startsWith('H'))).toEqual([
      'H Low Water',
    ])
    const ring = {
      catalog: '/Outlines 1000 0 R',
      objects: [
        '<</First 1001 0 R/Last 1001 0 R>>',
        '<</Title(A)/Parent 1000 0 R/Next 1001 0 R/First 1001 0 R/Dest[10 0 R/Fit]>>',
      ],
    }
    expect((await partsOf(pdf([page(1)], ring))).length).toBeGreaterThan(0)
  })
})

it('the number of a chapter and the title below it are one heading', async () => {
  const head = (number: string, title: string, y: number) =>
    at(160, y, number, 16) + at(140, y - 30, title, 20)
  const page =
    head('CHAPTER ONE', 'The River', 460) +
    lines(RIVER, 390) +
    head('II.', 'The Lamp', 280) +
    lines(RIVER, 210)
  expect((await partsOf(pdf([page]))).filter((part) => part.startsWith('H'))).toEqual([
    'H CHAPTER ONE: The River',
    'H II. The Lamp',
  ])
})

describe('pages without text', () => {
  const picture = 'q 200 0 0 200 100 100 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q'
  it('are told where they are pictures, and not where they are blank', async () => {
    const bytes = pdf([at(50, 400, 'Words.'), picture, '', picture])
    expect(await readDocument({ name: 'x.pdf', bytes, password: null })).toMatchObject({
      pictures: ['2', '4'],
    })
  })

  it('make a scan, which is refused as one, also with numbers or stamps on its pages', async () => {
    expect(await refusalOf('x.pdf', pdf([picture, picture]))).toBe('document-no-text')
    const stamped = [1, 2, 3].map(
      (page) => `${picture} ${at(150, 480, 'Archive of the Coast')} ${at(196, 20, String(page))}`,
    )
    expect(await refusalOf('x.pdf', pdf(stamped))).toBe('document-no-text')
    const words = lines([STORY.slice(0, 51), ...RIVER.slice(1)], 400)
    const bytes = pdf([...stamped, words + at(196, 20, '4')])
    expect(await readDocument({ name: 'x.pdf', bytes, password: null })).toMatchObject({
      pictures: ['1', '2', '3'],
    })
    const { source } = await readImport({ file: { name: 'x.pdf', bytes } })
    expect(source.problems).toEqual(
      ['1', '2', '3'].map((name) => ({ line: Number(name), problem: 'picture-page', name })),
    )
  })

  it('are not those that say the same on each page', async () => {
    const parts = await partsOf(pdf([1, 2, 3].map((page) => at(150, 250, `Card ${page}`))))
    expect(parts).toEqual(['P Card 1', 'P Card 2', 'P Card 3'])
  })

  it('are read where text was recognised behind the picture', async () => {
    expect(
      await partsOf(pdf([`${picture} BT 3 Tr ET ${at(50, 400, 'Words.').replace('BT', 'BT 3 Tr')}`])),
    ).toEqual(['P Words.'])
  })
})

describe('a screenplay', () => {
  // Letters of 12 points that are 0.6 of that wide, as screenplays have.
  const script = (page: number) =>
    [
      ['A TALE OF BOATS', 470, 0, 9],
      [`${page}.`, 470, 280, 12],
      [`EXT. QUAY ${page} - NIGHT`, 440, 0, 12],
      ['Rain. Mira counts the boats on', 416, 0, 12],
      ['the water.', 404, 0, 12],
      ['MIRA', 380, 150, 12],
      ['(quietly)', 368, 110, 12],
      ['Is it far? I have seen no', 356, 70, 12],
      ['light at all.', 344, 70, 12],
      ['TOM', 320, 150, 12],
      [`It is ${'so '.repeat(page)}far.`, 308, 70, 12],
    ]
      .map(([text, y, x, size]) => at(50 + Number(x), Number(y), String(text), Number(size)))
      .join('')
  const bytes = pdf([script(1), script(2), script(3)])

  it('has a part for each of its elements', async () => {
    const parts = (await partsOf(bytes)).filter((part) => part.startsWith('P')).slice(0, 7)
    expect(parts).toEqual([
      ...['P EXT. QUAY 1 - NIGHT', 'P Rain. Mira counts the boats on the water.', 'P MIRA', 'P (quietly)'],
      ...['P Is it far? I have seen no light at all.', 'P TOM', 'P It is so far.'],
    ])
  })

  it('is told as lines with their indents, without what stands around them', async () => {
    const { script: text = '' } = await readDocument({ name: 'x.pdf', bytes, password: null })
    const [first = []] = text.split('\n\nEXT. QUAY 2').map((each) => each.split('\n'))
    const indents = first.map((line) => line.length - line.trimStart().length)
    expect(first.map((line) => line.trim())).toEqual([
      ...['EXT. QUAY 1 - NIGHT', '', 'Rain. Mira counts the boats on', 'the water.', ''],
      ...['MIRA', '(quietly)', 'Is it far? I have seen no', 'light at all.', '', 'TOM', 'It is so far.'],
    ])
    expect(indents[0]).toBe(0)
    expect(indents[5]).toBeGreaterThan((indents[7] ?? 0) + 8)
    expect(indents[7]).toBeGreaterThan(6)
    expect(
      await readDocument({ name: 'x.pdf', bytes: pdf([at(50, 400, 'Words.')]), password: null }),
    ).not.toHaveProperty('script')
  })
})
