import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { planDirectly } from '../../../shared/import/importStory.ts'
import { defaultOptions, type ImportOptions } from '../../../shared/import/options.ts'
import { markPieces } from '../../../shared/import/pieces.ts'
import { indexLines, mannerLines, planImport } from '../../../shared/import/plan.ts'
import { PIECES, plainParagraph, sourceOf, type ImportSource } from '../../../shared/import/source.ts'
import { suggestSpeakers } from '../../../shared/import/speakers/suggestSpeakers.ts'
import { blocksOf } from '../../../shared/import/storyFromPlan.ts'
import { MAX_INPUT_CHARACTERS } from '../../../shared/speech-api/limits.ts'

/** A book of paragraphs in one section. */
function sourceOfTexts(texts: readonly string[], others: Partial<ImportSource> = {}): ImportSource {
  const paragraphs = markPieces(texts.map((text) => plainParagraph(text)))
  return sourceOf('Book', [{ title: null, kind: 'body', paragraphs }], others)
}

/** The blocks with their speakers, as “speaker: text”, or only the text if the narrator reads them. */
function planned(source: ImportSource, decided: Partial<ImportOptions> = {}): string[] {
  const suggestions = suggestSpeakers(source, { readsQuotations: true })
  const chapters = planImport(source, indexLines(suggestions), { ...defaultOptions(source), ...decided })
  return chapters
    .filter(({ isIncluded }) => isIncluded)
    .flatMap(blocksOf)
    .map(({ text, speaker }) => (speaker === null ? text : `${speaker}: ${text}`))
}

const textsOf = (source: ImportSource, decided: Partial<ImportOptions>) =>
  planImport(source, indexLines(suggestSpeakers(source, { readsQuotations: true })), {
    ...defaultOptions(source),
    ...decided,
  })
    .flatMap(blocksOf)
    .map(({ text }) => text)

const compact = (texts: readonly string[]) => texts.join('').replaceAll(/\s/g, '')

/** A line such as “* * *” ends a scene and is not spoken. */
const spoken = (texts: readonly string[]) => texts.filter((text) => !/^[*\s]+$/.test(text))

const prose = fc
  .array(
    fc.constantFrom(
      ...[
        'the fox',
        'said Mira.',
        '“Wait,”',
        '“No!”',
        '„Ja?“',
        'fragte Anna',
        '— Sí —dijo Luis—',
        '« Oui »',
        ', dit-il',
      ],
      ...[
        'A lantern hung there.',
        'https://example.org/a',
        '[12]',
        '(Smith 2004)',
        '* * *',
        '\n',
        'z'.repeat(40),
        '🦊',
        '…',
      ],
    ),
    { minLength: 1, maxLength: 14 },
  )
  .map((words) => words.join(' ').trim())
  .filter((text) => text !== '')
const blockSize = fc.oneof(
  fc.constantFrom<ImportOptions['blockSize']>('sentence', 'paragraph'),
  fc.integer({ min: 50, max: 2_000 }),
)

