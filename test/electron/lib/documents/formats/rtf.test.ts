import { describe, expect, it, test } from 'vitest'
import { readRtf } from '../../../../../electron/lib/documents/formats/rtf.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const read = (body: string, head = '') => readRtf(bytes(`{\\rtf1\\ansi\\ansicpg1252\\uc1${head} ${body}}`))
const linesOf = (body: string, head = '') =>
  read(body, head).parts.map(({ kind, place, text }) => `${place ?? kind} ${text}`)

test('a byte that is not of the character set of its font is read as Western', () => {
  const fonts = '{\\fonttbl{\\f0 Times;}{\\f3\\fcharset128 Signs;}}'
  expect(linesOf("{\\f3 \\'96}\\f0  One.\\par {\\f3 \\'83\\'65}", fonts)).toEqual([
    'paragraph – One.',
    'paragraph テ',
  ])
})

describe('the text of an RTF file', () => {
  it.each([
    ['paragraphs', 'One.\\par Two.\\par', ['paragraph One.', 'paragraph Two.']],
    ['line breaks', 'One\\line two.', ['paragraph One\ntwo.']],
    [
      'signs',
      '\\ldblquote Far\\rdblquote\\emdash it\\rquote s\\~far\\tab\\bullet',
      ['paragraph “Far”—it’s far •'],
    ],
    ['letters of the code page', "caf\\'e9 \\'80", ['paragraph café €']],
    ['Unicode with its replacement characters', "na\\u239?ve \\u8217\\'92s", ['paragraph naïve ’s']],
    ['Unicode beyond the first plane', '\\u-10179?\\u-8704?', ['paragraph 😀']],
    ['braces and backslashes', '\\{a\\}\\\\', ['paragraph {a}\\']],
    ['optional hyphens', 'mor\\-ning well\\_known', ['paragraph morning well-known']],
    [
      'the result of a field',
      '{\\field{\\*\\fldinst HYPERLINK "http://a"}{\\fldrslt here}}',
      ['paragraph here'],
    ],
    ['rows of a table', '\\trowd\\intbl A\\cell B\\cell\\row\\pard C\\par', ['tableRow A, B', 'paragraph C']],
    ['text boxes', '{\\shp{\\*\\shpinst{\\sp{\\sn a}{\\sv 1}}{\\shptxt Boxed\\par}}}', ['paragraph Boxed']],
    [
      'text boxes within a paragraph, which they do not divide',
      'One {\\shp{\\*\\shpinst{\\shptxt\\pard Boxed\\par}}}more.\\par',
      ['paragraph Boxed', 'paragraph One more.'],
    ],
    [
      'breaks of pages and columns',
      'One.\\page Two.\\column Three.',
      ['One.', 'Two.', 'Three.'].map((each) => `paragraph ${each}`),
    ],
    [
      'no definitions of lists outside of their table',
      "{\\list{\\listlevel{\\leveltext \\'02\\'00.}}{\\listname A;}}One.",
      ['paragraph One.'],
    ],
    ['a group that programs may pass over', 'A{\\*\\unknown secret}B', ['paragraph AB']],
    ['picture', 'A{\\pict\\pngblip 89504e47}B', ['paragraph AB']],
    [
      'a star within a group, as OpenOffice writes it',
      '{\\i0\\*\\cs7\\cf0 The words}',
      ['paragraph The words'],
    ],
    ['a star on the next line', 'A{\r\n\\*\\unknown secret}B', ['paragraph AB']],
    ['bytes that are no text', 'A\\bin5 {{{{{B', ['paragraph AB']],
    ['Unicode beside letters of the code page', '{\\upr{o}{\\*\\ud{\\u246?}}}', ['paragraph ö']],
  ])('has %s', (_, body, lines) => {
    expect(linesOf(body)).toEqual(lines)
  })

  it('uses the encoding of its fonts', () => {
    const fonts = '{\\fonttbl{\\f0\\fcharset0 A;}{\\f1\\fcharset204 B;}{\\f2\\fcharset128 C;}}'
    expect(linesOf("{\\f1 \\'cf\\'f0}{\\f2 \\'83A}\\f0 \\'e9", fonts)).toEqual(['paragraph Прアé'])
  })

  it('has headings by style or level', () => {
    const styles = '{\\stylesheet{\\s0 Normal;}{\\s3 heading 1;}}'
    expect(linesOf('\\s3 One\\par\\pard Text.\\par\\outlinelevel0 Two\\par', styles)).toEqual([
      'heading One',
      'paragraph Text.',
      'heading Two',
    ])
  })

  it('comes with the title and the author', () => {
    const info = '{\\info{\\title The Ferry}{\\author Ada Fox}{\\*\\company Harbour}}'
    expect(read('One.', info)).toMatchObject({ title: 'The Ferry', author: 'Ada Fox' })
  })

  it('is separated from notes, margins, comments and hidden text', () => {
    const body =
      '{\\header Running\\par}Far{\\footnote\\pard\\plain {\\chftn} It was.} away{\\*\\annotation Really?}{\\v  unseen} here.\\par{\\v Gone.}\\par'
    const { parts } = read(body)
    expect(parts.map(({ place, text }) => [place, text])).toEqual([
      [undefined, 'Far away here.'],
      ['hidden', 'Gone.'],
      ['footnote', 'It was.'],
      ['margin', 'Running'],
    ])
    expect(parts[0]?.omitted?.map(({ piece, text }) => [piece, text])).toEqual([
      ['scriptNote', 'Really?'],
      ['hidden', 'unseen'],
    ])
  })
})

test('the number of a page and a list of contents that fields made are marked as such', () => {
  const field = (instruction: string, result: string) =>
    `{\\field{\\*\\fldinst{\\b ${instruction} }}{\\fldrslt{${result}}}}`
  const body = `Page ${field('PAGE', '3')}, ${field('HYPERLINK "a"', 'far')}.\\par ${field('TOC', `One 1\\par ${field('HYPERLINK "b"', 'Two')} 2\\par`)} End.\\par`
  expect(linesOf(body)).toEqual([
    'paragraph Page , far.',
    'contents One 1',
    'contents Two 2',
    'paragraph End.',
  ])
  expect(read(body).parts[0]?.omitted?.map(({ piece, text }) => [piece, text])).toEqual([['pageNumber', '3']])
})

test.each(['', 'Once.', '{\\rtf1', '{\\rtf1 }'])('a file without text is refused: %j', (text) => {
  expect(() => readRtf(bytes(text))).toThrow(/document-(?:damaged|empty)/)
})

test('a file that is cut off is read up to the cut', () => {
  expect(readRtf(bytes('{\\rtf1 {\\b One. {\\i Two')).parts.map(({ text }) => text)).toEqual(['One. Two'])
})

test('groups that are nested without end are refused', () => {
  expect(() => read('{'.repeat(20_000))).toThrow('document-too-complex')
})
