import { expect, test } from 'vitest'
import { formatCsv } from '../../../renderer/features/conversions/csv.ts'

test('a table begins with a byte order mark, has a line for each row, and quotes what would end a cell', () => {
  expect(
    formatCsv(
      [
        ['Sent', 'Words'],
        ['10:44', 'He said “Stop”, "now"\nand ran; far'],
      ],
      ',',
    ),
  ).toBe('\uFEFFSent,Words\r\n10:44,"He said “Stop”, ""now""\nand ran; far"\r\n')
  expect(formatCsv([['a', 'b']], ';')).toBe('\uFEFFa;b\r\n')
})

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1+1'])(
  'a spreadsheet shows %j as text, and does not run it as a formula',
  (text) => {
    expect(formatCsv([[text]], ',')).toBe(`\uFEFF'${text}\r\n`)
  },
)

test('a formula with a separator is quoted, too', () => {
  expect(formatCsv([['=HYPERLINK("http://evil";"x")']], ';')).toBe(
    '\uFEFF"\'=HYPERLINK(""http://evil"";""x"")"\r\n',
  )
})
