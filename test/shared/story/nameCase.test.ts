import { expect, it } from 'vitest'
import { titleCaseName } from '../../../shared/story/nameCase.ts'

it.each([
  ['MAYA', 'Maya'],
  ['ÉLODIE MÜLLER', 'Élodie Müller'],
  ["O'HARA", "O'Hara"],
  ['D’ARTAGNAN', 'D’Artagnan'],
  ["MAYA'S MOTHER", "Maya's Mother"],
  ['MCKAY', 'McKay'],
  ['MC', 'MC'],
  ['MACK', 'Mack'],
  ['ANNA VON TRAPP', 'Anna von Trapp'],
  ['VON TRAPP', 'Von Trapp'],
  ['LUDWIG VAN DER BERG', 'Ludwig van der Berg'],
  ['JUANA DE LOS RÍOS', 'Juana de los Ríos'],
  ['J. R. SMITH', 'J. R. Smith'],
  ['J.R. SMITH', 'J.R. Smith'],
  ['JEAN-LUC', 'Jean-Luc'],
  ['HENRY VIII', 'Henry VIII'],
  ['DR. WREN', 'Dr. Wren'],
  ['TV REPORTER #2', 'TV Reporter #2'],
  ['MAYA (V.O.)', 'Maya (V.O.)'],
  ['THE MAN IN THE HAT', 'The Man in the Hat'],
  ['GUARD/CAPTAIN', 'Guard/Captain'],
  ['ИВАН', 'Иван'],
  ['ΟΔΥΣΣΕΥΣ', 'Οδυσσευς'],
  ['Maya', 'Maya'],
  ['McKay', 'McKay'],
  ['A', 'A'],
  ['ミラ', 'ミラ'],
  ['', ''],
])('%s is %s', (name, wanted) => {
  expect(titleCaseName(name)).toBe(wanted)
})

it('changes letters by the language', () => {
  expect(titleCaseName('IŞIL', 'tr')).toBe('Işıl')
  expect(titleCaseName('IJSBRAND', 'nl')).toBe('IJsbrand')
})
