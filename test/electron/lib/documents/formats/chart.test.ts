import { describe, expect, it } from 'vitest'
import { readDocument } from '../../../../../electron/lib/documents/formats/readDocument.ts'
import { readImport } from '../../../../../electron/lib/documents/import/readImport.ts'
import { archive, docx, odf, relationships } from './samples.ts'

const title = (...runs: string[]) =>
  `<c:title><c:tx><c:rich><a:p>${runs.map((run) => `<a:r><a:t>${run}</a:t></a:r>`).join('')}</a:p></c:rich></c:tx></c:title>`
const words = (...values: string[]) =>
  `<c:strCache><c:ptCount val="${values.length}"/>${values.map((each, at) => `<c:pt idx="${at}"><c:v>${each}</c:v></c:pt>`).join('')}</c:strCache>`
const series = (name: string) =>
  `<c:ser><c:tx><c:strRef><c:f>A!B1</c:f>${words(name)}</c:strRef></c:tx><c:cat><c:strRef>${words('Spring', 'Autumn')}</c:strRef></c:cat><c:val><c:numRef><c:numCache><c:formatCode>General</c:formatCode><c:pt idx="0"><c:v>12</c:v></c:pt></c:numCache></c:numRef></c:val></c:ser>`
const CHART = `<c:chartSpace><c:chart>${title('Boats ', 'of the year')}<c:plotArea><c:barChart>${series('Ferries')}${series('Barges')}</c:barChart><c:valAx>${title('Number')}</c:valAx></c:plotArea></c:chart></c:chartSpace>`
const NEW_CHART =
  '<cx:chartSpace><cx:chartData><cx:data id="0"><cx:strDim type="cat"><cx:lvl><cx:pt idx="0">North</cx:pt></cx:lvl></cx:strDim><cx:numDim type="val"><cx:lvl><cx:pt idx="0">7</cx:pt></cx:lvl></cx:numDim></cx:data></cx:chartData></cx:chartSpace>'
const frame = (tag: string) => `<a:graphic><a:graphicData><${tag} r:id="c1"/></a:graphicData></a:graphic>`
const CHART_WORDS = 'Boats of the year; Ferries; Spring; Autumn; Barges; Number'

/** The parts of a document, each with its place if it is not read. */
async function wordsOf(name: string, bytes: Uint8Array): Promise<string[]> {
  const { parts } = await readDocument({ name, bytes, password: null, leavesOut: [] })
  return parts.map(({ text, place }) => (place === undefined ? text : `${place}: ${text}`))
}

describe('the text of a chart', () => {
  it.each([
    ['chart', 'c:chart', CHART, CHART_WORDS],
    ['chartEx', 'cx:chart', NEW_CHART, 'North'],
  ])('is listed but not read in Word: %s', async (type, tag, data, expected) => {
    const body = `<w:p><w:r><w:t>Above.</w:t></w:r></w:p><w:p><w:r><w:drawing>${frame(tag)}</w:drawing></w:r></w:p>`
    const bytes = docx(body, {}, { c1: [type, 'charts/chart1.xml', data] })
    expect(await wordsOf('x.docx', bytes)).toEqual(['Above.', `picture: ${expected}`])
  })

  it('is listed but not read in OpenDocument', async () => {
    const paragraph = (text: string) => `<text:p>${text}</text:p>`
    const bytes = archive({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': `<office:document-content><office:body><office:text>${paragraph('Above.')}<text:p><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p></office:text></office:body></office:document-content>`,
      'Object 1/content.xml': `<office:document-content><office:body><office:chart><chart:chart><chart:title>${paragraph('Boats')}</chart:title><table:table><table:table-row><table:table-cell office:value-type="string">${paragraph('Ferries')}</table:table-cell><table:table-cell office:value-type="float">${paragraph('12')}</table:table-cell></table:table-row></table:table></chart:chart></office:chart></office:body></office:document-content>`,
    })
    expect(await wordsOf('x.odt', bytes)).toEqual(['Above.', 'picture: Boats; Ferries'])
  })

  it('is listed but not read in PowerPoint', async () => {
    const bytes = archive({
      '_rels/.rels': relationships({ r1: ['officeDocument', 'ppt/presentation.xml'] }),
      'ppt/presentation.xml':
        '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="1" r:id="a"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relationships({ a: ['slide', 'slides/1.xml'] }),
      'ppt/slides/_rels/1.xml.rels': relationships({ c1: ['chart', '../charts/chart1.xml'] }),
      'ppt/slides/1.xml': `<p:sld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>Above.</a:t></a:r></a:p></p:txBody></p:sp><p:graphicFrame>${frame('c:chart')}</p:graphicFrame></p:spTree></p:sld>`,
      'ppt/charts/chart1.xml': CHART,
    })
    expect(await wordsOf('x.pptx', bytes)).toEqual(['Above.', `picture: ${CHART_WORDS}`])
  })

  it.each([
    [
      'that are a table of lines',
      ['Character', 'Line'],
      ['MIRA', 'Who goes there?'],
      ['MIRA: Who goes there?'],
    ],
    ['of anything else', ['Month', 'Boats'], ['May', 'Four'], ['Month, Boats', 'May, Four']],
  ])('is listed but not read in sheets %s', async (_, header, row, expected) => {
    const cells = (words: readonly string[], number: number) =>
      `<row r="${number}">${words.map((word, at) => `<c r="${'AB'[at]}${number}" t="inlineStr"><is><t>${word}</t></is></c>`).join('')}</row>`
    const bytes = archive({
      '_rels/.rels': relationships({ r1: ['officeDocument', 'xl/workbook.xml'] }),
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Boats" r:id="s1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relationships({ s1: ['worksheet', 'sheet1.xml'] }),
      'xl/sheet1.xml': `<worksheet><sheetData>${cells(header, 1)}${cells(row, 2)}</sheetData></worksheet>`,
      'xl/_rels/sheet1.xml.rels': relationships({ d1: ['drawing', 'drawings/1.xml'] }),
      'xl/drawings/1.xml': '<xdr:wsDr/>',
      'xl/drawings/_rels/1.xml.rels': relationships({ c1: ['chart', '../charts/1.xml'] }),
      'xl/charts/1.xml': CHART,
    })
    const { source } = await readImport({ file: { name: 'x.xlsx', bytes } })
    const texts = source.paragraphs.map(({ text, piece, speaker }) =>
      piece === null ? `${speaker === null ? '' : 'MIRA: '}${text}` : `${piece}: ${text}`,
    )
    expect(texts).toEqual([...expected, `picture: ${CHART_WORDS}`])
  })
})

