import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wordAt } from '../../../shared/story/words.ts'
import {
  formatWordTimes,
  joinWords,
  moveWords,
  parseWordTimes,
  sameMoment,
  wordAtTime,
  wordsOfParts,
  wordTimesSchema,
  type WordTime,
} from '../../../shared/story/wordTimes.ts'

/** Words one after the other, with gaps between some. */
const words = fc
  .array(
    fc.record({ gap: fc.nat(300), ms: fc.nat(900), skip: fc.nat(3), length: fc.integer({ min: 1, max: 9 }) }),
    {
      minLength: 1,
      maxLength: 40,
    },
  )
  .map((each) => {
    let [atMs, at] = [0, 0]
    return each.map(({ gap, ms, skip, length }): WordTime => {
      const word = { startMs: atMs + gap, endMs: atMs + gap + ms, from: at + skip, to: at + skip + length }
      atMs = word.endMs
      at = word.to
      return word
    })
  })

test('word times are stored as a text that reads back unchanged', () => {
  fc.assert(
    fc.property(words, (each) => {
      const kept = wordTimesSchema.parse(formatWordTimes(each))
      expect(parseWordTimes(kept)).toEqual(each)
    }),
  )
  expect(formatWordTimes([{ startMs: 0, endMs: 305, from: 0, to: 5 }])).toBe('0-305:0-5')
  expect(formatWordTimes([])).toBeUndefined()
})

test('too many word times are not stored, and no other text is read as word times', () => {
  const word = { startMs: 100_000, endMs: 200_000, from: 10_000, to: 10_004 }
  expect(formatWordTimes(Array.from({ length: 30_000 }, () => word))).toBeUndefined()
  for (const text of ['', ' ', '0-1:0-1 ', '0-1', '1-2:3-4,5', '-1-2:3-4', '0-1:0-1  1-2:2-3', '1e9-2:3-4'])
    expect(wordTimesSchema.safeParse(text).success, text).toBe(false)
})

test('the word at a time is the one that has begun and not ended', () => {
  fc.assert(
    fc.property(words, fc.nat(20_000), (each, atMs) => {
      const begun = each.findLast(({ startMs }) => startMs <= atMs)
      expect(wordAtTime(each, atMs)).toEqual(begun !== undefined && atMs < begun.endMs ? begun : null)
    }),
  )
  expect(wordAtTime([], 0)).toBeNull()
})

test('several spoken words for one written place are heard as one word', () => {
  const spoken = [
    { startMs: 0, endMs: 100, from: 0, to: 3 },
    { startMs: 100, endMs: 250, from: 4, to: 9 },
    { startMs: 250, endMs: 500, from: 4, to: 9 },
    { startMs: 520, endMs: 700, from: 4, to: 11 },
    { startMs: 700, endMs: 900, from: 12, to: 15 },
  ]
  expect(joinWords(spoken)).toEqual([
    { startMs: 0, endMs: 100, from: 0, to: 3 },
    { startMs: 100, endMs: 700, from: 4, to: 11 },
    { startMs: 700, endMs: 900, from: 12, to: 15 },
  ])
})

test('words follow their audio when it is moved, stretched or joined', () => {
  const word = { startMs: 100, endMs: 300, from: 2, to: 5 }
  expect(moveWords([word], 50, 1.5)).toEqual([{ ...word, startMs: 200, endMs: 500 }])
  const parts = [
    { words: [word], startMs: 0, textLength: 5 },
    { words: [], startMs: 300, textLength: 4 },
    { words: [word], startMs: 1000, textLength: 5 },
  ]
  expect(wordsOfParts(parts)).toEqual([word, { startMs: 1100, endMs: 1300, from: 13, to: 16 }])
})

test.each([
  ['Hello “there”, friend.', 'there', 'there'],
  ['It is well-known.', 'known', 'well-known'],
  ["o'clock don’t", 'n’t', 'don’t'],
  ['said—loudly—no', 'loud', 'loudly'],
  ['(about 3.7%), yes', '.7', '3.7'],
  ['salt & pepper', '&', '&'],
  ['so 😀 she', '😀', '😀'],
  ['狐は夜の森を歩いて。', '夜の森', '夜の森'],
])('in “%s”, the place at “%s” is in the word “%s”', (text, at, word) => {
  const from = text.indexOf(at)
  const place = wordAt(text, { from, to: from + at.length })
  expect(text.slice(place?.from, place?.to)).toBe(word)
})

test('no word begins in a gap between words', () => {
  for (const [text, from] of [
    ['one two', 3],
    ['one—two', 3],
    ['one', 3],
    ['', 0],
  ] as const)
    expect(wordAt(text, { from, to: from + 1 })).toBeNull()
})

test.each([
  ['at the beginning', 0, 0],
  ['within a word', 150, 250],
  ['at the start of a word', 400, 700],
  ['between words', 300, 500],
  ['after the last word', 800, 1150],
  ['at the end', 1000, 1300],
  ['after the end', 2000, 1300],
])('another reading is at the same word %s', (_where, ms, there) => {
  const reading = { words: parseWordTimes('100-200:0-3 400-600:4-7'), lengthMs: 1000 }
  const other = { words: parseWordTimes('200-300:0-3 310-390:9-12 700-1000:4-7'), lengthMs: 1300 }
  expect(Math.round(sameMoment(reading, other, ms))).toBe(there)
})

test('readings without common words, or in another order, are compared by their share of the length', () => {
  const lengths = { a: { words: [], lengthMs: 1000 }, b: { words: [], lengthMs: 500 } }
  expect(sameMoment(lengths.a, lengths.b, 400)).toBe(200)
  const reading = { words: parseWordTimes('0-100:0-3 400-600:4-7'), lengthMs: 1000 }
  const turned = { words: parseWordTimes('0-100:4-7 400-600:0-3'), lengthMs: 1000 }
  expect(sameMoment(reading, turned, 1000)).toBe(1000)
})
