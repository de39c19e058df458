import { describe, expect, it, test } from 'vitest'
import { book } from '../formats/books.ts'
import { outline, readText } from '../storyText.ts'

const LINES = [
  'The river rose in the night',
  'and the boats lay high',
  'above the grey stone quay,',
  'old Harrow counted twice',
  'before he believed it',
]
/** Three stanzas of five lines; `beside` adds the number to the last line of each. */
const stanzas = (beside: (line: string, number: number) => string) =>
  [1, 2, 3].map((count) => [...LINES.slice(0, 4), beside(LINES[4] ?? '', count * 5)])
const POEM = LINES.join('\n')
const numbersOf = async (name: string, content: string | Uint8Array) =>
  (await readText(name, content)).source.paragraphs.flatMap(({ text, marks }) =>
    marks.flatMap(({ piece, start, end }) => (piece === 'pageNumber' ? [text.slice(start, end).trim()] : [])),
  )

describe('the numbers of lines in poetry are left out', () => {
  test.each([
    ['at the end of lines', (line: string, number: number) => `${line}        ${number}`],
    ['before lines', (line: string, number: number) => `${number}  ${line}`],
  ])('%s of a text', async (_, beside) => {
    const text = `CANTO I\n\n${stanzas(beside)
      .map((stanza) => stanza.join('\n'))
      .join('\n\n')}\n`
    expect(await numbersOf('poem.txt', text)).toEqual(['5', '10', '15'])
    const said = outline(await readText('poem.txt', text))
    expect(said.join('\n').replaceAll(/\s+/g, ' ')).toBe(
      `# CANTO I ${POEM} ${POEM} ${POEM}`.replaceAll(/\s+/g, ' '),
    )
  })

  test.each([
    ['lnum', 'span'],
    ['linenum', 'span'],
    ['line-number', 'small'],
    ['ln', 'i'],
  ])('in an element of the class %s', async (name, element) => {
    const page = `<h1>One</h1><p>${LINES.join('<br/>')} <${element} class="${name}">5</${element}><br/>and so home.</p>`
    const bytes = book({ 'a.xhtml': page })
    expect(await numbersOf('book.epub', bytes)).toEqual(['5'])
    const { source } = await readText('book.epub', bytes)
    expect(source.paragraphs.map(({ text }) => text.replaceAll(/\s?5/g, '')).join('\n')).toBe(
      `${POEM}\nand so home.`,
    )
  })

  it('in elements of any class, if the series fits', async () => {
    const text = stanzas((line, number) => `${line} <b class="x">${number}</b>`)
    const page = `<h1>One</h1>${text.map((stanza) => `<p>${stanza.join('<br/>')}</p>`).join('')}`
    expect(await numbersOf('book.epub', book({ 'a.xhtml': page }))).toEqual(['5', '10', '15'])
  })
})

test('numbers that count something else are read', async () => {
  const shifted = stanzas((line, number) => `${line} ${number + 5}`).map((stanza) =>
    stanza.slice(1).join('\n'),
  )
  expect(await numbersOf('poem.txt', `${shifted.join('\n\n')}\n`)).toEqual([])
  const list = Array.from({ length: 15 }, (_, index) => `${index + 1} ${LINES[index % 5] ?? ''}`)
  expect(await numbersOf('poem.txt', `${list.join('\n')}\n`)).toEqual([])
  expect(
    await numbersOf('book.epub', book({ 'a.xhtml': '<p>It was <span class="ln">late</span>.</p>' })),
  ).toEqual([])
})
