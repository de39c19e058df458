import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { findCircles, readImports } from '../../build/lint/imports.ts'
import { root } from '../../build/root.mjs'

test('no files of the app import each other in a circle, types included', () => {
  const graph = readImports(root, ['shared', 'electron', 'renderer'])
  expect(graph.size).toBeGreaterThan(300)
  const circles = findCircles(graph).map((files) => files.map((file) => relative(root, file)).join(' → '))
  expect(circles).toEqual([])
})

test('a circle is found, whether it is closed by a value, a type, a re-export or a dynamic import', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'circles-'))
  try {
    for (const closing of [
      `import { a } from './a.ts'; a()`,
      `import type { A } from './a.ts'; export type C = A`,
      `import { type A, type D } from './a.ts'; export type C = A | D`,
      `export * from './a.ts'`,
      `export type { A } from './a.ts'`,
      `export const c = async () => (await import('./a.ts')).a`,
    ]) {
      await writeFile(join(folder, 'a.ts'), `import { b } from './b.ts'; b()`)
      await writeFile(join(folder, 'b.ts'), `export { c } from './c.ts'`)
      await writeFile(join(folder, 'c.ts'), closing)
      const circles = findCircles(readImports(folder, ['.']))
      expect(circles.map((files) => files.map((file) => relative(folder, file)).sort())).toEqual([
        ['a.ts', 'b.ts', 'c.ts'],
      ])
    }
    await writeFile(join(folder, 'c.ts'), 'export const c = 1')
    expect(findCircles(readImports(folder, ['.']))).toEqual([])
  } finally {
    await rm(folder, { recursive: true })
  }
})
