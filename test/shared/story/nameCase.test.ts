import { expect, it } from 'vitest'
import { titleCaseName, titleCaseTitle } from '../../../shared/story/nameCase.ts'

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
])('%s becomes %s', (name, wanted) => {
  expect(titleCaseName(name)).toBe(wanted)
})

it('case conversion follows the rules of the language', () => {
  expect(titleCaseName('IŞIL', 'tr')).toBe('Işıl')
  expect(titleCaseName('IJSBRAND', 'nl')).toBe('IJsbrand')
})

it.each([
  ['THE LONG ROAD', 'The Long Road'],
  ['CHAPTER II: THE FERRY', 'Chapter II: The Ferry'],
  ['CHAPTER XLI THE OLD MINT', 'Chapter XLI The Old Mint'],
  ['I. THE FERRY', 'I. The Ferry'],
  ['CHAPTER 3. A SONG OF THE SEA', 'Chapter 3. A Song of the Sea'],
  ['LAMP – THE KEEPER', 'Lamp – The Keeper'],
  ['MR. AND MRS. WREN', 'Mr. and Mrs. Wren'],
  ['CIVIC DUTY', 'Civic Duty'],
  ['The TV', 'The TV'],
  ['', ''],
])('as a title, %s becomes %s', (title, wanted) => {
  expect(titleCaseTitle(title)).toBe(wanted)
})
