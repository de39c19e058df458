import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createPlaceBefore, withReplacements } from '../../../shared/lib/replacedText.ts'
import { spokenForms, spokenText } from '../../../shared/spoken/spokenForms.ts'

const LANGUAGES = ['en-us', 'en-gb', 'de', 'es', 'fr-fr', 'it', 'pt', 'pt-br'] as const

/** Words and forms of every kind, and signs that meet them. */
const PIECES =
  'Mr. Dr. St. No. p. pp. etc. &c. e.g. z.B. usw. Sr. EE. UU. a. C. I II IV XIV MIX Chapter Henry Heinrich Alfonso siglo Kapitel 1 5 12 1914 1890s 3rd 1.º £12.50 12,50 € $1,000 20 °C 6 ft 2 in 5\'10" 7:30 10 a.m. 5/6 ½ 3-5 1914–18 1,2,3 a@b.com www.a.com 555-1234 *** *so* _so_ # § — … “ ” ( ) \n \n\n word words'.split(
    ' ',
  )
const texts = fc.oneof(
  fc
    .array(
      fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom(' ', ' ', ' ', '', ', ', '. ', '-', '/', '*')),
    )
    .map((pieces) => pieces.map((piece) => piece.join('')).join('')),
  fc.string({ unit: 'binary' }),
)

describe('the spoken forms of a text', () => {
  test('are in the order of the text and do not overlap', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...LANGUAGES), (text, language) => {
        let last = 0
        for (const { start, end } of spokenForms(text, language)) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(text.length)
          last = end
        }
      }),
    )
  })

  test('map each spoken word to its place in the text, in order', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...LANGUAGES), (text, language) => {
        const forms = spokenForms(text, language)
        const said = withReplacements(text, forms)
        const placeBefore = createPlaceBefore(forms)
        let [last, covered] = [0, 0]
        for (const { index, 0: word } of said.matchAll(/\S+/g)) {
          const { from, to } = placeBefore({ from: index, to: index + word.length })
          expect(from).toBeGreaterThanOrEqual(last)
          expect(to).toBeGreaterThan(from)
          // Only space and unspoken signs may lie between two words.
          const unsaid = forms.filter(
            ({ start, end, spoken }) => spoken.trim() === '' && start >= covered && end <= from,
          )
          const between = [...text.slice(covered, from)].filter((unit) => /\S/.test(unit)).length
          expect(between).toBeLessThanOrEqual(unsaid.reduce((sum, { start, end }) => sum + end - start, 0))
          ;[last, covered] = [from, Math.max(covered, to)]
        }
      }),
    )
  })

  test('exclude words that are to be said as they are', () => {
    const text = 'Dr. Quill paid £5 to Dr. Marsh.'
    const forms = spokenForms(text, 'en', [{ from: 0, to: 3 }])
    expect(withReplacements(text, forms)).toBe('Dr. Quill paid five pounds to Doctor Marsh.')
  })

  test.each([
    ['en-US', '123', 'one hundred and twenty-three'],
    ['en-us', '123,456', 'one hundred twenty-three thousand four hundred and fifty-six'],
    ['en-GB', '123,456', 'one hundred and twenty-three thousand four hundred and fifty-six'],
    ['en-GB', '5/6/1920', 'the fifth of June nineteen twenty'],
    ['en-US', '5/6/1920', 'May sixth nineteen twenty'],
    ['pt-BR', '16 km', 'dezesseis quilômetros'],
    ['pt-PT', '16 km', 'dezasseis quilómetros'],
    ['de-AT', '3 %', 'drei Prozent'],
    ['ja', '123 Dr. A', '123 Dr. A'],
    ['', '123', '123'],
    ['no such language', '123', '123'],
  ])('in %s “%s” is “%s”', (language, written, said) => {
    expect(spokenText(written, language)).toBe(said)
  })

  test.each([
    ['digits', '1'],
    ['digits and commas', '1,'],
    ['groups of digits', '123,'],
    ['digits and hyphens', '12-'],
    ['digits and periods', '1.'],
    ['capitals', 'I'],
    ['initials', 'A. '],
    ['stars', '*'],
    ['stars and spaces', '* '],
    ['periods', 'a.'],
    ['abbreviations', 'St. '],
    ['an address', 'a@'],
    ['a long name of the web', 'a-b.'],
    ['signs of money', '£'],
    ['slashes', '1/'],
    ['spaces', ' '],
    ['new lines', '\n'],
  ])('are found in time proportional to the length, of %s', (_name, piece) => {
    for (const language of ['en', 'de', 'es', 'fr'] as const) {
      const took = (length: number) => {
        const text = piece.repeat(length / piece.length)
        const before = process.threadCpuUsage()
        spokenForms(text, language)
        return process.threadCpuUsage(before).user / 1000
      }
      const short = took(10_000)
      // Quadratic time would be 64 times as long.
      expect(took(80_000)).toBeLessThan(100 + 24 * short)
    }
  })
})
