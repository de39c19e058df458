/** What CONTRIBUTING names is there. */
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

test('each file and folder that the recipes name exists', () => {
  const names = new Set(
    ['build', 'electron', 'renderer', 'shared', 'test'].flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) => basename(path)),
    ),
  )
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
  const paths = [...text.slice(text.indexOf('## Recipes')).matchAll(/`([\w./{},-]+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => path.includes('/') || /\.(?:tsx?|yml|md)$/.test(path))
    .flatMap(expanded)
  expect(paths.length).toBeGreaterThan(30)
  const isThere = (path: string) => (path.includes('/') ? existsSync(join(root, path)) : names.has(path))
  expect(paths.filter((path) => !isThere(path))).toEqual([])
})
