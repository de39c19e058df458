import { expect, test } from 'vitest'
import { titleBesideNumber } from '../../../shared/story/selectors.ts'

test.each([
  ['Chapter 3: The Door', 'The Door'],
  ['CHAPTER 3. The Door', 'The Door'],
  ['Kapitel 3 – Die Tür', 'Die Tür'],
  ['Capítulo 3: La puerta', 'La puerta'],
  ['3. The Door', 'The Door'],
  ['Chapter 4: The Door', 'Chapter 4: The Door'],
  ['CHAPTER III: THE DOOR', 'THE DOOR'],
  ['Chapter iii. The Door', 'The Door'],
  ['III. The Door', 'The Door'],
  ['Chapter IV: The Door', 'Chapter IV: The Door'],
  ['III', 'III'],
  ['I. The Door', 'I. The Door'],
  ['Chapter 3', 'Chapter 3'],
  ['3.5 Miles', '3.5 Miles'],
  ['The Door', 'The Door'],
])('next to the number 3, “%s” is shown as “%s”', (title, shown) => {
  expect(titleBesideNumber(title, 3)).toBe(shown)
})
