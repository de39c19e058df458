import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareTexts, mergeText, movedOffset } from '../../../shared/story/mergeText.ts'

const merged = (base: string, theirs: string, mine: string) => mergeText(base, theirs, mine).text

describe('two texts made from one', () => {
  test.each([
    [
      'words added in different places',
      'The fox ran.',
      'The red fox ran.',
      'The fox ran home.',
      'The red fox ran home.',
    ],
    ['words added in one place', 'The fox.', 'The fox. One', 'The fox. Two', 'The fox. One Two'],
    [
      'a word that goes on beside new words',
      'The fox. On',
      'The fox. On Tw',
      'The fox. One',
      'The fox. One Tw',
    ],
    ['a word put before a word that goes on', 'The fox. O', 'The fox. T O', 'The fox. On', 'The fox. T On'],
    ['first words of an empty text', '', 'Once', 'Upon', 'Once Upon'],
    ['the same words', 'The fx', 'The fox', 'The fox', 'The fox'],
    ['a deletion and an addition', 'One two three', 'One three', 'One two three four', 'One three four'],
    ['a deletion and a change of the same word', 'Hello world', 'Hallo world', '', 'Hallo'],
    ['a deleted space before a word that changed', 'x y', 'x', 'x yz', 'x yz'],
    ['characters without spaces between them', '漢字', '漢字本', '漢A字', '漢A字本'],
  ])('keep %s', (_what, base, theirs, mine, expected) => {
    expect(mergeText(base, theirs, mine)).toEqual({ text: expected, hasBoth: false })
  })

  test('keep both words where both changed one word, and say so', () => {
    expect(mergeText('a cat', 'a cow', 'a dog')).toEqual({ text: 'a cow dog', hasBoth: true })
  })

  test('never lose a word that one side added, in whatever order they are merged', () => {
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

  test('are merged in time that grows with the text, not with its square', () => {
    const base = 'A fox went out on a chilly night. '.repeat(3_000)
    expect(merged(base, `${base}Theirs.`, `Mine. ${base}`)).toBe(`Mine. ${base}Theirs.`)
    const other = base.replaceAll('fox', 'hen')
    expect(merged(base, other, `Mine. ${base}`)).toContain(other)
  })
})

/** A text after additions and deletions of whole words, and which of the added words it still has. */
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
  ['stays behind its word where words come before it', 'One two', 'Zero One two', 3, 8],
  ['stays where words come after it', 'One', 'One two', 3, 3],
  ['stays behind a word that was changed', 'One two', 'Ones two', 3, 4],
  ['goes to the place of what was deleted', 'One two three', 'One three', 6, 4],
  ['is at the end at most', 'One two', '', 7, 0],
])('an offset %s', (_what, before, after, offset, expected) => {
  expect(movedOffset(before, after, offset)).toBe(expected)
})