describe('the words of the blocks', () => {
  it('are the words of the source in order, at every block size', () => {
    fc.assert(
      fc.property(fc.array(prose, { maxLength: 12 }), blockSize, fc.boolean(), (texts, size, joinsLines) => {
        const source = sourceOfTexts(texts, { lineBreaks: 'soft' })
        expect(compact(textsOf(source, { blockSize: size, joinsLines }))).toBe(compact(spoken(texts)))
      }),
    )
  })

  it('are the words of any text, even without sentences or spaces, and fit the service', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), blockSize, (piece, size) => {
        const source = sourceOfTexts([piece.repeat(Math.ceil(25_000 / piece.length))])
        const texts = textsOf(source, { blockSize: size })
        const cues = suggestSpeakers(source, { readsQuotations: true }).lines.some(({ cue }) => cue !== null)
        if (!cues) expect(compact(texts)).toBe(compact(source.paragraphs.map(({ text }) => text)))
        expect(Math.max(0, ...texts.map(({ length }) => length))).toBeLessThanOrEqual(
          typeof size === 'number' ? Math.min(size, MAX_INPUT_CHARACTERS) : MAX_INPUT_CHARACTERS,
        )
      }),
      { numRuns: 40 },
    )
  })

  it('are the words of the source, together with what is left out in between', () => {
    fc.assert(
      fc.property(fc.array(prose, { maxLength: 8 }), fc.subarray([...PIECES]), (texts, pieces) => {
        const source = sourceOfTexts(texts)
        const suggestions = suggestSpeakers(source, { readsQuotations: true })
        const options = { ...defaultOptions(source), pieces: new Set(pieces) }
        const chapters = planImport(source, indexLines(suggestions), options)
        const whole = chapters.flatMap(({ entries }) =>
          entries.map((entry) =>
            entry.kind === 'leftOut'
              ? entry.text
              : [...entry.cuts]
                  .toReversed()
                  .reduce((text, cut) => text.slice(0, cut.at) + cut.text + text.slice(cut.at), entry.text),
          ),
        )
        expect(compact(whole)).toBe(compact(spoken(texts)))
      }),
    )
  })
})

it('pause markers stay in the words and are not taken for speakers', () => {
  expect(planned(sourceOfTexts(['[pause 0.8 s] Hello. [pause 1 s]', 'MIRA: Wait. [pause 2 s] No.']))).toEqual(
    ['[pause 0.8 s] Hello. [pause 1 s]', 'mira: Wait. [pause 2 s] No.'],
  )
})

describe('the break before a block', () => {
  const breaks = (texts: readonly string[], decided: Partial<ImportOptions> = {}) =>
    planDirectly(sourceOfTexts(texts), { readsQuotations: true, decided })
      .chapters.flatMap(blocksOf)
      .map(({ text, breakBefore }) => `${breakBefore}: ${text}`)

  it('is a paragraph, a sentence within a paragraph, or a scene after a separator line, which is not spoken', () => {
    expect(breaks(['“Go,” said Mira.', '* * *', 'Night. Rain.'], { blockSize: 'sentence' })).toEqual([
      'paragraph: “Go,”',
      'sentence: said Mira.',
      'scene: Night.',
      'sentence: Rain.',
    ])
  })

  it.each(['***', '* * *', '#', '⁂', '---', '— — —', '§'])('is a scene after “%s”', (line) => {
    expect(breaks(['One.', line, 'Two.'])).toEqual(['paragraph: One.', 'scene: Two.'])
  })

  it.each(['…', '?!', '—', '2', '* a *', '♪'])('is a paragraph after “%s”, which is spoken', (line) => {
    expect(breaks(['One.', line, 'Two.'])).toHaveLength(3)
    expect(breaks(['One.', line, 'Two.'])[2]).toBe('paragraph: Two.')
  })

  it('stays a scene if blocks are joined up to a size', () => {
    expect(breaks(['One.', 'Two.', '***', 'Three.', 'Four.'], { blockSize: 600 })).toEqual([
      'paragraph: One.\nTwo.',
      'scene: Three.\nFour.',
    ])
  })
})

