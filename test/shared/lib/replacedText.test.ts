import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPlaceBefore, withReplacements, type Replacement } from '../../../shared/lib/replacedText.ts'

/** A text in parts, each of which stays or is replaced. */
const parts = fc.array(
  fc.record({
    text: fc.string({ minLength: 1, maxLength: 6 }),
    spoken: fc.option(fc.string({ maxLength: 6 })),
  }),
  { maxLength: 12 },
)

test('each unit of the new text maps to the unit that stayed, or to the whole stretch that was replaced', () => {
  fc.assert(
    fc.property(parts, (each) => {
      const text = each.map((part) => part.text).join('')
      const replacements: Replacement[] = []
      const expected: { from: number; to: number }[] = []
      let at = 0
      for (const part of each) {
        const [start, end] = [at, at + part.text.length]
        at = end
        if (part.spoken === null) {
          for (let unit = start; unit < end; unit++) expected.push({ from: unit, to: unit + 1 })
        } else {
          replacements.push({ start, end, spoken: part.spoken })
          for (const _ of Array(part.spoken.length)) expected.push({ from: start, to: end })
        }
      }
      const placeBefore = createPlaceBefore(replacements)
      expect(withReplacements(text, replacements)).toHaveLength(expected.length)
      expect(expected.map((_, unit) => placeBefore({ from: unit, to: unit + 1 }))).toEqual(expected)
    }),
  )
})

test('a range over several stretches maps to all of them', () => {
  const text = 'Dr. Quill of St. Ives'
  const placeBefore = createPlaceBefore([
    { start: 0, end: 3, spoken: 'Doctor' },
    { start: 13, end: 16, spoken: 'Saint' },
  ])
  const said = 'Doctor Quill of Saint Ives'
  const written = (words: string) => {
    const from = said.indexOf(words)
    const { from: start, to } = placeBefore({ from, to: from + words.length })
    return text.slice(start, to)
  }
  expect(['Doctor', 'Quill', 'of Saint', 'tor Quill of Sa', 'Ives'].map(written)).toEqual([
    'Dr.',
    'Quill',
    'of St.',
    'Dr. Quill of St.',
    'Ives',
  ])
})
