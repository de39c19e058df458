/** The visible content of PDF pages, read from whole files: first letters, stamps, outlines, pictures. */
import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../../electron/lib/documents/formats/readDocument.ts'
import { readImport } from '../../../../../electron/lib/documents/import/readImport.ts'
import { at, bold, lines, partsOf, pdf, RIVER, STORY } from './pdfSamples.ts'
import { refusalOf } from './samples.ts'

/** The lines of a paragraph beside a letter that spans `high` lines. */
const beside = (count: number, y = 400, texts = RIVER) =>
  texts.map((text, index) => at(index < count ? 84 : 50, y - 14 * index, text)).join('')

describe('bold lines in the text’s size', () => {
  const chaptersOf = async (...pages: string[]) => {
    const file = { name: 'a.pdf', bytes: pdf(pages) }
    const { source } = await readImport({ file })
    return source.sections.map(({ title }) => title)
  }
  const TEXT = ['The tide was low and the boats lay', 'on the sand. Nobody came that day.']

  it('are chapter headings if several stand alone above text', async () => {
    const page = (title: string) => bold(50, 440, title) + lines(TEXT, 420) + lines(TEXT, 380)
    expect(await chaptersOf(page('The Ferry'), page('Low Water'), page('The Lamp'))).toEqual([
      'The Ferry',
      'Low Water',
      'The Lamp',
    ])
  })

  it('are not headings if there is only one, if they are within a sentence, or if all text is bold', async () => {
    const page = lines(TEXT, 440)
    expect(await chaptersOf(page + bold(50, 400, 'The Ferry') + lines(TEXT, 380))).toHaveLength(1)
    const within =
      at(50, 440, 'She looked at the old sign, and read the words:') +
      bold(50, 425, 'no entry for anybody') +
      at(50, 410, 'and she went on to the house that stood behind it.')
    expect(await chaptersOf(within, within, within)).toHaveLength(1)
    const all = bold(50, 440, 'The tide was low.') + bold(50, 425, 'Nobody came that day.')
    expect(await chaptersOf(all, all, all)).toHaveLength(1)
  })
})