describe('a plan', () => {
  const talk = '“Wait,” said Mira. She ran. “Please!”'

  it('assigns quotations to their speakers, and the text between them to the narrator', () => {
    expect(planned(sourceOfTexts([talk]))).toEqual([
      'mira: “Wait,”',
      'said Mira. She ran.',
      'mira: “Please!”',
    ])
  })

  it('splits at sentence ends, and joins short paragraphs of one voice', () => {
    const texts = ['One. Two.', 'Three.', talk, 'Four.']
    expect(planned(sourceOfTexts(texts), { blockSize: 'sentence' }).slice(0, 3)).toEqual([
      'One.',
      'Two.',
      'Three.',
    ])
    expect(planned(sourceOfTexts(texts), { blockSize: 600 })).toEqual([
      'One. Two.\nThree.',
      'mira: “Wait,”',
      'said Mira. She ran.',
      'mira: “Please!”',
      'Four.',
    ])
  })

  it('leaves out formulas in TeX, but not prices or brackets', () => {
    const text = String.raw`So \(a^2 = b\) and $$x$$ and \begin{align}x &= 2\end{align} cost $5 or $6 \(each\).`
    const [paragraph] = markPieces([plainParagraph(text)])
    expect(paragraph?.marks.map(({ piece, start, end }) => [piece, text.slice(start, end)])).toEqual([
      ['markup', String.raw`\(a^2 = b\)`],
      ['markup', '$$x$$'],
      ['markup', String.raw`\begin{align}x &= 2\end{align}`],
    ])
  })

  it('leaves out what is not ticked: sections, notes, citations, links', () => {
    const source = sourceOf('Book', [
      { title: 'Copyright', kind: 'frontMatter', paragraphs: [plainParagraph('All rights.')] },
      {
        ...{ title: 'One', kind: 'body' },
        paragraphs: [
          plainParagraph('Once.12 It was.', { marks: [{ piece: 'footnote', start: 5, end: 7 }] }),
          plainParagraph('A note.', { piece: 'footnote' }),
          ...markPieces([plainParagraph('As shown (Smith 2004), see https://a.org/b.')]),
        ],
      },
    ])
    expect(planned(source)).toEqual(['Once. It was.', 'As shown (Smith 2004), see https://a.org/b.'])
    expect(planned(source, { pieces: new Set(['footnote']) })).toEqual([
      'Once.12 It was.',
      'A note.',
      'As shown, see.',
    ])
  })

  it('uses the manner that the words around a line suggest only if the writer agrees', () => {
    const source = sourceOfTexts(['“Wait,” whispered Mira. “No!”', 'MIRA (calm): Go.'])
    const manners = (decided: Partial<ImportOptions>) =>
      planDirectly(source, { readsQuotations: true, decided })
        .chapters.flatMap(blocksOf)
        .map(({ manner }) => manner)
    const { suggestions, chapters } = planDirectly(source, { readsQuotations: true })
    expect(mannerLines(suggestions, chapters)).toEqual(new Set([0]))
    expect(manners({})).toEqual(['', '', '', 'calm'])
    expect(manners({ manners: new Set([0, 2]) })).toEqual(['whispering', '', '', 'calm'])
  })

  it('takes silences and durations from the times of the source', () => {
    const at = (text: string, startMs: number, endMs: number) =>
      plainParagraph(text, { times: { startMs, endMs } })
    const paragraphs = [at('One.', 500, 1500), at('Two.', 1500, 2000), at('Three.', 5000, 6000)]
    const source = sourceOf('Film', [{ title: null, kind: 'body', paragraphs }])
    const { chapters } = planDirectly(source, { readsQuotations: false })
    expect(
      chapters.flatMap(blocksOf).map(({ silenceBeforeMs, durationMs }) => [silenceBeforeMs, durationMs]),
    ).toEqual([
      [500, 1000],
      [0, 500],
      [3000, 1000],
    ])
    expect(chapters.map(({ lengthMs }) => lengthMs)).toEqual([6000])
  })

  it('estimates the length of a chapter, depending on its script', () => {
    const lengthOf = (text: string) =>
      planDirectly(sourceOfTexts([text]), { readsQuotations: false }).chapters.map(({ lengthMs }) => lengthMs)
    expect(lengthOf('The sea.')).toEqual([8 * 62])
    expect(lengthOf('我爱大海')).toEqual([4 * 235])
  })

  it('follows the decisions about a speaker and about a line', () => {
    const source = sourceOfTexts([talk, '“Late,” said Tom.'])
    expect(planned(source, { speakers: new Map([['mira', { isAccepted: false }]]) })).toEqual([
      talk,
      'tom: “Late,”',
      'said Tom.',
    ])
    const lines = new Map([
      [0, { isAccepted: false }],
      [1, { speaker: 'tom' }],
    ])
    expect(planned(source, { lines })).toEqual([
      '“Wait,” said Mira. She ran.',
      'tom: “Please!”',
      'tom: “Late,”',
      'said Tom.',
    ])
  })
})
