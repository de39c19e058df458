import { describe, expect, test } from 'vitest'
import { isFileName, suggestFileName, toFileName } from '../../../../electron/lib/files/fileNames.ts'
import { withExtension } from '../../../../shared/files/fileTypes.ts'
import { refusedNames } from './refusedNames.ts'

describe('a name that a writer typed', () => {
  test.each([
    'Fox and Owl.fabula',
    'Über den Fluß',
    '狐とフクロウ',
    'Chapter 1 (draft) – “new”',
    'nullable.txt',
    '👩‍👩‍👧 family',
  ])('is accepted: “%s”', (name) => {
    expect(toFileName(name)).toBe(name)
  })

  test.each(refusedNames)('is refused: %j', (name) => {
    expect(isFileName(name)).toBe(false)
  })

  test('is normalized to composed characters, without outer spaces', () => {
    expect(toFileName('  U\u0308ber ')).toBe('\u00dcber')
  })

  test('is repeated in the error, truncated, if it is refused', () => {
    expect(() => toFileName('a/b')).toThrow(
      expect.objectContaining({ code: 'file-name-refused', params: { name: 'a/b' } }),
    )
    expect(() => toFileName('x'.repeat(5000))).toThrow(
      expect.objectContaining({ params: { name: 'x'.repeat(80) } }),
    )
  })
})

test('an extension is added only if that of the purpose is missing', () => {
  expect(withExtension('save-as', 'Fox')).toBe('Fox.fabula')
  expect(withExtension('save-as', 'Fox.FABULA')).toBe('Fox.FABULA')
  expect(withExtension('export-mp3', 'Fox.fabula')).toBe('Fox.fabula.mp3')
  expect(withExtension('export-wav', 'No. 5')).toBe('No. 5.wav')
})

test('a title becomes the closest name that every system accepts', () => {
  expect(suggestFileName('Fox / Owl: a tale?', 'Story')).toBe('Fox Owl a tale')
  expect(suggestFileName('...', 'Story')).toBe('Story')
  expect(suggestFileName('con', 'Story')).toBe('Story')
  const long = suggestFileName('狐'.repeat(300), 'Story')
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(180)
  expect(long).toMatch(/^狐+$/)
})
