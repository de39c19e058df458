import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { findCircles, readImports } from '../../build/lint/importCircles.ts'
import { root } from '../../build/root.mjs'

test('no files of the app import each other in a circle, types included', () => {
  const graph = readImports(root, ['shared', 'electron', 'renderer'])
  expect(graph.size).toBeGreaterThan(300)
  const circles = findCircles(graph).map((files) => files.map((file) => relative(root, file)).join(' → '))
  expect(circles).toEqual([])
})

test('a circle is found, whether it is closed by a value, a type, an import() type or a re-export', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'circles-'))
  try {
    for (const closing of [
      `import { a } from './a.ts'; a()`,
      `import type { A } from './a.ts'; export type C = A`,
      `export type C = import('./a.ts').A`,
      `export * from './a.ts'`,
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
