import { expect, it } from 'vitest'
import { withKinds, withoutBlankPages } from '../../../../../electron/lib/documents/import/sectionKinds.ts'
import { createSourceWriter } from '../../../../../shared/import/sourceWriter.ts'

it('a page of a document without words and without a title, such as a cover, is no section of its own', () => {
  const writer = createSourceWriter()
  writer.paragraph('Cover', { piece: 'picture' }, 'frontMatter')
  writer.paragraph('i', { piece: 'pageNumber' })
  writer.heading('One')
  writer.paragraph('It rained.')
  writer.heading('Part Two')
  writer.paragraph('* * *', {}, 'backMatter')
  const { sections, paragraphs } = writer.finish('Tides', {}, withoutBlankPages)
  expect(sections.map(({ title, start, end }) => [title, start, end])).toEqual([
    ['One', 0, 3],
    ['Part Two', 3, 4],
  ])
  expect(paragraphs.map(({ text }) => text)).toEqual(['Cover', 'i', 'It rained.', '* * *'])
  const scan = createSourceWriter()
  scan.paragraph('A map', { piece: 'picture' })
  expect(scan.finish('Map', {}, withoutBlankPages).sections).toHaveLength(1)
})

it('a preface or a prologue is read, even if the book counts it as front matter', () => {
  const writer = createSourceWriter()
  for (const title of ['Copyright', 'Preface', 'Prologue: The Bell', 'Vorwort', 'Dedication']) {
    writer.heading(title, { kind: 'frontMatter' })
    writer.paragraph('It rained.', {}, 'frontMatter')
  }
  writer.heading('One')
  writer.paragraph('It stopped.')
  const { sections } = writer.finish('Tides', {}, (found) => [...withKinds(found)])
  expect(sections.flatMap(({ title, kind }) => (kind === 'body' ? [title] : []))).toEqual([
    ...['Preface', 'Prologue: The Bell', 'Vorwort', 'One'],
  ])
})
