import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, it, test } from 'vitest'
import { archive, docx, odf } from '../formats/samples.ts'
import { outline, readText } from '../storyText.ts'

const paragraph = (text: string, style = '') =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
const styles = ['Title', 'Subtitle', 'heading 1']
  .map(
    (name) =>
      `<w:style w:type="paragraph" w:styleId="${name.replace(' ', '')}"><w:name w:val="${name}"/></w:style>`,
  )
  .join('')
const chapters = `${paragraph('One', 'heading1')}${paragraph('Once.')}${paragraph('Two', 'heading1')}${paragraph('Twice.')}`

/** Title, author, the selected chapters, and the story without a review. */
async function imported(name: string, content: string | Uint8Array) {
  const file = await readText(name, content)
  const { title, author, sections } = file.source
  const ticked = sections.filter(({ kind }) => kind === 'body').map((section) => section.title)
  return { title, author, ticked, story: outline(file) }
}
const story = ['# One', 'Once.', '# Two', 'Twice.']

describe('the title of a Word document', () => {
  const word = (...opening: string[]) => imported('novel.docx', docx(opening.join('') + chapters, { styles }))

  it('becomes the story’s title, and the line under it names the author', async () => {
    const title = paragraph('The Tin Lighthouse', 'Title')
    const found = { title: 'The Tin Lighthouse', author: 'Mary Shelley', ticked: ['One', 'Two'], story }
    expect(await word(title, paragraph('by Mary Shelley', 'Subtitle'))).toEqual(found)
    expect(await word(title, paragraph('by Mary Shelley'))).toEqual(found)
  })

  it('is followed by a subtitle that is not read if it names nobody; the text below it belongs to the story', async () => {
    const file = await readText(
      'novel.docx',
      docx(
        paragraph('The Tin Lighthouse', 'Title') +
          paragraph('A Story', 'Subtitle') +
          paragraph('By the sea it rained.') +
          chapters,
        { styles },
      ),
    )
    expect(file.source.sections[0]).toMatchObject({ kind: 'frontMatter', title: 'A Story' })
    expect(file.source.author).toBe('')
    expect(outline(file)).toEqual(['By the sea it rained.', ...story])
  })

  it('is not recognized if several paragraphs have its style', async () => {
    const body = [
      paragraph('One', 'Title'),
      paragraph('Once.'),
      paragraph('Two', 'Title'),
      paragraph('Twice.'),
    ]
    const found = await imported('novel.docx', docx(body.join(''), { styles }))
    expect(found).toEqual({ title: 'novel', author: '', ticked: ['One', 'Two'], story })
  })
})

test('the title and the author of an OpenDocument text become those of the story', async () => {
  const style = (name: string, parent: string) =>
    `<style:style style:family="paragraph" style:name="${name}" style:parent-style-name="${parent}"/>`
  const body =
    '<text:p text:style-name="P1">The Tin Lighthouse</text:p><text:p text:style-name="Subtitle">by Mary Shelley</text:p>' +
    '<text:h>One</text:h><text:p>Once.</text:p><text:h>Two</text:h><text:p>Twice.</text:p>'
  const found = await imported('novel.odt', odf('text', body, style('P1', 'Title')))
  expect(found).toEqual({
    title: 'The Tin Lighthouse',
    author: 'Mary Shelley',
    ticked: ['One', 'Two'],
    story,
  })
  const meta =
    '<office:document-meta xmlns:office="o" xmlns:meta="m" xmlns:dc="d"><office:meta><dc:title>Tin</dc:title>' +
    '<meta:initial-creator>A. Fox</meta:initial-creator><dc:creator>An Editor</dc:creator></office:meta></office:document-meta>'
  const told = await imported('novel.odt', odf('text', '<text:p>Once.</text:p>', '', { 'meta.xml': meta }))
  expect(told).toMatchObject({ title: 'Tin', author: 'A. Fox' })
})

describe('the author of a document', () => {
  test('comes from the properties of a Word document', async () => {
    const core =
      '<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>Tin</dc:title><dc:creator>Mary Shelley</dc:creator></cp:coreProperties>'
    const word = { ...unzipSync(docx(chapters, { styles })), 'docProps/core.xml': strToU8(core) }
    const found = await imported('novel.docx', zipSync(word))
    expect(found).toMatchObject({ title: 'Tin', author: 'Mary Shelley' })
  })

  test('comes from the metadata of an EPUB', async () => {
    const epub = archive({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml':
        '<container><rootfiles><rootfile full-path="book.opf"/></rootfiles></container>',
      'book.opf':
        '<package xmlns:dc="d"><metadata><dc:title>Tin</dc:title><dc:creator>Mary Shelley</dc:creator></metadata>' +
        '<manifest><item id="a" href="a.html" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>',
      'a.html': '<html><body><h1>One</h1><p>Once.</p></body></html>',
    })
    expect(await imported('novel.epub', epub)).toMatchObject({ title: 'Tin', author: 'Mary Shelley' })
  })

  test('comes from the title page of a screenplay', async () => {
    const text = 'Title: Tin\nAuthor: Mary Shelley\n\nINT. JETTY\n\nIt rains.\n'
    expect(await imported('tin.fountain', text)).toMatchObject({ title: 'Tin', author: 'Mary Shelley' })
  })
})

