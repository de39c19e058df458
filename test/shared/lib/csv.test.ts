import * as fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { formatCsv, plainCell } from '../../../shared/lib/csv.ts'

test('a table has a line for each row, and cells with special characters are quoted', () => {
  const rows = [
    ['Sent', 'Words'],
    ['10:44', 'He said “Stop”, "now"\nand ran; far'],
  ]
  expect(formatCsv(rows)).toBe('Sent,Words\r\n10:44,"He said “Stop”, ""now""\nand ran; far"\r\n')
  expect(formatCsv([['a', 'b']], { separator: ';', newline: '\n' })).toBe('a;b\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1+1'])(
  'a spreadsheet shows %j as text and does not run it as a formula',
  (text) => {
    const [cell = ''] = Papa.parse<string[]>(formatCsv([[text]])).data[0] ?? []
    expect(cell).toBe(text === '\t=1+1' ? "'\t'=1+1" : `'${text}`)
  },
)

test('a formula with a separator is quoted, too', () => {
  expect(formatCsv([['=HYPERLINK("http://evil";"x")']], { separator: ';' })).toBe(
    '"\'=HYPERLINK(""http://evil"";""x"")"\r\n',
  )
})

test.each(["x;=cmd|'/C calc'!A0", 'x\t+1', 'x\n@SUM(A1)', "a;'=1", 'x;=1;y'])(
  '%j contains no formula for a spreadsheet that splits at other characters than commas',
  (text) => {
    const csv = formatCsv([['A', text, 'z']])
    // As a reader that ignores quotes splits it.
    for (const cell of csv.split(/[;\t\r\n]/)) expect(cell).not.toMatch(/^[=+\-@]/)
    expect(csv).toContain('"')
  },
)

test('every text reads back unchanged', () => {
  const unit = fc.constantFrom('a', '"', ',', ';', "'", '=', '-', '@', '\n', '\r', '\t', ' ', '\uFEFF')
  fc.assert(
    fc.property(fc.array(fc.string({ unit, maxLength: 8 }), { minLength: 2, maxLength: 4 }), (cells) => {
      const { data } = Papa.parse<string[]>(formatCsv([cells]), { delimiter: ',', newline: '\r\n' })
      expect(data[0]?.map(plainCell)).toEqual(cells)
    }),
  )
})
