import { describe, expect, test } from 'vitest'
import { compilePattern, fillReferences, type PatternOptions } from '../../../shared/lib/pattern.ts'

const PLAIN = { isPattern: false, isCaseSensitive: false, isWholeWord: false }

function found(text: string, source: string, options: Partial<PatternOptions> = {}) {
  const find = compilePattern({ ...PLAIN, source, ...options })
  return find?.(text)?.map(({ start, end }) => text.slice(start, end)) ?? null
}

describe('a pattern finds', () => {
  test.each<[string, string, string, Partial<PatternOptions>, readonly string[] | null]>([
    ['words in any case', 'Fox, fox, FOX', 'fox', {}, ['Fox', 'fox', 'FOX']],
    ['words in one case', 'Fox, fox, FOX', 'fox', { isCaseSensitive: true }, ['fox']],
    ['signs as they are', 'a.c (abc)', '.c (', {}, ['.c (']],
    ['whole words', 'cat concat cat_ cat’s Ökat', 'cat', { isWholeWord: true }, ['cat', 'cat']],
    ['whole words beside rare letters', '𐐨cat cat𐐨 cat', 'cat', { isWholeWord: true }, ['cat']],
    ['letters that are not English', 'Über über', 'ÜBER', {}, ['Über', 'über']],
    ['a regular expression', 'a1 b22', '[a-z](\\d+)', { isPattern: true }, ['a1', 'b22']],
    ['by lines', 'one\ntwo', '^\\w+$', { isPattern: true }, ['one', 'two']],
    ['nothing empty', 'aab', 'a*', { isPattern: true }, ['aa']],
    ['after letters of two units', '😀 fox', 'f.x', { isPattern: true }, ['fox']],
    ['nothing if it is empty', 'a', '', {}, null],
    ['nothing if it is unfinished', 'a', '(', { isPattern: true }, null],
    ['nothing if it has a backreference', 'aa', '(a)\\1', { isPattern: true }, null],
  ])('%s', (_, text, source, options, expected) => {
    expect(found(text, source, options)).toEqual(expected)
  })
})

test('a hostile pattern runs in linear time', () => {
  // The browser's own engine would practically never finish.
  expect(found(`${'a'.repeat(5000)}!`, '^(a+)+$', { isPattern: true })).toEqual([])
  expect(found('a', '((a{999}){999}){999}', { isPattern: true })).toBeNull()
})

test('a replacement can refer to groups, the match, and a dollar sign', () => {
  const match = { groups: ['a-b', 'a', 'b'] }
  expect(fillReferences('$2$1 $& $$1 $3 $12 $0 $', match)).toBe('ba a-b $1 $3 a2 a-b $')
})
