import { expect, it, test } from 'vitest'
import { spokenTitle } from '../../../shared/spoken/titles.ts'

it.each([
  ['en', 'Chapter 1: The Ferry', 'Chapter 1: The Ferry'],
  ['en', '  The\n Ferry ', 'The Ferry'],
  ['en', 'IV', 'Chapter 4'],
  ['en', '12.', 'Chapter 12'],
  ['en', '3. The Ferry', 'Chapter 3: The Ferry'],
  ['en', 'II – The Ferry', 'Chapter 2: The Ferry'],
  ['en', '3 Ways to Cross', '3 Ways to Cross'],
  ['en', '10:04', '10:04'],
  ['en', '1984', '1984'],
  ['en', 'C. Major', 'C. Major'],
  ['en', 'CHAPTER IV. THE FERRY', 'Chapter IV. The Ferry'],
  ['en', 'NASA', 'NASA'],
  ['de', 'XII', 'Kapitel 12'],
  ['de', '2. Teil', '2. Teil'],
  ['de', '1. Die Fähre', 'Kapitel 1: Die Fähre'],
  ['es-MX', '7', 'Capítulo 7'],
  ['fr', 'I', 'Chapitre 1'],
  ['it', '5)', 'Capitolo 5'],
  ['pt-BR', '5', 'Capítulo 5'],
  ['ja', '5', '5'],
  [null, '5', '5'],
  ['en', '* * *', ''],
  ['en', '—', ''],
  ['en', ' ', ''],
])('a title in %s, %j, is said as %j', (language, title, said) => {
  expect(spokenTitle(title, language)).toBe(said)
})

test('a long title is converted in linear time', () => {
  const title = `${'I '.repeat(50_000)}${'A'.repeat(50_000)}`
  const startedAt = performance.now()
  spokenTitle(title, 'en')
  expect(performance.now() - startedAt).toBeLessThan(1000)
})
