import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const renderer = join(import.meta.dirname, '..', '..', '..', 'renderer')
const IMPORTS = /^import (\w+) from '([^']+\.module\.css)'$/gm

test('every class that a component uses exists in its style sheet', () => {
  const missing = globSync('**/*.tsx', { cwd: renderer }).flatMap((file) => {
    const source = readFileSync(join(renderer, file), 'utf8')
    return [...source.matchAll(IMPORTS)].flatMap(([, name = '', sheet = '']) => {
      const css = readFileSync(join(renderer, dirname(file), sheet), 'utf8')
      const classes = new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, found]) => found))
      const used = source.matchAll(new RegExp(String.raw`\b${name}\.(\w+)`, 'g'))
      return [...used].flatMap(([, found = '']) => (classes.has(found) ? [] : [`${file}: ${name}.${found}`]))
    })
  })
  expect(missing).toEqual([])
})

test('every class of a style sheet is used by a component or by another class', () => {
  const sources = globSync('**/*.{ts,tsx}', { cwd: renderer })
  const taken = new Map<string, Set<string> | null>()
  for (const file of sources) {
    const source = readFileSync(join(renderer, file), 'utf8')
    for (const [, name = '', sheet = ''] of source.matchAll(IMPORTS)) {
      const path = join(dirname(file), sheet)
      const before = taken.get(path) ?? (taken.has(path) ? null : new Set<string>())
      // A name that is computed may be any class of the sheet.
      const isComputed = new RegExp(String.raw`\b${name}\[`).test(source)
      const names = source.matchAll(new RegExp(String.raw`\b${name}\.(\w+)`, 'g'))
      for (const [, found = ''] of names) before?.add(found)
      taken.set(path, isComputed ? null : before)
    }
  }
  const unused = globSync('**/*.module.css', { cwd: renderer }).flatMap((sheet) => {
    const css = readFileSync(join(renderer, sheet), 'utf8').replaceAll(/\/\*[^*]*\*\/|:global\([^)]*\)/g, '')
    const used = taken.get(sheet) ?? (taken.has(sheet) ? null : new Set<string>())
    const selectors = [...css.matchAll(/[^{};]+(?=\{)/g)].map(([selector]) => selector).join()
    const classes = new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, found = '']) => found))
    const composed = [...css.matchAll(/composes: ([\w ]+);/g)].flatMap(([, names = '']) => names.split(' '))
    return used === null
      ? []
      : [...classes.difference(used).difference(new Set(composed))].map((each) => `${sheet}: ${each}`)
  })
  expect(unused).toEqual([])
})
