import { expect, it } from 'vitest'
import { createSourceWriter } from '../../../shared/import/sourceWriter.ts'
import { MAX_LABEL } from '../../../shared/story/limits.ts'

const LONG = 'A'.repeat(MAX_LABEL + 1)

it('readers write sections of paragraphs, with front matter, back matter and left-out text kept apart', () => {
  const writer = createSourceWriter()
  writer.paragraph('The Ferry', {}, 'frontMatter')
  writer.heading('One')
  writer.paragraph('It rained.')
  writer.paragraph('12', { piece: 'pageNumber' })
  writer.paragraph('All rights.', { piece: 'licence' }, 'backMatter')
  const { sections, paragraphs } = writer.finish('Tides')
  expect(sections.map(({ title, kind, start, end }) => [title, kind, start, end])).toEqual([
    [null, 'frontMatter', 0, 1],
    ['One', 'body', 1, 3],
    [null, 'backMatter', 3, 4],
  ])
  expect(paragraphs.map(({ piece }) => piece)).toEqual([null, null, 'pageNumber', 'licence'])
})

it('a line of signs without a chapter, as in a portable story, stays in a section of its own', () => {
  const writer = createSourceWriter()
  writer.heading(null)
  writer.paragraph('#')
  writer.heading('One')
  writer.paragraph('It rained.')
  expect(writer.finish('Tides').sections.map(({ title, end }) => [title, end])).toEqual([
    [null, 1],
    ['One', 2],
  ])
})

it('a line adds its speaker to the cast once; a name or a title that is too long becomes text', () => {
  const writer = createSourceWriter()
  writer.heading(LONG)
  writer.line('MIRA', 'Come in [door].', { marks: [{ piece: 'sound', start: 8, end: 14 }] })
  writer.line('Mira', 'It is late.')
  writer.line(LONG, 'No [sigh].', { marks: [{ piece: 'sound', start: 3, end: 9 }] })
  writer.line('', 'It rained.')
  const { paragraphs, cast, sections } = writer.finish('Tides', { author: LONG })
  expect(cast).toEqual([{ key: 'mira', name: 'MIRA', character: null }])
  expect(sections.map(({ title }) => title)).toEqual([null])
  expect(paragraphs.map(({ text, speaker }) => [text, speaker])).toEqual([
    [LONG, null],
    ['Come in [door].', 'mira'],
    ['It is late.', 'mira'],
    [`${LONG}: No [sigh].`, null],
    ['It rained.', null],
  ])
  expect(paragraphs.map(({ text, marks }) => marks.map(({ start, end }) => text.slice(start, end)))).toEqual([
    ...[[], ['[door]'], [], ['[sigh]'], []],
  ])
  expect(writer.finish('Tides', { author: LONG }).author).toHaveLength(MAX_LABEL)
})

it('the kinds of sections can be decided when all of them are known', () => {
  const writer = createSourceWriter()
  writer.heading('Notes')
  writer.paragraph('The mark.')
  writer.problem({ line: 3, problem: 'no-words' })
  const { sections, problems } = writer.finish('Tides', {}, (all) =>
    all.map((section) => ({ ...section, kind: 'notes' as const })),
  )
  expect(sections.map(({ kind }) => kind)).toEqual(['notes'])
  expect(problems).toEqual([{ line: 3, problem: 'no-words' }])
})
