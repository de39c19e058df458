import { describe, expect, test } from 'vitest'
import { placeChapter } from '../../../shared/import/chapterChoices.ts'

const chapters = ['A', 'B', 'C', 'D'].map((title, index) => ({
  sections: [index],
  title,
  isIncluded: true,
}))
const placed = (index: number, before: number) =>
  placeChapter(chapters, index, before)
    .map(({ title }) => title)
    .join('')

describe('a chapter that is moved', () => {
  test.each([
    ['up to before another', 2, 0, 'CABD'],
    ['up by one place', 2, 1, 'ACBD'],
    ['down to before another', 0, 3, 'BCAD'],
    ['down to the end', 1, 4, 'ACDB'],
  ])('%s stands there', (_, index, before, titles) => {
    expect(placed(index, before)).toBe(titles)
  })

  test.each([
    ['before itself', 1, 1],
    ['before the next one', 1, 2],
    ['above the first place', 0, -1],
    ['below the end', 3, 5],
  ])('%s stays where it is', (_, index, before) => {
    expect(placeChapter(chapters, index, before)).toBe(chapters)
  })
})
