import { describe, expect, it } from 'vitest'
import { odf, read } from './samples.ts'

const linesOf = async (name: string, bytes: Uint8Array) => (await read(name, bytes)).lines
const style = (family: string, name: string, properties: string) =>
  `<style:style style:family="${family}" style:name="${name}">${properties}</style:style>`
const item = (text: string, attributes = '') =>
  `<text:list-item ${attributes}><text:p>${text}</text:p></text:list-item>`

describe('the numbers of lists and headings become text', () => {
  const level = (number: number, format: string, more = '') =>
    `<text:list-level-style-number text:level="${number}" style:num-format="${format}" style:num-suffix="." ${more}/>`
  const styles =
    `<text:list-style style:name="N">${level(1, '1')}${level(2, 'a', 'text:display-levels="2"')}</text:list-style>` +
    '<text:list-style style:name="B"><text:list-level-style-bullet text:level="1"/></text:list-style>' +
    `<text:list-style style:name="F">${level(1, 'I', 'text:start-value="4" style:num-prefix="("')}</text:list-style>`

  it('in nested lists, in lists that continue after a paragraph, and in lists with a start value', async () => {
    const body =
      `<text:list xml:id="l1" text:style-name="N">${item('one')}<text:list-item><text:p>two</text:p><text:list>${item('inner')}${item('next')}</text:list></text:list-item></text:list>` +
      `<text:p>Between.</text:p><text:list text:style-name="N" text:continue-numbering="true">${item('three')}</text:list>` +
      `<text:list text:style-name="N" text:continue-list="l1">${item('four')}</text:list>` +
      `<text:list text:style-name="N">${item('anew')}${item('nine', 'text:start-value="9"')}</text:list>` +
      `<text:list text:style-name="B">${item('a bullet')}</text:list><text:list text:style-name="F">${item('Roman')}</text:list>`
    expect(await linesOf('x.odt', odf('text', body, styles))).toEqual([
      ...['L 1. one', 'L 2. two', 'L 2.a. inner', 'L 2.b. next', 'P Between.', 'L 3. three', 'L 4. four'],
      ...['L 1. anew', 'L 9. nine', 'L a bullet', 'L (IV. Roman'],
    ])
  })

  it('in headings whose levels are numbered', async () => {
    const outline =
      '<text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style>'
    const heading = (depth: number, text: string, more = '') =>
      `<text:h text:outline-level="${depth}" ${more}>${text}</text:h>`
    const body =
      heading(1, 'A') +
      heading(2, 'B') +
      heading(2, 'C') +
      heading(1, 'Unnumbered', 'text:is-list-header="true"') +
      heading(1, 'D') +
      heading(2, 'E')
    expect(await linesOf('x.odt', odf('text', body, outline))).toEqual([
      ...['H 1 A', 'H 1.1 B', 'H 1.2 C', 'H Unnumbered', 'H 2 D', 'H 2.1 E'],
    ])
  })
})

describe('hidden content of an OpenDocument file is left out:', () => {
  it('in a text: hidden words, paragraphs and sections, and index templates', async () => {
    const none = '<style:text-properties text:display="none"/>'
    const body =
      '<text:table-of-content><text:table-of-content-source><text:index-title-template>Pattern</text:index-title-template></text:table-of-content-source><text:index-body><text:p>One 1</text:p></text:index-body></text:table-of-content>' +
      '<text:p>Seen<text:span text:style-name="T"> unseen</text:span>.</text:p><text:p text:style-name="P">Unseen.</text:p>' +
      '<text:section text:display="none"><text:p>Unseen.</text:p></text:section><text:illustration-index><text:index-body><text:p>Fig</text:p></text:index-body></text:illustration-index>'
    const styles = style('text', 'T', none) + style('paragraph', 'P', none)
    expect(await linesOf('x.odt', odf('text', body, styles))).toEqual(['P Seen.'])
  })

  it('in a workbook: hidden sheets, rows and columns', async () => {
    const cell = (text: string, attributes = '') =>
      `<table:table-cell ${attributes}><text:p>${text}</text:p></table:table-cell>`
    const row = (cells: string, attributes = '') =>
      `<table:table-row ${attributes}>${cells}</table:table-row>`
    const columns =
      '<table:table-column/><table:table-column table:visibility="collapse" table:number-columns-repeated="2"/><table:table-column/>'
    const body =
      `<table:table table:name="Open">${columns}${row(['a', 'b', 'c', 'd'].map((text) => cell(text)).join(''))}` +
      row(cell('e', 'table:number-columns-repeated="3"') + cell('f')) +
      `${row(cell('g'), 'table:visibility="collapse"')}${row(cell('h'), 'table:visibility="filter"')}</table:table>` +
      `<table:table table:name="Secret" table:style-name="ta">${row(cell('no'))}</table:table>` +
      `<table:table table:name="Last">${row(cell('i') + cell('j'))}</table:table>`
    const styles = style('table', 'ta', '<style:table-properties table:display="false"/>')
    expect(await linesOf('x.ods', odf('spreadsheet', body, styles))).toEqual([
      ...['H Open', 'R a, d', 'R e, f', 'H Last', 'R i, j'],
    ])
  })

  it('in slides: hidden slides; a title that was drawn last is read first', async () => {
    const frame = (kind: string, text: string) =>
      `<draw:frame presentation:class="${kind}"><draw:text-box><text:p>${text}</text:p></draw:text-box></draw:frame>`
    const body =
      `<draw:page>${frame('outline', 'Point')}${frame('title', 'Title')}</draw:page>` +
      `<draw:page draw:style-name="dp2">${frame('title', 'Hidden')}</draw:page><draw:page>${frame('title', 'Last')}</draw:page>`
    const styles = style(
      'drawing-page',
      'dp2',
      '<style:drawing-page-properties presentation:visibility="hidden"/>',
    )
    expect(await linesOf('x.odp', odf('presentation', body, styles))).toEqual([
      'H Title',
      'P Point',
      'H Last',
    ])
  })
})
