import { expect, test } from 'vitest'
import { middleOfText, sentenceStarts } from '../../../shared/story/sentences.ts'

test('sentences begin after the one before, with its space', () => {
  expect(sentenceStarts('One. Two? Three.')).toEqual([0, 5, 10])
})

test('a text is split after the sentence that ends nearest to its middle', () => {
  const text = 'One. Two is a little longer than one. Three ends it.'
  expect(text.slice(middleOfText(text))).toBe('Three ends it.')
})

test('a single sentence is split between words, and a single word not at all', () => {
  expect('a long line of words'.slice(middleOfText('a long line of words')).trim()).toBe('of words')
  expect(middleOfText('word')).toBe(4)
})
