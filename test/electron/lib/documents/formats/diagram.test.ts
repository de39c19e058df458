import { expect, it } from 'vitest'
import { archive, docx, read, relationships } from './samples.ts'

const point = (id: string, text: string, type = 'node') =>
  `<dgm:pt modelId="${id}" type="${type}"><dgm:t><a:p><a:r><a:t>${text}</a:t></a:r></a:p></dgm:t></dgm:pt>`
const link = (from: string, to: string, place: number, type = 'parOf') =>
  `<dgm:cxn type="${type}" srcId="${from}" destId="${to}" srcOrd="${place}"/>`
/** The file stores the points in order of creation. */
const DATA = `<dgm:dataModel><dgm:ptLst>${point('0', '', 'doc')}${point('b', 'Second')}${point('a', 'First')}${point('a1', 'Below first')}${point('t', '', 'parTrans')}</dgm:ptLst><dgm:cxnLst>${link('0', 'b', 1)}${link('0', 'a', 0)}${link('a', 'a1', 0)}${link('b', '0', 0, 'presOf')}</dgm:cxnLst></dgm:dataModel>`
const FRAME = '<a:graphic><a:graphicData><dgm:relIds r:dm="d1" r:lo="d2"/></a:graphicData></a:graphic>'
const LINES = ['L First', 'L Below first', 'L Second']

it('a diagram in PowerPoint is read in its place, in the order of its outline', async () => {
  const bytes = archive({
    '_rels/.rels': relationships({ r1: ['officeDocument', 'ppt/presentation.xml'] }),
    'ppt/presentation.xml':
      '<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId id="1" r:id="a"/></p:sldIdLst></p:presentation>',
    'ppt/_rels/presentation.xml.rels': relationships({ a: ['slide', 'slides/1.xml'] }),
    'ppt/slides/_rels/1.xml.rels': relationships({ d1: ['diagramData', '../diagrams/data1.xml'] }),
    'ppt/slides/1.xml': `<p:sld><p:spTree><p:graphicFrame>${FRAME}</p:graphicFrame></p:spTree></p:sld>`,
    'ppt/diagrams/data1.xml': DATA,
  })
  expect((await read('x.pptx', bytes)).lines).toEqual(LINES)
})

it('a diagram in Word comes after the paragraph that it is anchored to', async () => {
  const body = `<w:p><w:r><w:t>Above.</w:t><w:drawing>${FRAME}</w:drawing></w:r></w:p>`
  const bytes = docx(body, {}, { d1: ['diagramData', 'diagrams/data1.xml', DATA] })
  expect((await read('x.docx', bytes)).lines).toEqual(['P Above.', ...LINES])
})
