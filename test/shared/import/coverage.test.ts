import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  coverageOf,
  coveragePercent,
  isReasonRead,
  readReason,
  reasonsOf,
} from '../../../shared/import/coverage.ts'
import { planDirectly } from '../../../shared/import/importStory.ts'
import { defaultOptions, placeKey, type ImportOptions } from '../../../shared/import/options.ts'
import { indexLines, planImport } from '../../../shared/import/plan.ts'
import type { Planned } from '../../../shared/import/planned.ts'
import {
  PIECES,
  plainParagraph,
  SECTION_KINDS,
  sourceOf,
  type ImportSource,
  type SectionParts,
} from '../../../shared/import/source.ts'
import { suggestSpeakers } from '../../../shared/import/speakers/suggestSpeakers.ts'
import { blocksOf } from '../../../shared/import/storyFromPlan.ts'
import { countWords } from '../../../shared/story/words.ts'

const book = sourceOf('Book', [
  { title: 'Copyright', kind: 'frontMatter', paragraphs: [plainParagraph('All rights.')] },
  {
    ...{ title: 'One', kind: 'body' },
    paragraphs: [
      plainParagraph('Once 12 it was.', { marks: [{ piece: 'footnote', start: 5, end: 7 }] }),
      plainParagraph('The licence of it.', { piece: 'licence' }),
      plainParagraph('“Wait,” said Mira.'),
    ],
  },
])

function plan(source: ImportSource, decided: Partial<ImportOptions> = {}): Planned {
  const suggestions = suggestSpeakers(source, { readsQuotations: true })
  const options = { ...defaultOptions(source), ...decided }
  return { source, suggestions, options, chapters: planImport(source, indexLines(suggestions), options) }
}

const left = (planned: Planned) =>
  coverageOf(planned).leftOut.map(({ reason, words, texts }) => [reason, words, ...texts])
const texts = ({ chapters }: Planned) =>
  chapters
    .filter(({ isIncluded }) => isIncluded)
    .flatMap((chapter) => blocksOf(chapter).map(({ text }) => text))

describe('coverage', () => {
  it('counts the words of the script, including titles, and the words left out by reason', () => {
    const planned = plan(book)
    expect(coverageOf(planned)).toMatchObject({ words: 15, scriptWords: 7 })
    expect(coveragePercent(coverageOf(planned))).toBe(46.6)
    expect(left(planned)).toEqual([
      ['frontMatter', 3, 'Copyright\nAll rights.'],
      ['footnote', 1, '12'],
      ['licence', 4, 'The licence of it.'],
    ])
  })

  it('counts notes behind the names of a script as left out, and they can be put back', () => {
    const script = sourceOf('Script', [
      {
        ...{ title: null, kind: 'body' },
        paragraphs: ["MIRA (CONT'D): Wait.", 'TOM (V.O.) (softly) [cont.]: No.', 'MIRA (CONT.):', 'Yes.'].map(
          (each) => plainParagraph(each),
        ),
      },
    ])
    expect(left(plan(script))).toEqual([['scriptNote', 4, "(CONT'D)", '(V.O.)', '[cont.]', '(CONT.)']])
    expect(texts(plan(script))).toEqual(['Wait.', 'No.', 'Yes.'])
    const back = plan(script, { putBack: new Set([placeKey(0, 0)]) })
    expect(texts(back)).toEqual(["(CONT'D)", 'Wait.', 'No.', 'Yes.'])
    expect(left(back)).toEqual([['scriptNote', 3, '(V.O.)', '[cont.]', '(CONT.)']])
  })

  it('is 100 % only if every word is in the script, or if the file has no words', () => {
    expect(coveragePercent({ words: 2_000, scriptWords: 1_999 })).toBe(99.9)
    expect(coveragePercent({ words: 20_000, scriptWords: 19_999 })).toBe(99.9)
    expect(coveragePercent({ words: 0, scriptWords: 0 })).toBe(100)
  })

  it('reports an unticked chapter of the body as left out', () => {
    const chapters = defaultOptions(book).chapters.map((chapter) => ({ ...chapter, isIncluded: false }))
    expect(left(plan(book, { chapters })).map(([reason, words]) => [reason, words])).toEqual([
      ['frontMatter', 3],
      ['footnote', 1],
      ['licence', 4],
      ['chapter', 7],
    ])
  })

  it('names the speakers of an unticked chapter, whose names are not words', () => {
    const lines = ['Mira: Wait.', 'Tom: No.', 'Mira: Now.', 'Tom: Yes.'].map((each) => plainParagraph(each))
    const script = sourceOf('Script', [{ title: 'One', kind: 'body', paragraphs: lines }])
    const chapters = defaultOptions(script).chapters.map((chapter) => ({ ...chapter, isIncluded: false }))
    expect(left(plan(script, { chapters }))).toEqual([
      ['chapter', 5, 'One\nMira: Wait.\nTom: No.\nMira: Now.\nTom: Yes.'],
    ])
  })

  const text = fc
    .array(fc.constantFrom('the fox', '“Wait,”', 'said Mira.', '“No!”', '12', 'x https://a.org/b y', '…'), {
      minLength: 1,
      maxLength: 6,
    })
    .map((words) => words.join(' '))
  const paragraph = fc
    .record({
      text,
      piece: fc.option(fc.constantFrom(...PIECES)),
      mark: fc.option(fc.constantFrom(...PIECES)),
    })
    .map((each) => {
      // A mark of the first words, up to a space.
      const end = each.text.indexOf(' ')
      const marks = each.mark === null || end < 1 ? [] : [{ piece: each.mark, start: 0, end }]
      return plainParagraph(each.text, { piece: each.piece, marks })
    })
  const section = fc.record<SectionParts>({
    title: fc.option(fc.constantFrom('One', 'A long way')),
    kind: fc.constantFrom(...SECTION_KINDS),
    paragraphs: fc.array(paragraph, { maxLength: 4 }),
  })

  it('counts each word of a source exactly once: in the script or left out', () => {
    fc.assert(
      fc.property(
        fc.array(section, { maxLength: 5 }),
        fc.subarray([...PIECES]),
        fc.boolean(),
        (sections, pieces, speaksTitles) => {
          const source = sourceOf('Book', sections)
          const { words, scriptWords, leftOut } = coverageOf(
            plan(source, { pieces: new Set(pieces), speaksTitles }),
          )
          const all = sections.flatMap(({ title, paragraphs }) => [
            title ?? '',
            ...paragraphs.map((each) => each.text),
          ])
          expect(words).toBe(all.reduce((sum, each) => sum + countWords(each), 0))
          expect(leftOut.reduce((sum, each) => sum + each.words, scriptWords)).toBe(words)
        },
      ),
    )
  })
})