describe('what a sheet has besides its cells', () => {
  const told = async (name: string, bytes: Uint8Array) => {
    const { source } = await readImport({ file: { name, bytes } })
    return source.paragraphs.map(({ text, piece }) => (piece === null ? text : `${piece}: ${text}`))
  }
  const shape = (...lines: string[]) =>
    `<xdr:sp><xdr:txBody>${lines.map((line) => `<a:p><a:r><a:t>${line}</a:t></a:r></a:p>`).join('')}</xdr:txBody></xdr:sp>`
  const picture =
    '<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="1" name="Picture 1" descr="A quay"/></xdr:nvPicPr></xdr:pic>'
  const comment = (text: string) => `<comment ref="A1"><text><r><t>${text}</t></r></text></comment>`
  const workbook = (rows: readonly (readonly string[])[]) =>
    archive({
      '_rels/.rels': relationships({ r1: ['officeDocument', 'xl/workbook.xml'] }),
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Boats" r:id="s1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': relationships({ s1: ['worksheet', 'sheet1.xml'] }),
      'xl/sheet1.xml': `<worksheet><sheetData>${rows.map((row) => `<row>${row.map((word) => `<c t="inlineStr"><is><t>${word}</t></is></c>`).join('')}</row>`).join('')}</sheetData></worksheet>`,
      'xl/_rels/sheet1.xml.rels': relationships({
        d1: ['drawing', 'drawings/1.xml'],
        c1: ['comments', 'comments1.xml'],
        t1: ['threadedComment', 'threads/1.xml'],
      }),
      'xl/drawings/1.xml': `<xdr:wsDr>${shape('In a box.', 'Below it.')}${picture}</xdr:wsDr>`,
      'xl/comments1.xml': `<comments><commentList>${comment('Is it so?')}${comment('[Threaded comment] Really?')}</commentList></comments>`,
      'xl/threads/1.xml':
        '<ThreadedComments><threadedComment><text>Really?</text></threadedComment></ThreadedComments>',
    })

  it('is told in Excel, and the words of its shapes are read', async () => {
    expect(await told('x.xlsx', workbook([['A word'], ['Another']]))).toEqual([
      ...['A word', 'Another', 'In a box.', 'Below it.'],
      ...['picture: A quay', 'scriptNote: Is it so?', 'scriptNote: Really?'],
    ])
  })

  it('is told in Excel, and not read beside a table of lines', async () => {
    const lines = workbook([
      ['Character', 'Line'],
      ['MIRA', 'Who goes there?'],
    ])
    expect(await told('x.xlsx', lines)).toEqual([
      ...['Who goes there?', 'scriptNote: In a box.', 'scriptNote: Below it.'],
      ...['picture: A quay', 'scriptNote: Is it so?', 'scriptNote: Really?'],
    ])
  })

  it('is told in OpenDocument beside a table of lines', async () => {
    const cell = (text: string, more = '') =>
      `<table:table-cell>${more}<text:p>${text}</text:p></table:table-cell>`
    const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`
    const note = '<office:annotation><text:p>Is it so?</text:p></office:annotation>'
    const body = `<table:table table:name="Boats"><table:shapes><draw:frame><draw:text-box><text:p>In a box.</text:p></draw:text-box></draw:frame></table:shapes>${row(cell('Character'), cell('Line'))}${row(cell('MIRA'), cell('Who goes there?', note))}</table:table>`
    expect(await told('x.ods', odf('spreadsheet', body))).toEqual([
      ...['Who goes there?', 'scriptNote: In a box.', 'scriptNote: Is it so?'],
    ])
  })
})
