import { expect, test } from 'vitest'
import { isFileName } from '../../../electron/lib/files/fileNames.ts'
import {
  distinctNames,
  fileNameOf,
  formatNamePattern,
  parseNamePattern,
  safeName,
} from '../../../shared/export/fileNames.ts'

const values = { n: 7, title: 'The Ferry', chapter: 'Slack Water', character: 'Fox', name: 'The bell' }

test('a pattern is filled in, with numbers padded to the stated digits', () => {
  expect(fileNameOf('{n:04}_{character}_{name}', values)).toBe('0007_Fox_The bell')
  expect(fileNameOf('{n} {chapter} - {title}', values)).toBe('7 Slack Water - The Ferry')
  expect(fileNameOf('{unknown} {n}', values)).toBe('{unknown} 7')
})

test('a file name contains nothing that a system refuses, and is never empty', () => {
  expect(fileNameOf('{name}', { ...values, name: 'What? "No": a/b\\c <d> | *\u0007.' })).toBe(
    'What No a b c d',
  )
  expect(fileNameOf('{name}', { ...values, name: '../../etc/passwd' })).toBe('etc passwd')
  expect(fileNameOf('{character}', { ...values, character: '' })).toBe('7')
  expect(safeName('a'.repeat(300))).toHaveLength(120)
})

test.each([
  ['con', 'con_'],
  ['Aux. Notes', 'Aux_. Notes'],
  ['COM¹', 'COM¹_'],
  ['lpt9.draft', 'lpt9_.draft'],
  ['nul : the end', 'nul_ the end'],
  ['CONOUT$', 'CONOUT$_'],
  ['Contents', 'Contents'],
  ['Auxiliary', 'Auxiliary'],
  ['fox\u202Egpj.exe', 'fox gpj.exe'],
  ['\u2066fox\u2069 \u200Fowl\u061C', 'fox owl'],
  ['half \uD83E letter', 'half letter'],
])('%j becomes a name that every system accepts: %j', (name, expected) => {
  expect(safeName(name)).toBe(expected)
  expect(isFileName(fileNameOf('{name}', { ...values, name }))).toBe(true)
  expect(isFileName(`${fileNameOf('{chapter} {name}', { ...values, chapter: '', name })}.mp3`)).toBe(true)
})

test('a pattern with a long chapter and a long name leaves room for every extension, in bytes', () => {
  const long = { ...values, chapter: '渡し舟'.repeat(100), name: '🦊'.repeat(70) }
  expect(isFileName(`${fileNameOf('{chapter} {name}', long)}.timings.json`)).toBe(true)
})

test.each(['狐', '😀', '👩‍👩‍👧', 'e\u0323\u0302', 'नि', '\u{1f1e9}\u{1f1ea}'])(
  'a name of many %s leaves room for an extension and a number in 255 bytes, and is never cut within a letter',
  (letter) => {
    const long = fileNameOf('{n:02} {chapter}', { ...values, chapter: letter.repeat(300) })
    const [, again = ''] = distinctNames([long, long])
    expect(new TextEncoder().encode(`${again}.chapters.json`).length).toBeLessThanOrEqual(255)
    expect(long.length).toBeGreaterThan(15)
    expect(long.slice(3).replaceAll(letter.normalize('NFC'), '')).toBe('')
  },
)

test('repeated names get a number, whatever their case', () => {
  expect(distinctNames(['One', 'one', 'Two', 'ONE'])).toEqual(['One', 'one (2)', 'Two', 'ONE (3)'])
})

test('a pattern is parsed into its parts and formatted back unchanged', () => {
  for (const pattern of ['{title}', '{n:04}_{character}_{name}', 'a {n} b {chapter}', '{x} {n:02}'])
    expect(formatNamePattern(parseNamePattern(pattern))).toBe(pattern)
  expect(parseNamePattern('{n:02} {chapter}')).toEqual([
    { kind: 'part', part: 'n', digits: 2 },
    { kind: 'text', text: ' ' },
    { kind: 'part', part: 'chapter', digits: 1 },
  ])
})