describe('left-out text can be put back', () => {
  it('by its reason', () => {
    const planned = plan(book)
    const { options } = planned
    const rows = reasonsOf(book, options, coverageOf(planned))
    expect(
      rows.map(({ reason, places, words }) => [reason, places, words, isReasonRead(book, options, reason)]),
    ).toEqual([
      ['frontMatter', 1, 3, false],
      ['footnote', 1, 1, false],
      ['licence', 1, 4, false],
    ])
    const read = rows.reduce(
      (decided, { reason }) => ({ ...decided, ...readReason(book, decided, reason, true) }),
      options,
    )
    const all = plan(book, read)
    expect(coveragePercent(coverageOf(all))).toBe(100)
    expect(
      reasonsOf(book, all.options, coverageOf(all)).every(({ reason }) =>
        isReasonRead(book, all.options, reason),
      ),
    ).toBe(true)
    expect(plan(book, readReason(book, read, 'licence', false)).options.pieces).toEqual(
      new Set(['citation', 'link', 'footnote']),
    )
  })

  it('place by place, and is marked in its block', () => {
    const planned = plan(book)
    const keys = planned.chapters.flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.kind === 'leftOut' ? [entry] : entry.cuts).map(({ key }) => key)),
    )
    expect(keys).toHaveLength(2)
    const [mark = '', paragraphKey = ''] = keys
    const withMark = plan(book, { putBack: new Set([mark]) })
    expect(texts(withMark)).toEqual(['Once 12 it was.', '“Wait,”', 'said Mira.'])
    const both = plan(book, { putBack: new Set(keys) })
    expect(texts(both)).toEqual(['Once 12 it was.', 'The licence of it.', '“Wait,”', 'said Mira.'])
    expect(both.chapters.flatMap(blocksOf).map(({ putBack }) => putBack)).toEqual([
      [],
      [{ at: 5, key: mark }],
      [{ at: 0, key: paragraphKey }],
      [],
      [],
    ])
  })

  it('by the kind of its chapters, without a review', () => {
    const planned = planDirectly(book, { readsQuotations: true, kinds: ['frontMatter'] })
    expect(left(planned).map(([reason]) => reason)).toEqual(['footnote', 'licence'])
  })
})
