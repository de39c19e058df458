import fc from 'fast-check'
import { RE2JS } from 're2js'
import { describe, expect, test } from 'vitest'
import { createPatternTest, simpleRegExp } from '../../../shared/lib/pattern.ts'

describe('a pattern for the browser’s own regular expressions', () => {
  test.each([
    '\\b(18)(\\d\\d)\\b',
    'Mr\\.',
    '(\\d+) km',
    'colou?r',
    '[A-Z]{2,5}',
    '(?:first|second|third) of (?:May|June)',
    'straße',
  ])('is accepted: %s', (source) => {
    expect(simpleRegExp(source, true)).not.toBeNull()
  })

  test.each([
    ['a repeated group', '(a+)+$'],
    ['a group so many times', '(a{9}){9}'],
    ['an optional group', '(a?|b)?'],
    ['two endless repetitions', '\\d+-\\d+'],
    ['many choices', '(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)(a|b)'],
    ['any letter', '.x'],
    ['what lies ahead', '(?=a)'],
    ['a reference back', '(a)\\1'],
    ['a class of Unicode', '\\p{Lu}'],
    ['a set of all others', '[^a]'],
    ['white space, which is not the same to both', 'a\\sb'],
    ['an unfinished one', '(a'],
    ['a wrong set', '[z-a]'],
  ])('is refused with %s', (_, source) => {
    expect(simpleRegExp(source, true)).toBeNull()
  })
})

/** The long s and the sign of the kelvin: without regard to case they are “s” and “k”, but not letters of a word in RE2. */
const HIDDEN = ['\u017f', '\u212a']

const atom = fc.constantFrom(
  'a',
  'B',
  'ß',
  '1',
  ' ',
  '.',
  '\\.',
  '\\d',
  '\\w',
  '\\b',
  '[a-c]',
  '[B1 ]',
  '𝐀',
  'Σ',
  '’',
  's',
  '\\\\',
)
const repeated = fc
  .tuple(atom, fc.constantFrom('', '', '', '?', '+', '*', '{2}', '{1,2}'))
  .map(([one, times]) => (one === '\\b' ? one : `${one === '.' ? 'x' : one}${times}`))
const run = fc.array(repeated, { maxLength: 4 }).map((parts) => parts.join(''))
const source = fc
  .tuple(run, run, run, run)
  .map(([before, one, other, after]) => `${before}(${one}|${other})${after}`)
const letters = fc.constantFrom(
  'a',
  'A',
  'b',
  'B',
  'ß',
  '1',
  '2',
  ' ',
  '.',
  '𝐀',
  'σ',
  'ς',
  'x',
  '’',
  ...HIDDEN,
  '\\',
)
const text = fc.array(letters, { maxLength: 20 }).map((parts) => parts.join(''))

test('a simple pattern finds what RE2 finds, with the same groups', () => {
  fc.assert(
    fc.property(source, text, fc.boolean(), (written, searched, isCaseSensitive) => {
      const simple = simpleRegExp(written, isCaseSensitive)
      if (simple === null) return fc.pre(false)
      const re2 = RE2JS.compile(written, isCaseSensitive ? 0 : RE2JS.CASE_INSENSITIVE)
      const found = (matches: Iterable<RegExpMatchArray>) =>
        Array.from(matches, (match) =>
          [match.index, ...match].map((group: string | number | undefined) => group ?? ''),
        ).filter(([, whole]) => whole !== '')
      expect(found(searched.matchAll(new RegExp(simple, `${simple.flags}g`)))).toEqual(
        found(re2.matchAll(searched)),
      )
    }),
    { numRuns: 1_000 },
  )
})

test.each(['\\bsun', 'sun\\b', '\\b', 'a\\b', '\\w\\w', '\\w\\b', '[\\w]\\b1', 'k\\b', '\\\\b'])(
  'a simple pattern finds %s beside a long s and a kelvin sign as RE2 does, alone and among others',
  (written) => {
    const searched = ['sun', 'a', 'k', '1', '\\B'].flatMap((word) =>
      HIDDEN.flatMap((letter) => [
        `${letter}${word}`,
        `${word}${letter}`,
        `x${letter} ${word.toUpperCase()}`,
      ]),
    )
    const simple = simpleRegExp(written, false)
    if (simple === null) throw new Error('The engine of the browser runs it')
    const isAny = createPatternTest([{ source: written, isCaseSensitive: false }])
    const re2 = RE2JS.compile(written, RE2JS.CASE_INSENSITIVE)
    for (const each of searched) {
      const places = Array.from(re2.matchAll(each), ({ index }) => index)
      expect(Array.from(each.matchAll(new RegExp(simple, `${simple.flags}g`)), ({ index }) => index)).toEqual(
        places,
      )
      expect(isAny(each)).toBe(places[0] ?? -1)
    }
  },
)

test('a simple pattern stays fast on a text that is meant to be slow', () => {
  const slow = ['a+b', 'a*a?b', '(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)b', 'a{0,9}a{0,9}a?a?b']
  for (const written of slow) {
    const pattern = simpleRegExp(written, true)
    const before = process.cpuUsage()
    pattern?.test('a'.repeat(10_000))
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1000).toBeLessThan(5_000)
  }
})