describe('a line that is drawn after those below it', () => {
  const story = lines([STORY.slice(0, 51), ...RIVER.slice(1)], 400)
  it('is read where it stands', async () => {
    const title = at(50, 440, 'Chapter One', 20)
    expect(await partsOf(pdf([story + title]))).toEqual(['H Chapter One', `P ${STORY}`])
    const [upper, lower] = [lines(RIVER.slice(3), 480), lines(RIVER.slice(3), 300)]
    const rest = `P ${RIVER.slice(3).join(' ')}`
    expect(await partsOf(pdf([upper + lower + story]))).toEqual([rest, `P ${STORY}`, rest])
  })

  it('does not change the order of columns', async () => {
    const column = (x: number, y: number) =>
      lines(['The tide was low, and', 'the boats lay on the', 'sand. Bye.'], y, x)
    const parts = await partsOf(pdf([column(50, 400) + column(220, 440) + at(50, 460, 'The Ferry', 20)]))
    expect(parts).toEqual([
      'H The Ferry',
      ...Array.from({ length: 2 }, () => 'P The tide was low, and the boats lay on the sand. Bye.'),
    ])
  })
})

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

  it('follows the opening quotation mark, whether that is large or not', async () => {
    const spoken = ['he river,” said Harrow, “has risen in the night.', ...RIVER.slice(1)]
    const told = [`H Chapter One`, `P “T${spoken.join(' ')}`]
    expect(await partsOf(pdf([title + at(40, 372, '“T', 44) + beside(3, 400, spoken)]))).toEqual(told)
    expect(
      await partsOf(pdf([title + at(36, 380, '“', 40) + at(50, 372, 'T', 44) + beside(3, 400, spoken)])),
    ).toEqual(told)
    expect(
      await partsOf(pdf([title + at(44, 400, '“') + at(50, 372, 'T', 44) + beside(3, 400, spoken)])),
    ).toEqual(told)
  })

  it('stays separate if the document uses the next word on its own', async () => {
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

  it('is not assumed in a chapter number, or in a heading with letters of two sizes', async () => {
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

describe('rotated or oversized text', () => {
  const up = (text: string, turn: string, x = 24, y = 120) => at(x, y, text, 18, turn)
  const stamp = 'prePrint:2611.01234v2 [cs.CL] 21 Nov 2026'
  const body = lines([STORY.slice(0, 51), ...RIVER.slice(1)], 400)
  it.each([
    ['upwards in the margin', up(stamp, '0 1 -1 0')],
    ['downwards in the margin', up(stamp, '0 -1 1 0', 380, 420)],
    ['diagonally behind the text', at(90, 120, stamp, 18, '0.7071 0.7071 -0.7071 0.7071')],
    ['upside down', up(stamp, '-1 0 0 -1', 380, 380)],
    ['a little askew', at(90, 372, stamp, 12, '0.9925 0.1219 -0.1219 0.9925')],
    ['in large letters over its lines', at(10, 376, stamp, 18)],
    ['in very large letters over its lines', at(60, 370, 'DRAFT', 60)],
  ])('%s is not part of the sentence that it interrupts', async (_, drawn) => {
    const lead = lines(RIVER.slice(3), 480)
    const [first = '', ...others] = body.split('\n')
    const parts = await partsOf(pdf([[lead + first, drawn, ...others].join('\n')]))
    expect(parts.filter((part) => !part.startsWith('margin'))).toEqual([
      `P ${RIVER.slice(3).join(' ')}`,
      `P ${STORY}`,
    ])
    expect(parts.filter((part) => part.startsWith('margin'))).toEqual([
      drawn.includes('DRAFT') ? 'margin DRAFT' : `margin ${stamp}`,
    ])
  })

  it('is the main text in a crooked scan', async () => {
    const [cos, sin] = [0.9986, 0.0523]
    const turned = [STORY.slice(0, 51), ...RIVER.slice(1)].map((text, index) =>
      at(40 + index * 14 * sin, 400 - index * 14 * cos, text, 12, `${cos} ${sin} -${sin} ${cos}`),
    )
    expect(await partsOf(pdf([turned.join('')]))).toEqual([`P ${STORY}`])
  })

  it('is the main text if the page is rotated, or is to be rotated', async () => {
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

it('text that is drawn twice to look bold is read once, and the copy is listed as repeated', async () => {
  const body = lines([STORY.slice(0, 51), ...RIVER.slice(1)], 400)
  const bold = at(50, 440, 'One', 20) + at(50.4, 440, 'One', 20)
  expect(await partsOf(pdf([bold + body]))).toEqual(['H One', `P ${STORY}`, 'repeated One'])
})

it('a marked artifact belongs to the margin, and a marked heading is a heading', async () => {
  const page = `/Artifact <</Type/Pagination>> BDC ${at(50, 470, 'A Tale of Boats')} EMC /H1 <</MCID 0>> BDC ${at(50, 440, 'One')} EMC /P <</MCID 1>> BDC ${lines([STORY.slice(0, 51), ...RIVER.slice(1)], 400)} EMC`
  expect(await partsOf(pdf([page]))).toEqual(['H One', `P ${STORY}`, 'margin A Tale of Boats'])
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

  it('turns lines that look like text into headings, even in the middle of a page or across two lines', async () => {
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

  it('names the chapters whose headings are pictures, without naming any twice', async () => {
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

  it('names a chapter that begins with a picture before the text that follows', async () => {
    const bytes = pdf(
      [page(1), '', page(3)],
      outline([
        ['Low Water', '10 0 R/Fit'],
        ['The Lamp', '12 0 R/Fit'],
      ]),
    )
    expect((await partsOf(bytes)).map((part) => part.slice(0, 10))).toEqual([
      'H Low Wate',
      'P Page 1 b',
      'H The Lamp',
      'P Page 3 b',
    ])
  })

  it('is ignored if it leads nowhere, or to itself', async () => {
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

it('a chapter number and the title below it are one heading', async () => {
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
  it('are reported if they are pictures, but not if they are blank', async () => {
    const bytes = pdf([at(50, 400, 'Words.'), picture, '', picture])
    expect(await readDocument({ name: 'x.pdf', bytes, password: null })).toMatchObject({
      pictures: ['2', '4'],
    })
  })

  it('make a scan, which is refused as such, even with numbers or stamps on its pages', async () => {
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

  it('include pages whose font does not define its letters', async () => {
    const font = '<</Type/Font/Subtype/Type0/BaseFont/X/Encoding/Identity-H/DescendantFonts[1001 0 R]>>'
    const descendant =
      '<</Type/Font/Subtype/CIDFontType2/BaseFont/X/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor<</Type/FontDescriptor/FontName/X/Flags 4>>>>'
    const drawn = 'BT /G 12 Tf 50 400 Td <000300040005000600070008> Tj ET '
    const page = { page: '/Resources<</Font<</F 3 0 R/G 1000 0 R>>>>', content: drawn }
    const objects = [font, descendant]
    expect(await refusalOf('x.pdf', pdf([page], { objects }))).toBe('document-no-text')
    const both = { ...page, content: drawn + at(50, 300, 'Words.') }
    expect((await partsOf(pdf([both], { objects }))).map((part) => part.split(' ')[0])).toEqual([
      'P',
      'hidden',
    ])
  })

  it('do not include pages with the same text on each', async () => {
    const parts = await partsOf(pdf([1, 2, 3].map((page) => at(150, 250, `Card ${page}`))))
    expect(parts).toEqual(['P Card 1', 'P Card 2', 'P Card 3'])
  })

  it('are read if recognized text is behind the picture', async () => {
    expect(
      await partsOf(pdf([`${picture} BT 3 Tr ET ${at(50, 400, 'Words.').replace('BT', 'BT 3 Tr')}`])),
    ).toEqual(['P Words.'])
  })
})

describe('a screenplay', () => {
  // 12-point letters with 0.6 of that as their width, as in screenplays.
  const script = (page: number) =>
    [
      ['A TALE OF BOATS', 470, 0, 9],
      [`${page}.`, 470, 280, 12],
      [`${page} EXT. QUAY - NIGHT`, 440, 0, 12],
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
      ...['P 1 EXT. QUAY - NIGHT', 'P Rain. Mira counts the boats on the water.', 'P MIRA', 'P (quietly)'],
      ...['P Is it far? I have seen no light at all.', 'P TOM', 'P It is so far.'],
    ])
  })

  it.each([true, false])(
    'has numbers at both margins that are not in the titles of its scenes, also if scenes go on: %s',
    async (continued) => {
      const page = (scene: number, isContinued: boolean) => {
        const marginal = (y: number) => at(20, y, String(scene)) + at(560, y, String(scene))
        const shown = [
          ['INT. QUAY - NIGHT', 440, 60],
          ['Rain on it.', 416, 60],
          ['MIRA', 392, 220],
          ['Is it far?', 380, 140],
          ['Tom looks at the lamp.', 356, 60],
          ['TOM', 332, 220],
          ['Too far.', 320, 140],
          ['CONTINUED:', 296, 60],
        ] as const
        const written = shown.filter(([text]) => isContinued || text !== 'CONTINUED:')
        return (
          written.map(([text, y, x]) => at(x, y, text)).join('') +
          marginal(440) +
          (isContinued ? marginal(296) : '')
        )
      }
      const bytes = pdf([page(1, continued), page(2, continued)])
      const { source } = await readImport({ file: { name: 'x.pdf', bytes } })
      expect(source.sections.map(({ title }) => title)).toEqual(['INT. QUAY - NIGHT', 'INT. QUAY - NIGHT'])
      const said = source.paragraphs.flatMap(({ piece, speaker, text }) =>
        piece === null ? [`${speaker}: ${text}`] : [],
      )
      expect(said.slice(0, 4)).toEqual([
        'null: Rain on it.',
        'mira: Is it far?',
        'null: Tom looks at the lamp.',
        'tom: Too far.',
      ])
    },
  )

  it('is kept as lines with their indents, without the margins', async () => {
    const { script: text = '' } = await readDocument({ name: 'x.pdf', bytes, password: null })
    const [first = []] = text.split('\n\n2 EXT. QUAY').map((each) => each.split('\n'))
    const indents = first.map((line) => line.length - line.trimStart().length)
    expect(first.map((line) => line.trim())).toEqual([
      ...['1 EXT. QUAY - NIGHT', '', 'Rain. Mira counts the boats on', 'the water.', ''],
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

it('a document provides its author and its language, unless the name is an account name', async () => {
  const words = at(50, 400, 'Words.')
  const read = (author: string) =>
    readDocument({
      name: 'x.pdf',
      bytes: pdf([words], { info: `/Author(${author})`, catalog: '/Lang(de-AT)' }),
      password: null,
    })
  expect(await read('A. Fox')).toMatchObject({ author: 'A. Fox', language: 'de-AT' })
  expect(await read('Administrator')).toMatchObject({ author: null })
})
