import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { updateChange } from '../../../shared/import/updateChange.ts'
import { apply } from '../../../shared/story/changes.ts'
import { outlineOfStory } from '../../electron/lib/documents/storyText.ts'
import { all, compare, fileOf, imported, PARAGRAPHS, SHELL } from './updatedFiles.ts'

describe('any update', () => {
  const paragraph = fc.oneof(
    fc.constantFrom(...PARAGRAPHS, SHELL, 'Yes.', 'No.'),
    fc
      .array(fc.constantFrom('red', 'boat', 'of', 'the', 'night', 'sings'), { minLength: 1, maxLength: 8 })
      .map((words) => words.join(' ')),
  )
  const chapters = fc.array(
    fc.tuple(
      fc.option(fc.constantFrom('One', 'Two', 'Three', 'Chapter 4')),
      fc.array(paragraph, { minLength: 1, maxLength: 8 }),
    ),
    { minLength: 1, maxLength: 5 },
  )
  const files = chapters.map((list) => fileOf(list.map(([title, texts]) => [title, ...texts] as const)))

  it('makes the same story as a new import of the file, if it is accepted completely', () => {
    fc.assert(
      fc.property(files, files, fc.boolean(), (first, next, isKnown) => {
        const { story, known } = imported(first)
        const { update } = compare(story, next, isKnown ? known : null)
        const after = apply(story, updateChange(story, update, all(update)))
        expect(outlineOfStory(after)).toEqual(outlineOfStory(imported(next).story))
        expect(new Set(after.sequence.map(({ rank }) => rank)).size).toBe(after.sequence.length)
      }),
      { numRuns: 60 },
    )
  })

  it('from the same file changes nothing', () => {
    fc.assert(
      fc.property(files, (file) => {
        const { story } = imported(file)
        expect(compare(story, file).update.differences).toEqual([])
      }),
      { numRuns: 30 },
    )
  })

  it('keeps each entry of the story that it does not remove, exactly once, if it is accepted in part', () => {
    fc.assert(
      fc.property(files, files, fc.infiniteStream(fc.boolean()), (first, next, choice) => {
        const { story } = imported(first)
        const { update } = compare(story, next)
        const taken = new Set(
          update.differences.flatMap(({ key }) => (choice.next().value === true ? [key] : [])),
        )
        const chosen = update.differences.filter(({ key }) => taken.has(key))
        const idsOf = (kind: string) => chosen.flatMap((each) => (each.kind === kind ? each.ids : []))
        const after = apply(story, updateChange(story, update, taken))
        const expected = new Set([...story.sequence.map(({ id }) => id), ...idsOf('added')])
        for (const id of idsOf('removed')) expected.delete(id)
        expect(after.sequence.map(({ id }) => id).toSorted()).toEqual([...expected].toSorted())
      }),
      { numRuns: 30 },
    )
  })
})
