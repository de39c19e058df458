/** The files that CONTRIBUTING and the architecture name exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../build/root.mjs'

/** `a/{b,c}.ts` as `a/b.ts` and `a/c.ts`. */
function expanded(path: string): string[] {
  const [, before = '', names, after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? []
  return names === undefined
    ? [path]
    : names.split(',').flatMap((name) => expanded(`${before}${name}${after}`))
}

const names = new Set(
  ['build', 'electron', 'renderer', 'shared', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => basename(path)),
  ),
)
const isThere = (path: string) => (path.includes('/') ? existsSync(join(root, path)) : names.has(path))

test.each([
  ['CONTRIBUTING.md', '## Recipes', 30],
  ['docs/architecture.md', '# Architecture', 40],
])('each file and folder named in %s exists', (file, from, least) => {
  const text = readFileSync(join(root, file), 'utf8')
  const paths = [...text.slice(text.indexOf(from)).matchAll(/`([\w./{},-]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => path.includes('/') || /\.(?:tsx?|yml|md)$/.test(path))
    .flatMap(expanded)
  expect(paths.length).toBeGreaterThan(least)
  expect(paths.filter((path) => !isThere(path))).toEqual([])
})
