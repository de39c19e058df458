import { expect, test } from 'vitest'
import { findAllHabits, findHabits } from '../../build/lint/plainWords.ts'
import { root } from '../../build/root.mjs'

test.each([
  ['/** The name; null where there is none. */', 'null where'],
  ['// Throws `gone` where it is locked.', 'Throws `…` where'],
  [' * Gives the names of a file.', '* Gives the names of'],
  ['const a = 1 // all, but for the first', 'but for'],
  ['/** Reads it anew, also where it was read. */', 'anew'],
  ['/** The settings of the moment. */', 'of the moment'],
  ['// Told of each block.', '// Told of'],
  ['/** Asked only if it is open. */', '/** Asked only'],
  ['// Throws as `open`, and `gone`.', 'Throws as `…`'],
  ['/** A voice that cannot be had. */', 'cannot be had'],
  ['/** Stays in a folder of the system’s. */', 'a folder of the system’s'],
  ['// A file that is no archive.', 'that is no a'],
])('%s is refused', (line, found) => {
  expect(findHabits('a.ts', `\n${line}`, false)[0]).toContain(`a.ts:2: “${found}`)
})

test.each([
  '/** Where the story begins; the place where it is kept. */',
  '/** Gives up after a minute. Gives the file its name. */',
  '// It is no longer there, and there is no other way.',
  "const text = 'null where there is none'",
  '// `null where` is quoted.',
  '/** Asked questions stay. The end of the system’s own story. */',
])('%s is accepted', (line) => {
  expect(findHabits('a.ts', line, false)).toEqual([])
})

test('documents and texts of the app are checked line by line', () => {
  expect(findHabits('README.md', 'All of it, but for the pictures.\nSee `x but for y`.', true)).toEqual([
    'README.md:1: “but for” → except, except for',
  ])
})

test('no file of the project contains a rejected wording', () => {
  expect(findAllHabits(root)).toEqual([])
})
