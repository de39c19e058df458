import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { extensionOf, extensionsFor } from '../../../../../shared/files/fileTypes.ts'
import type { TextReading } from '../../../../../shared/import/reading.ts'
import { readImport } from '../../../../../electron/lib/documents/import/readImport.ts'
import { outline, readText } from '../storyText.ts'
import { DOCUMENTS, screenplay, TEXTS } from './inputs.ts'

const MARKDOWN = ['.md', '.markdown', '.mdown'] as const

describe('a file that can become a story', () => {
  test('has one of the extensions below, or is a story itself', () => {
    const kinds = [
      ...DOCUMENTS.map((name) => extensionOf(name)),
      ...Object.keys(TEXTS),
      ...MARKDOWN,
      '.fabula',
    ]
    expect(new Set(extensionsFor('open'))).toEqual(new Set(kinds))
  })

  test.each(DOCUMENTS)('is read as sections of paragraphs: %s', async (name) => {
    const bytes = readFileSync(new URL(`../../../../fixtures/documents/${name}`, import.meta.url))
    const { source } = await readImport({ file: { name, bytes } })
    expect(source.paragraphs.length).toBeGreaterThan(1)
  })

  test.each(MARKDOWN)('has its headings as chapters: %s', async (extension) => {
    expect(await outlineOf(`a${extension}`, '# One\n\nIs it far?')).toEqual(['# One', 'Is it far?'])
  })

  test.each(Object.entries(TEXTS))(
    'is read the same from a file, from the clipboard and from standard input: %s',
    async (extension, [text, ...blocks]) => {
      expect(await outlineOf(`a${extension}`, text)).toEqual(blocks)
      expect(await outlineOf('text', text)).toEqual(blocks)
    },
  )
})

test.each([
  ['a heading', '## One\n\nIs it *far*?', ['# One', 'Is it far?']],
  ['a heading between lines', 'Is it _far_?\n## One\nIt is.', ['Is it far?', '# One', 'It is.']],
  ['an underlined heading', 'One\n===\n\nIs it far?', ['# One', 'Is it far?']],
  ['front matter', '---\ntitle: Ferry\n---\n\nIs it *far*?', ['Is it far?']],
  ['a link', 'Is it [far](https://a.org)?', ['Is it far?']],
  ['bold words', 'Is it **far**?', ['Is it far?']],
])('a pasted text with %s is Markdown', async (_, text, blocks) => {
  expect(await outlineOf('text', text)).toEqual(blocks)
})

test.each([
  ['speech marked with dashes', '- Is it far?\n\n- It is.', ['- Is it far?', '- It is.']],
  ['a scene break', 'One.\n\n* * *\n\nTwo.', ['One.', 'Two.']],
  ['asterisks and underscores', 'It is *far*, by snake_case.', ['It is *far*, by snake_case.']],
  ['a number sign', '#1 is far, and 5 # 6.', ['#1 is far, and 5 # 6.']],
  ['powers', 'It is 2**3 and 3**2.', ['It is 2**3 and 3**2.']],
])('a pasted text with %s is plain text', async (_, text, blocks) => {
  expect(await outlineOf('text', text)).toEqual(blocks)
})

test('a pasted text is read as the format that the writer chooses', async () => {
  const bytes = Buffer.from('# One\n\nIs it *far*?')
  const read = (readAs?: TextReading) => readImport({ file: { name: 'text', bytes }, readAs })
  expect(await read()).toMatchObject({ readAs: 'markdown' })
  const { source, readAs } = await read('text')
  expect(readAs).toBe('text')
  expect(source.paragraphs.map(({ text }) => text)).toEqual(['Is it *far*?'])
  expect(await readImport({ file: { name: 'a.csv', bytes } })).toMatchObject({ readAs: null })
})

test('a pasted text has its own title, or otherwise the given one', async () => {
  const titleOf = async (text: string) =>
    (await readImport({ file: { name: 'text', bytes: Buffer.from(text) }, title: 'Given' })).source.title
  expect(await titleOf(`Title: The Ferry\nAuthor: N. N.\n\n${screenplay}`)).toBe('The Ferry')
  expect(await titleOf('---\ntitle: The Ferry\n---\n\nIs it far?')).toBe('The Ferry')
  expect(await titleOf('# The Ferry\n\nIs it far?')).toBe('Given')
  expect(await titleOf('Is it far?')).toBe('Given')
})

test('text that starts with a brace is read as text', async () => {
  expect(await outlineOf('text', '{sighs} Is it far?')).toEqual(['{sighs} Is it far?'])
})

async function outlineOf(name: string, text: string): Promise<string[]> {
  return outline(await readText(name, text))
}
