import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareTexts, mergeText, movedOffset } from '../../../shared/story/mergeText.ts'

const merged = (base: string, theirs: string, mine: string) => mergeText(base, theirs, mine).text

describe('merging two versions of a text', () => {
  test.each([
    [
      'words added in different places',
      'The fox ran.',
      'The red fox ran.',
      'The fox ran home.',
      'The red fox ran home.',
    ],
    [
      'a word that is continued beside new words',
      'The fox. On',
      'The fox. On Tw',
      'The fox. One',
      'The fox. One Tw',
    ],
    [
      'a word put before a word that is continued',
      'The fox. O',
      'The fox. T O',
      'The fox. On',
      'The fox. T On',
    ],
    [
      'a word put before a word that has letters put before it',
      'Start',
      'Once Start',
      'zzStart',
      'Once zzStart',
    ],
    ['the same words', 'The fx', 'The fox', 'The fox', 'The fox'],
    ['a deletion and an addition', 'One two three', 'One three', 'One two three four', 'One three four'],
    ['a deletion and a change of the same word', 'Hello world', 'Hallo world', '', 'Hallo'],
    ['a deleted space before a word that changed', 'x y', 'x', 'x yz', 'x yz'],
    ['characters without spaces between them', '漢字', '漢字本', '漢A字', '漢A字本'],
  ])('keeps %s', (_what, base, theirs, mine, expected) => {
    expect(mergeText(base, theirs, mine)).toEqual({ text: expected, hasBoth: false })
  })

  test.each([
    ['both put another in the place of one', 'a cat', 'a cow', 'a dog', 'a cow dog'],
    ['both corrected one', 'a fox', 'a box', 'a fax', 'a box fax'],
    [
      'one put another in the place of one, and the other typed into it',
      'a fox',
      'a hen',
      'a foxes',
      'a hen foxes',
    ],
  ])('keeps both words if %s, and reports it', (_what, base, theirs, mine, expected) => {
    expect(mergeText(base, theirs, mine)).toEqual({ text: expected, hasBoth: true })
  })

  test.each([
    ['words added in one place', 'The fox.', 'The fox. One', 'The fox. Two', 'The fox. One Two'],
    ['first words of an empty text', '', 'Once', 'Upon', 'Once Upon'],
    ['letters before one word', 'Start here', 'zzStart here', 'qqStart here', 'zzqqStart here'],
    ['letters behind one word', 'Here we Start', 'Here we Startzz', 'Here we Startqq', 'Here we Startzzqq'],
    ['letters in the middle of one word', 'Start', 'Stzzart', 'Stqqart', 'Stzzqqart'],
    ['letters at both ends of one word', 'Start', 'zzStart', 'Startqq', 'zzStartqq'],
    ['letters between letters of the other', 'zqz', 'zzqz', 'zqqz', 'zzqqz'],
    ['a word split by one and written on by the other', 'foobar', 'foo bar', 'foobarq', 'foo barq'],
    ['words joined by one, and one of them written on', 'foo bar', 'foobar', 'foo barq', 'foobarq'],
    ['a letter that one takes back and one adds', 'zzzz', 'zzz', 'zzzzq', 'zzzq'],
    ['a letter that one corrects and letters of the other', 'zzxz', 'zzzz', 'zzxzq', 'zzzzq'],
    ['letters with accents', 'e\u0301te\u0301', 'e\u0301te\u0301s', 'be\u0301te\u0301', 'be\u0301te\u0301s'],
    ['lines in one place', 'One.\nTwo.', 'One.\nzTwo.', 'One.\nqTwo.', 'One.\nzqTwo.'],
  ])('keeps %s once each, and reports it', (_what, base, theirs, mine, expected) => {
    expect(mergeText(base, theirs, mine)).toEqual({ text: expected, hasBoth: true })
  })

  test('keeps every letter that either side typed exactly once, wherever in a word', () => {
    const typing = (letter: string) => fc.array(fc.nat(40), { maxLength: 12 }).map((at) => ({ at, letter }))
    const type = (base: string, { at, letter }: { at: readonly number[]; letter: string }) =>
      at.reduce(
        (text, place) =>
          text.slice(0, place % (text.length + 1)) + letter + text.slice(place % (text.length + 1)),
        base,
      )
    fc.assert(
      fc.property(
        fc.constantFrom('Start', 'Start here.', '', 'a', 'qzqz', 'zz qq'),
        typing('z'),
        typing('q'),
        (base, ours, others) => {
          const letters = (text: string) => Array.from(text.replaceAll(' ', '')).toSorted().join('')
          const typed = 'z'.repeat(ours.at.length) + 'q'.repeat(others.at.length)
          expect(letters(merged(base, type(base, ours), type(base, others)))).toBe(letters(base + typed))
        },
      ),
    )
  })

  test('never loses a word that one side added, whatever the order of merging', () => {
    const words = fc.array(fc.constantFrom('fox', 'and', 'the', 'ran.', 'one,'), { maxLength: 30 })
    const edits = (by: string) =>
      fc.array(
        fc.record({ at: fc.nat(30), isAdded: fc.boolean(), word: fc.nat(1e6).map((n) => `${by}${n}`) }),
        {
          maxLength: 12,
        },
      )
    fc.assert(
      fc.property(words, edits('a'), edits('b'), (base, ours, others) => {
        const [theirs, mine] = [edited(base, ours), edited(base, others)]
        const kept = new Set(merged(base.join(' '), theirs.text, mine.text).split(/[^\p{L}\p{N}]+/u))
        for (const word of [...theirs.added, ...mine.added]) expect(kept).toContain(word)
      }),
    )
  })

  test('takes time proportional to the text, not to its square', () => {
    const base = 'A fox went out on a chilly night. '.repeat(3_000)
    expect(merged(base, `${base}Theirs.`, `Mine. ${base}`)).toBe(`Mine. ${base}Theirs.`)
    const other = base.replaceAll('fox', 'hen')
    expect(merged(base, other, `Mine. ${base}`)).toContain(other)
  })
})

/** A text after additions and deletions of whole words, and the added words that it still has. */
function edited(base: readonly string[], edits: readonly { at: number; isAdded: boolean; word: string }[]) {
  const words = [...base]
  for (const { at, isAdded, word } of edits)
    words.splice(at % (words.length + 1), isAdded ? 0 : 1, ...(isAdded ? [word] : []))
  return { text: words.join(' '), added: words.filter((word) => /^[ab]\d/.test(word)) }
}

test('the parts of a comparison make up both texts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
      const parts = compareTexts(before, after)
      const textOf = (without: string) =>
        parts.flatMap(({ kind, tokens }) => (kind === without ? [] : tokens)).join('')
      expect(textOf('added')).toBe(before)
      expect(textOf('removed')).toBe(after)
    }),
  )
})

test.each([
  ['stays after its word if words are added before it', 'One two', 'Zero One two', 3, 8],
  ['stays in place if words are added after it', 'One', 'One two', 3, 3],
  ['stays after a word that was changed', 'One two', 'Ones two', 3, 4],
  ['moves to the place of deleted words', 'One two three', 'One three', 6, 4],
  ['is at the end at most', 'One two', '', 7, 0],
  ['stays after its letter in a word that changed', 'zzqqStart', 'zzzqqStart', 4, 5],
  ['stays before the letters that others type there', 'zzStart', 'zzqqStart', 2, 2],
])('an offset %s', (_what, before, after, offset, expected) => {
  expect(movedOffset(before, after, offset)).toBe(expected)
})
