/** What is not read aloud as a rule is still in the document, for a reader who asks for it. */
import { expect, it } from 'vitest'
import { partsFromPages } from '../../../../../electron/lib/documents/formats/pdfParts.ts'
import { UNREAD_PLACES } from '../../../../../electron/lib/documents/formats/documentText.ts'
import { readDocument } from '../../../../../electron/lib/documents/formats/readDocument.ts'
import { archive, docx, odf, relationships } from './samples.ts'

async function placesOf(name: string, bytes: Uint8Array): Promise<string[]> {
  const { parts } = await readDocument({ name, bytes, password: null, leavesOut: [] })
  return parts.map(({ text, place = 'body' }) => `${place}: ${text}`)
}

it('running heads and page numbers of a PDF, between the paragraphs that go on below them', () => {
  const line = (text: string, y: number) => ({
    cells: [{ text, left: 50, right: 300 }],
    ...{ left: 50, right: 300, y, height: 10, direction: 'ltr' as const },
  })
  const pages = ['one goes on', 'and on', 'and on to its end.'].map((text, index) => [
    line('The Harbour', 780),
    line(text, 700),
    line(String(index + 1), 40),
  ])
  expect(partsFromPages(pages).map(({ text, place = 'body' }) => `${place}: ${text}`)).toEqual([
    ...['margin: The Harbour', 'body: one goes on and on and on to its end.', 'margin: 1'],
    ...['margin: The Harbour', 'margin: 2', 'margin: The Harbour', 'margin: 3'],
  ])
})

it('headers and footers of a Word document', async () => {
  const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`
  const others = {
    h: ['header', 'header1.xml', `<w:hdr>${paragraph('The Harbour')}</w:hdr>`],
    f: ['footer', 'footer1.xml', `<w:ftr>${paragraph('Rights')}</w:ftr>`],
  } as const
  expect(await placesOf('x.docx', docx(paragraph('Words.'), {}, others))).toEqual([
    'body: Words.',
    'margin: The Harbour',
    'margin: Rights',
  ])
})

it('footers and speaker’s notes of slides', async () => {
  const shape = (place: string, text: string) =>
    `<p:sp><p:nvPr>${place}</p:nvPr><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`
  const pptx = archive({
    '_rels/.rels': relationships({ r1: ['officeDocument', 'ppt/presentation.xml'] }),
    'ppt/presentation.xml':
      '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="1" r:id="a"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relationships({ a: ['slide', 'slides/1.xml'] }),
    'ppt/slides/_rels/1.xml.rels': relationships({ n: ['notesSlide', '../notes/1.xml'] }),
    'ppt/slides/1.xml': `<p:sld><p:spTree>${shape('<p:ph type="ftr"/>', 'Rights')}${shape('', 'Words.')}</p:spTree></p:sld>`,
    'ppt/notes/1.xml': `<p:notes><p:spTree>${shape('<p:ph type="body"/>', 'Say it slowly.')}${shape('<p:ph type="sldNum"/>', '1')}</p:spTree></p:notes>`,
  })
  const lines = ['margin: Rights', 'body: Words.', 'speakerNotes: Say it slowly.']
  expect(await placesOf('x.pptx', pptx)).toEqual(lines)
  const frame = (kind: string, text: string) =>
    `<draw:frame presentation:class="${kind}"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`
  const page = `<draw:page>${frame('footer', 'Rights')}${frame('outline', 'Words.')}<presentation:notes>${frame('notes', 'Say it slowly.')}</presentation:notes></draw:page>`
  expect(await placesOf('x.odp', odf('presentation', page))).toEqual(lines)
})

it('pages before the text of a book, which are read as a rule', async () => {
  const html = '<section epub:type="frontmatter copyright-page"><p>Rights</p></section><p>Words.</p>'
  expect(await placesOf('x.html', new TextEncoder().encode(`<!doctype html>${html}`))).toEqual([
    'frontMatter: Rights',
    'body: Words.',
  ])
  expect(UNREAD_PLACES).not.toContain('frontMatter')
})