describe('the title of a Markdown document', () => {
  const text = '## One\n\nOnce.\n\n## Two\n\nTwice.\n'

  it('is its only first-level heading, with the author under it', async () => {
    const found = { title: 'The Tin Lighthouse', author: 'Mary Shelley', ticked: ['One', 'Two'], story }
    expect(await imported('novel.md', `# The Tin Lighthouse\n\nby Mary Shelley\n\n${text}`)).toEqual(found)
    expect(await imported('novel.md', `# The Tin Lighthouse\n\n*by Mary Shelley*\n\n${text}`)).toEqual(found)
  })

  it('may be followed by other text, which is kept', async () => {
    const found = await imported('novel.md', `# Tin\n\nBy the sea it rained.\n\n${text}`)
    expect(found).toEqual({
      title: 'Tin',
      author: '',
      ticked: [null, 'One', 'Two'],
      story: ['By the sea it rained.', ...story],
    })
  })

  it('is not one of several first-level headings', async () => {
    const found = await imported('novel.md', `# Zero\n\nOnce.\n\n${text}\n# Three\n\nThrice.`)
    expect(found).toMatchObject({ title: 'novel', ticked: ['Zero', 'One', 'Two', 'Three'] })
  })

  it.each([
    ['author: Mary Shelley', 'Mary Shelley'],
    ['author: "Mary Shelley"', 'Mary Shelley'],
    ['title: Tin', ''],
  ])('comes from its front matter, and so does the author: %s', async (line, author) => {
    expect(await imported('novel.md', `---\n${line}\n---\n\n${text}`)).toMatchObject({ author, story })
  })
})

test.each([
  ['by Mary Shelley', 'Mary Shelley'],
  ['By Mary Shelley', 'Mary Shelley'],
  ['Written by Mary Shelley', 'Mary Shelley'],
  ['A novel by Mary Shelley', 'Mary Shelley'],
  ['von Mary Shelley', 'Mary Shelley'],
  ['por María Ruiz', 'María Ruiz'],
  ['by the sea', ''],
  ['By Monday it rained.', ''],
  [
    'By Monday, it rained, and all the people of the town went down to the old harbour to see what was left',
    '',
  ],
])('the line under a title is recognized as naming an author or not: %s', async (line, author) => {
  expect((await imported('a.md', `# Tin\n\n${line}\n\n## One\n\nOnce.\n\n## Two\n\nTwice.`)).author).toBe(
    author,
  )
})

describe('the author of a text whose title page has no “by”', () => {
  const chapters = 'CHAPTER I\n\nA bell rang over the water.\n\nCHAPTER II\n\nSomebody had lit the lamp.'
  test.each([
    [['Ada Fox', 'The Lamp'], 'The Lamp', 'Ada Fox'],
    [['ADA B. FOX', 'THE LAMP', 'A Novel'], 'THE LAMP', 'ADA B. FOX'],
    [['J. R. Fox', 'Lamps'], 'Lamps', 'J. R. Fox'],
    [['The Lamp', 'Ada von der Fox'], 'The Lamp', 'Ada von der Fox'],
    [['Die Lampe', 'Roman', 'Anna Fuchs'], 'Die Lampe', 'Anna Fuchs'],
    [['Лампа', 'Алексей Лисов'], 'Лампа', 'Алексей Лисов'],
    [['Alice Fox', 'A Novel'], 'Alice Fox', ''],
    [['Alice Fox', 'Ada Brown'], 'Alice Fox', 'Ada Brown'],
    [['The Lamp', 'In Two Parts'], 'The Lamp', ''],
  ])('%j', async (lines, title, author) => {
    const found = await imported('a.txt', `${lines.join('\n\n')}\n\n${chapters}`)
    expect(found).toMatchObject({ title, author, ticked: ['CHAPTER I', 'CHAPTER II'] })
    expect(found.story[0]).toBe('# CHAPTER I')
  })
})

describe('the title page of a plain text', () => {
  const text = (page: string) => `${page}\n\nChapter One\n\nOnce.\n\nChapter Two\n\nTwice.\n`

  it.each([
    ['THE SALT ROAD\n\nXilonen Quiahuitl', 'THE SALT ROAD', 'Xilonen Quiahuitl'],
    ['The Salt Road\nA Novel\nXilonen Quiahuitl', 'The Salt Road', 'Xilonen Quiahuitl'],
    ['The Salt Road\n\nA Novel\n\nXilonen van Quiahuitl', 'The Salt Road', 'Xilonen van Quiahuitl'],
    ['THE SALT ROAD\n\nCollected Stories', 'THE SALT ROAD', ''],
    ['THE SALT ROAD\n\nBook Two', 'THE SALT ROAD', ''],
    ['The Salt Road\n\nCold Harbour', 'The Salt Road', ''],
  ])('names an author with a rare first name if its form shows it: %s', async (page, title, author) => {
    expect(await imported('a.txt', text(page))).toMatchObject({ title, author })
  })
})
