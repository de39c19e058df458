import { expect, test } from 'vitest'
import { linesOf } from '../../../renderer/ui/titleCover.ts'

const upTo = (letters: number) => (line: string) => line.length <= letters

test('a title wraps between words, and within a word that is wider than the cover', () => {
  expect(linesOf('The Lighthouse at  Skerryvore', upTo(14))).toEqual(['The Lighthouse', 'at Skerryvore'])
  expect(linesOf('Donaudampfschiff ahoi', upTo(8))).toEqual(['Donaudam', 'pfschiff', 'ahoi'])
  expect(linesOf('雪国の長いトンネル', upTo(4))).toEqual(['雪国の長', 'いトンネ', 'ル'])
  expect(linesOf('', upTo(4))).toEqual([])
})
