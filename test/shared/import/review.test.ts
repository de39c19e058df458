import { describe, expect, it } from 'vitest'
import { createReview } from '../../../shared/import/review.ts'
import {
  AS_FOUND,
  planViewSchema,
  reviewSchema,
  type PreviewRow,
  type ReviewChoices,
  type Shown,
} from '../../../shared/import/reviewView.ts'
import { plainParagraph, sourceOf } from '../../../shared/import/source.ts'
import { tableOfRows } from '../../../shared/import/tableLayout.ts'
import { countingIds } from '../../electron/lib/documents/storyText.ts'

const OTHERS = { name: 'novel.epub', sizeBytes: 1, table: null, encoding: null, readAs: null }
const CHAPTERS = ['One', 'Two', 'Three']
/** A novel of three chapters with 300 paragraphs each, in each of which somebody whispers and a note is left out. */
const novel = createReview({
  ...OTHERS,
  source: sourceOf(
    'Novel',
    CHAPTERS.map((title) => ({
      title,
      kind: 'body' as const,
      paragraphs: [
        ...Array.from({ length: 299 }, (_, index) =>
          plainParagraph(`It rained on day ${index} of ${title}.`),
        ),
        plainParagraph('“Wait,” Mira whispered.[1]', { marks: [{ piece: 'footnote', start: 23, end: 26 }] }),
      ],
    })),
  ),
})

const textsOf = (rows: readonly PreviewRow[]) =>
  rows.map(({ entry }) => (entry.kind === 'chapter' ? `# ${entry.title ?? ''}` : entry.text))

function usual(change: Partial<ReviewChoices['options']> = {}): ReviewChoices {
  return { mapping: AS_FOUND, options: { ...novel.map(AS_FOUND).source.usual, ...change } }
}

const rowsOf = (shown: Shown, from = 0, count = 400, choices = usual()) =>
  novel.rows(choices, { shown, from, count })

describe('the review of a novel', () => {
  it('contains the first rows of its first chapter, and no other text', () => {
    const view = novel.map(AS_FOUND)
    expect(reviewSchema.parse(view)).toEqual(view)
    expect(view.plan.rows).toMatchObject({ from: 0, total: 301, blocks: 301 })
    expect(view.plan.rows.rows).toHaveLength(100)
    expect(JSON.stringify(view)).not.toMatch(/day 100 of One|of Two/)
  })

  it('returns other rows on request, with the decisions that they need', () => {
    const chapter = rowsOf({ kind: 'chapter', chapter: 1 }, 298, 400)
    expect(textsOf(chapter.rows)).toEqual(['It rained on day 298 of Two.', '“Wait,”', 'Mira whispered.'])
    expect(chapter.rows[1]?.entry).toMatchObject({
      speaker: 'mira',
      said: [{ words: '“Wait,”', speaker: 'mira', suggestedManner: 'whispering' }],
    })
    const notes = rowsOf({ kind: 'leftOut', reason: 'footnote' })
    expect(notes.rows.filter(({ isAround }) => !isAround)).toHaveLength(3)
  })

  it('is planned with the decisions in the request, regardless of earlier requests', () => {
    const window = { shown: { kind: 'chapter' as const, chapter: 0 }, from: 0, count: 10 }
    const { options } = usual()
    const one = usual({
      chapters: options.chapters.map((each, index) => ({ ...each, isIncluded: index === 0 })),
    })
    const plan = novel.plan(one, window)
    expect(planViewSchema.parse(plan)).toEqual(plan)
    expect(plan.blocks).toBe(301)
    expect(plan.reasons).toContainEqual(expect.objectContaining({ reason: 'chapter', places: 2 }))
    expect(novel.plan(usual(), window).blocks).toBe(903)
    const made = novel.records(one, { narrator: 'Narrator', newId: countingIds() })
    expect(made.filter(({ type }) => type === 'block')).toHaveLength(301)
  })
})

it('a new mapping replaces the columns of a table, and everything else that was found stays', () => {
  const cells = (...each: string[][]) =>
    each.map((row, index) => ({ line: index + 1, cells: row, isBroken: false }))
  const table = tableOfRows({
    title: 'Lines',
    rows: cells(['Who', 'Said'], ['Mira', 'Wait.'], ['Tom', 'Why?']),
  })
  const review = createReview({ ...OTHERS, source: sourceOf('Lines', []), table })
  const found = review.map(AS_FOUND).source.table
  if (found === null) throw new Error('A table is one in the review')
  const mapping = { sheet: null, headerLine: 1, columns: { ...found.columns, speaker: 0, line: 1 } }
  const { source, plan } = review.map(mapping)
  expect(source.names).toEqual([
    ['mira', 'Mira'],
    ['tom', 'Tom'],
  ])
  expect(textsOf(plan.rows.rows)).toEqual(['Wait.', 'Why?'])
  expect(source.table?.headers).toHaveLength(3)
})
