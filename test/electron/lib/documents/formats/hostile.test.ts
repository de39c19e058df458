/** Documents made to harm their reader: each is refused soon and without much memory. */
import { deflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { openArchive } from '../../../../../electron/lib/documents/formats/archive.ts'
import { archive, docx, odf, read, refusalOf } from './samples.ts'
import { long } from '../../../../support/tags.ts'

/** An archive of one file whose content is so many zeros, and whose header states `told` bytes. */
function bomb(name: string, bytes: number, told = bytes): Uint8Array {
  const packed = deflateRawSync(Buffer.alloc(bytes))
  const [local, central, end] = [Buffer.alloc(30), Buffer.alloc(46), Buffer.alloc(22)]
  local.writeUInt32LE(0x04034b50, 0)
  central.writeUInt32LE(0x02014b50, 0)
  for (const [header, start] of [
    [local, 8],
    [central, 10],
  ] as const) {
    header.writeUInt16LE(8, start)
    header.writeUInt32LE(packed.length, start + 10)
    header.writeUInt32LE(told, start + 14)
    header.writeUInt16LE(name.length, start + 18)
  }
  const directoryStart = local.length + name.length + packed.length
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + name.length, 12)
  end.writeUInt32LE(directoryStart, 16)
  return Buffer.concat([local, Buffer.from(name), packed, central, Buffer.from(name), end])
}

describe('an archive that grows', () => {
  it('is refused once it has grown too much, whatever size it claims, with little memory', long, async () => {
    const big = bomb('mimetype', 300 * 1024 * 1024, 20)
    expect(big.length).toBeLessThan(400_000)
    const before = process.memoryUsage().rss
    const start = process.cpuUsage() // wall time means nothing on a busy machine
    expect(await refusalOf('x.odt', big)).toBe('document-inflates')
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1000).toBeLessThan(3_000)
    expect(process.memoryUsage().rss - before).toBeLessThan(160 * 1024 * 1024)
  })

  it('is refused for too many files, and for their total size', long, async () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`${index}.xml`, '']))
    expect(await refusalOf('x.docx', archive(many))).toBe('document-inflates')
    const zeros = new Uint8Array(3 * 1024 * 1024)
    const opened = await openArchive(archive({ 'a.xml': zeros, 'b.xml': zeros, 'c.xml': zeros }))
    expect(await opened.read('a.xml')).toHaveLength(zeros.length)
    await opened.read('b.xml')
    await expect(opened.read('c.xml')).rejects.toMatchObject({ code: 'document-inflates' })
  })

  it('is read if it is merely large', async () => {
    const text = 'The tide came in and went out again. '.repeat(50_000)
    const { lines } = await read('x.odt', odf('text', `<text:p>${text}</text:p>`))
    expect(lines[0]).toHaveLength(text.trim().length + 2)
  })
})

describe('XML', () => {
  it('in a document has no custom entities, neither expanding nor external ones', async () => {
    const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
      '',
    )
    const xml = (body: string) =>
      archive({
        mimetype: 'application/vnd.oasis.opendocument.text',
        'content.xml': `<!DOCTYPE d [<!ENTITY l0 "ha"><!ENTITY f SYSTEM "file:///etc/passwd">${laughs}]><d xmlns:text="t"><text:p>${body}</text:p></d>`,
      })
    expect(await refusalOf('x.odt', xml('&l9;'))).toBe('document-damaged')
    expect(await refusalOf('x.odt', xml('&f;'))).toBe('document-damaged')
    expect((await read('x.odt', xml('&amp;'))).lines).toEqual(['P &'])
  })

  it('and HTML may be nested to any depth', long, async () => {
    const deep = 50_000
    const html = `${'<div>'.repeat(deep)}down here`
    expect((await read('x.html', new TextEncoder().encode(html))).lines).toEqual(['P down here'])
    const spans = `<text:p>${'<text:span>'.repeat(deep)}down here${'</text:span>'.repeat(deep)}</text:p>`
    expect((await read('x.odt', odf('text', spans))).lines).toEqual(['P down here'])
  })

  it('in Word may be nested to any depth', async () => {
    const deep = 50_000
    const body = `${'<w:sdt><w:sdtContent>'.repeat(deep)}<w:p><w:r><w:t>down here</w:t></w:r></w:p>${'</w:sdtContent></w:sdt>'.repeat(deep)}`
    expect((await read('x.docx', docx(body))).lines).toEqual(['P down here'])
  })
})

describe('a sheet', () => {
  const row = (attributes: string, cell = '') =>
    `<table:table-row ${attributes}><table:table-cell ${cell}><text:p>x</text:p></table:table-cell></table:table-row>`

  it('may have 500,000 rows and not one more, whichever way the file stores them', async () => {
    const rows = (count: number) =>
      odf(
        'spreadsheet',
        `<table:table table:name="Sheet">${row(`table:number-rows-repeated="${count}"`)}</table:table>`,
      )
    expect((await read('x.ods', rows(500_000))).lines).toHaveLength(500_001) // with the sheet's name
    expect(await refusalOf('x.ods', rows(500_001))).toBe('document-too-many-rows')
    expect(await refusalOf('x.ods', rows(1e15))).toBe('document-too-many-rows')
    const lines = new TextEncoder().encode('a\n\n'.repeat(500_001))
    expect(await refusalOf('x.txt', lines)).toBe('document-too-many-rows')
  })

  it('has no more text than the largest document, and is empty if its rows are blank', async () => {
    const wide = `<table:table>${row('table:number-rows-repeated="400000"', 'table:number-columns-repeated="16384"')}</table:table>`
    expect(await refusalOf('x.ods', odf('spreadsheet', wide))).toBe('document-too-much-text')
    const blank =
      '<table:table><table:table-row table:number-rows-repeated="9999999999"><table:table-cell/></table:table-row></table:table>'
    expect(await refusalOf('x.ods', odf('spreadsheet', blank))).toBe('document-empty')
  })
})
