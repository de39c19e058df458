import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const renderer = join(import.meta.dirname, '..', '..', '..', 'renderer')
const IMPORTS = /^import (\w+) from '([^']+\.module\.css)'$/gm

test('every class that a component takes from a style sheet is there', () => {
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
