import { describe, expect, it } from 'vitest'
import { mergeWithNext, splitAtHeadings } from '../../../shared/import/chapterChoices.ts'
import { importStory, planDirectly } from '../../../shared/import/importStory.ts'
import { defaultOptions } from '../../../shared/import/options.ts'
import { plainParagraph, sourceOf } from '../../../shared/import/source.ts'
import { additionTo } from '../../../shared/import/storyFromPlan.ts'
import { apply, invert } from '../../../shared/story/changes.ts'
import { storyFromRecords } from '../../../shared/story/story.ts'
import { countingIds, outlineOfStory } from '../../electron/lib/documents/storyText.ts'

const bookOf = (...sections: [title: string, text: string][]) =>
  sourceOf(
    'Book',
    sections.map(([title, text]) => ({ title, kind: 'body' as const, paragraphs: [plainParagraph(text)] })),
  )

describe('an import into an open story', () => {
  const newId = countingIds()
  const own = bookOf(['One', 'MIRA: Wait.'])
  const story = storyFromRecords(importStory(own, { readsQuotations: true }, newId))
  const planned = planDirectly(bookOf(['Two', 'MIRA: Late.'], ['Three', 'TOM: Why?']), {
    readsQuotations: true,
  })

  it('comes at its end, and speaks with the characters of the same name', () => {
    const added = apply(story, additionTo(story, planned, newId))
    expect(outlineOfStory(added)).toEqual([
      '# One',
      'MIRA: Wait.',
      '# Two',
      'MIRA: Late.',
      '# Three',
      'TOM: Why?',
    ])
    expect(added.cast.map(({ name }) => name)).toEqual(['MIRA', 'TOM'])
  })

  it('is undone by one change', () => {
    const change = additionTo(story, planned, newId)
    const added = apply(story, change)
    expect(outlineOfStory(apply(added, invert(story, change)))).toEqual(outlineOfStory(story))
  })
})

describe('the chapters of an import', () => {
  const source = bookOf(['One', 'a'], ['Two', 'b'], ['Three', 'c'])
  const { chapters } = defaultOptions(source)

  it('can be merged and split again', () => {
    const merged = mergeWithNext(chapters, 1)
    expect(merged.map(({ title, sections }) => [title, sections])).toEqual([
      ['One', [0]],
      ['Two', [1, 2]],
    ])
    expect(splitAtHeadings(merged, 1, source)).toEqual(chapters)
    expect(mergeWithNext(chapters, 2)).toEqual(chapters)
  })
})
