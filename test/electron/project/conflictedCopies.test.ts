import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { conflictsOf, originalOf } from '../../../electron/app/openingNotes.ts'

const FOX = 'Fox.fabula'

test.each([
  'Fox (conflicted copy 2026-11-25).fabula',
  'Fox (Mira’s conflicted copy 2026-11-25).fabula',
  'Fox (Miras in Konflikt stehende Kopie 2026-11-25).fabula',
  'Fox (copia en conflicto de Mira 2026-11-25).fabula',
  'Fox (conflicted copy 2026-11-25 101530).fabula',
  'Fox.sync-conflict-20261125-101530-ABCDEFG.fabula',
  'Fox_conflict-20261125-101530.fabula',
  'Fox-DESKTOP-A1B2C3D.fabula',
  'Fox-LAPTOP-A1B2C3D.fabula',
  'Fox-DESKTOP-A1B2C3D-2.fabula',
  'Fox-studio-mac.fabula',
])('%s is recognized as a copy made by a service', (name) => {
  expect(originalOf(name, new Set([FOX, name]), 'Studio-Mac')).toBe(FOX)
})

test.each([
  'Fox (1).fabula',
  'Fox 2.fabula',
  'Fox copy.fabula',
  'Fox (draft).fabula',
  'Fox-final.fabula',
  FOX,
  '.fabula',
  '',
])('“%s” may be a name given by a person', (name) => {
  expect(originalOf(name, new Set([FOX, name]), 'Studio-Mac')).toBeNull()
})

test('a computer’s name in a file name means nothing without the original file', () => {
  expect(originalOf('Fox-DESKTOP-A1B2C3D.fabula', new Set(), '')).toBeNull()
})

test('a name with many parentheses is read without delay', () => {
  const name = ` (conflicted copy ${'('.repeat(100_000)}`
  expect(originalOf(`${name}.fabula`, new Set(), 'x')).toBeNull()
})

test('the copies of a file are found, and the original of a copy', () => {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-conflicts-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const copy = 'Fox (Mira’s conflicted copy 2026-11-25).fabula'
  for (const name of [FOX, copy, 'Other.fabula', 'Other-DESKTOP-A1B2C3D.fabula'])
    writeFileSync(join(folder, name), '')
  expect(conflictsOf(join(folder, FOX))).toEqual({ original: null, copies: [copy] })
  expect(conflictsOf(join(folder, copy))).toEqual({ original: FOX, copies: [] })
  rmSync(join(folder, FOX))
  expect(conflictsOf(join(folder, copy))).toEqual({ original: null, copies: [] })
  expect(conflictsOf(join(folder, 'missing', FOX))).toEqual({ original: null, copies: [] })
})
