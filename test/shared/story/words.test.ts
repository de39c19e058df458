import { expect, test } from 'vitest'
import { countWords } from '../../../shared/story/words.ts'

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
])('the words of a text are counted in any script: %j has %i', (text, count) => {
  expect(countWords(text)).toBe(count)
})
