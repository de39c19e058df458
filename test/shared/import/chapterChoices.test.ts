import { describe, expect, test } from 'vitest'
import { placeChapter, titleCaseOffer, withTitleCase } from '../../../shared/import/chapterChoices.ts'

const chapters = ['A', 'B', 'C', 'D'].map((title, index) => ({
  sections: [index],
  title,
  isIncluded: true,
}))
const placed = (index: number, before: number) =>
  placeChapter(chapters, index, before)
    .map(({ title }) => title)
    .join('')

describe('a moved chapter', () => {
  test.each([
    ['up to before another', 2, 0, 'CABD'],
    ['up by one place', 2, 1, 'ACBD'],
    ['down to before another', 0, 3, 'BCAD'],
    ['down to the end', 1, 4, 'ACDB'],
  ])('is placed there: %s', (_, index, before, titles) => {
    expect(placed(index, before)).toBe(titles)
  })

  test.each([
    ['before itself', 1, 1],
    ['before the next one', 1, 2],
    ['above the first place', 0, -1],
    ['below the end', 3, 5],
  ])('stays in its place: %s', (_, index, before) => {
    expect(placeChapter(chapters, index, before)).toBe(chapters)
  })
})

describe('titles in capitals', () => {
  const file = ['CHAPTER II: THE LONG ROAD', 'The Old Mint', 'A SONG OF THE SEA', ''].map((title, index) => ({
    ...{ sections: [index], title, isIncluded: true },
  }))
  const source = { sections: file.map(({ title }) => ({ title, kind: 'body' as const })) }

  test('can be switched to small letters and back to the file’s; typed titles stay', () => {
    expect(titleCaseOffer(file, source)).toEqual({
      ...{ from: 'CHAPTER II: THE LONG ROAD', to: 'Chapter II: The Long Road', isOn: false },
    })
    const written = withTitleCase(file, source, true)
    expect(written.map(({ title }) => title)).toEqual([
      ...['Chapter II: The Long Road', 'The Old Mint', 'A Song of the Sea', ''],
    ])
    expect(titleCaseOffer(written, source)?.isOn).toBe(true)
    const typed = written.map((chapter, index) => (index === 2 ? { ...chapter, title: 'Sea song' } : chapter))
    expect(withTitleCase(typed, source, false).map(({ title }) => title)).toEqual([
      ...['CHAPTER II: THE LONG ROAD', 'The Old Mint', 'Sea song', ''],
    ])
  })

  test('are not offered small letters if there are no such titles', () => {
    expect(titleCaseOffer(file.slice(1, 2), source)).toBeNull()
  })
})
