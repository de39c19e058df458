/** Content that is normally not read aloud is still in the document, for a reader who asks for it. */
import { expect, it } from 'vitest'
import { partsFromPages } from '../../../../../electron/lib/documents/formats/pdfParts.ts'
import { UNREAD_PLACES } from '../../../../../electron/lib/documents/formats/documentText.ts'
import { readDocument } from '../../../../../electron/lib/documents/formats/readDocument.ts'
import { book, xhtml } from './books.ts'
import { archive, docx, odf, relationships } from './samples.ts'

async function placesOf(name: string, bytes: Uint8Array): Promise<string[]> {
  const { parts } = await readDocument({ name, bytes, password: null, leavesOut: [] })
  return parts.map(({ text, place = 'body' }) => `${place}: ${text}`)
}

it('a PDF keeps running heads and page numbers, between the paragraphs that continue below them', () => {
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

it('a Word document keeps headers and footers', async () => {
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

it('slides keep footers and speaker’s notes', async () => {
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

it('the headers and footers of printed sheets and of text documents are left out, not lost', async () => {
  const xlsx = archive({
    '_rels/.rels': relationships({ r1: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Tides" r:id="s1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels': relationships({ s1: ['worksheet', 'one.xml'] }),
    'xl/one.xml':
      '<worksheet><sheetData><row><c t="str"><v>Words.</v></c></row></sheetData><headerFooter><oddHeader>&amp;L&amp;"Arial,Bold"&amp;14The &amp;KFF0000Harbour&amp;CTom &amp;&amp; Ann&amp;RPage &amp;P</oddHeader><oddFooter>&amp;C&amp;P / &amp;N</oddFooter><firstFooter>&amp;LLantern &amp;P</firstFooter><evenFooter>&amp;LPage &amp;P of &amp;N&amp;C&amp;8Seite &amp;P von &amp;N&amp;R&amp;D</evenFooter></headerFooter></worksheet>',
  })
  const lines = ['runningHeader: The Harbour', 'runningHeader: Tom & Ann']
  expect(await placesOf('x.xlsx', xlsx)).toEqual([
    ...['body: Tides', 'body: Words.', ...lines],
    'runningHeader: Lantern',
  ])
  const field = (name: string, text: string) => `<text:${name}>${text}</text:${name}>`
  const page = `<style:master-page><style:header><text:p>The Harbour</text:p></style:header><style:footer><text:p>Tom &amp; <text:span>Ann</text:span>${field('page-number', '1')}</text:p><text:p>Page ${field('page-number', '1')}</text:p><text:p>${field('sheet-name', '???')}</text:p></style:footer><style:footer-left style:display="false"><text:p>Unused</text:p></style:footer-left></style:master-page>`
  const styles = `<office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:master-styles>${page}</office:master-styles></office:document-styles>`
  expect(
    await placesOf('x.odt', odf('text', '<text:p>Words.</text:p>', '', { 'styles.xml': styles })),
  ).toEqual(['body: Words.', ...lines])
})

it('slides keep hidden slides, comments and descriptions of pictures, and the notes of a slide that is only a picture', async () => {
  const slide = (body: string, attributes = '') =>
    `<p:sld xmlns:p="p" xmlns:a="a" ${attributes}><p:cSld><p:spTree>${body}</p:spTree></p:cSld></p:sld>`
  const shape = (text: string) => `<p:sp><p:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:txBody></p:sp>`
  const picture = '<p:pic><p:nvPicPr><p:cNvPr id="2" name="Picture 1" descr="A boat"/></p:nvPicPr></p:pic>'
  const pptx = archive({
    '_rels/.rels': relationships({ r1: ['officeDocument', 'ppt/presentation.xml'] }),
    'ppt/presentation.xml':
      '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="1" r:id="a"/><p:sldId id="2" r:id="b"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relationships({ a: ['slide', 's1.xml'], b: ['slide', 's2.xml'] }),
    'ppt/s1.xml': slide(shape('Not shown.'), 'show="0"'),
    'ppt/s2.xml': slide(picture),
    'ppt/_rels/s2.xml.rels': relationships({ c: ['comments', 'c.xml'], n: ['notesSlide', 'n.xml'] }),
    'ppt/c.xml':
      '<p:cmLst xmlns:p="p"><p:cm authorId="0"><p:pos x="1" y="1"/><p:text>Too large?</p:text></p:cm></p:cmLst>',
    'ppt/n.xml': `<p:notes xmlns:p="p" xmlns:a="a">${shape('Say it slowly.')}</p:notes>`,
  })
  expect(await placesOf('x.pptx', pptx)).toEqual([
    'hidden: Not shown.',
    'picture: A boat',
    'hidden: Too large?',
    'speakerNotes: Say it slowly.',
  ])
  const page =
    '<draw:page draw:style-name="h"><draw:frame><draw:text-box><text:p>Not shown.</text:p></draw:text-box></draw:frame></draw:page>'
  const style =
    '<style:style style:name="h" style:family="drawing-page"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
  expect(await placesOf('x.odp', odf('presentation', page, style))).toEqual(['hidden: Not shown.'])
})

it('OpenDocument files keep hidden and deleted text, comments and note marks', async () => {
  const styles =
    '<style:style style:name="h" style:family="text"><style:text-properties text:display="none"/></style:style><style:style style:name="p" style:family="paragraph"><style:text-properties text:display="none"/></style:style>'
  const text = `<text:tracked-changes><text:changed-region><text:deletion><office:change-info><dc:creator>Anna</dc:creator></office:change-info><text:p>Deleted words.</text:p></text:deletion></text:changed-region></text:tracked-changes>
    <text:p>One<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>A note.</text:p></text:note-body></text:note> two<office:annotation><dc:creator>Anna</dc:creator><text:p>Is it?</text:p></office:annotation> three <text:span text:style-name="h">secret</text:span> four.</text:p>
    <text:p text:style-name="p">Not shown.</text:p><text:section text:display="none"><text:p>Nor this.</text:p></text:section>`
  const bytes = odf('text', text, styles)
  const { parts } = await readDocument({ name: 'x.odt', bytes, password: null, leavesOut: [] })
  expect(
    parts.map(({ text: words, place = 'body', omitted = [] }) => [
      place,
      words,
      ...omitted.map((each) => `${each.piece}: ${each.text}`),
    ]),
  ).toEqual([
    ['hidden', 'Deleted words.'],
    ['body', 'One two three four.', 'footnote: 1', 'scriptNote: Is it?', 'hidden: secret'],
    ['hidden', 'Not shown.'],
    ['hidden', 'Nor this.'],
    ['footnote', 'A note.'],
  ])
})

it('a book keeps the pages before its text, which are normally read', async () => {
  const html = '<section epub:type="frontmatter copyright-page"><p>Rights</p></section><p>Words.</p>'
  expect(await placesOf('x.html', new TextEncoder().encode(`<!doctype html>${html}`))).toEqual([
    'frontMatter: Rights',
    'body: Words.',
  ])
  expect(UNREAD_PLACES).not.toContain('frontMatter')
})

it('a page of a book that the manifest does not list is in its place if the contents name it, else hidden', async () => {
  const pages = { 'a.xhtml': '<p>A bell rang.</p>', 'd.xhtml': '<p>It was late.</p>' }
  const files = { 'in/b.xhtml': xhtml('<p>The gull came back.</p>'), 'in/c.xhtml': xhtml('<p>A draft.</p>') }
  const contents = { 'a.xhtml': 'One', 'b.xhtml': 'Two', 'd.xhtml': 'Three' }
  const places = await placesOf('x.epub', book(pages, { contents, files }))
  expect(places.filter((place) => place.endsWith('.'))).toEqual([
    'body: A bell rang.',
    'body: The gull came back.',
    'body: It was late.',
    'hidden: A draft.',
  ])
})
