import { expect, test } from 'vitest'
import { countWords, nearestWordStart } from '../../../shared/story/words.ts'

test.each([
  ['', 0],
  ['  \n', 0],
  ['The light went out at nine.', 6],
  ['“Don’t,” she said – and left.', 5],
  ['well-known', 1],
  ['7 o’clock', 2],
  ['– …', 0],
  ['Füchsin und Wölfe', 3],
  ['Привет, мир', 2],
  ['你好世界', 2],
  ['สวัสดีชาวโลก', 3],
])('words are counted in any script: %j has %i', (text, count) => {
  expect(countWords(text)).toBe(count)
})

test.each([
  ['The light went out.', 5, 4],
  ['The light went out.', 9, 10],
  ['The light went out.', 0, 4],
  ['The light went out.', 99, 15],
  ['She said “Never!” and left.', 12, 9],
  ['– Yes. – No.', 9, 7],
  ['Alone.', 3, null],
  ['', 0, null],
])('in %j, the word start nearest to place %i is %j, never the first word', (text, offset, start) => {
  expect(nearestWordStart(text, offset)).toBe(start)
})

test('the nearest word is found in a script without spaces', () => {
  const start = nearestWordStart('你好世界', 2)
  expect(start).toBeGreaterThan(0)
  expect(start).toBeLessThan(4)
})
