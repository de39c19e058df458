import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { root } from '../../build/root.mjs'

const reportSchema = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) })

/** The files to lint, by their paths in the project. */
const files = new Map<string, string>()

/** Adds a file. A file named `a` gets a unique name, because all files are linted at once. */
function add(path: string, code: string): string {
  const own = path.replace(/\/(a|A)(\.tsx?)$/, `/$1${files.size}$2`)
  if (files.has(own)) throw new Error(`${own} is there already`)
  files.set(own, code)
  return own
}

let brokenRules: (path: string) => readonly string[] = () => []

let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-lint-'))
  await cp(join(root, 'oxlint.config.ts'), join(folder, 'project.config.ts'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  // The project's own configuration, except for the rules that need types: what these files import is not there.
  const config = `import config from './project.config.ts'; export default { ...config, options: {} }`
  for (const [path, code] of [...files, ['oxlint.config.ts', config] as const]) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), code)
  }
  const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint')
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const sides = ['shared', 'electron', 'renderer']
  execFile(process.execPath, [oxlint, '--format=json', ...sides], { cwd: folder }, (error, output) => {
    // A broken rule also fails the process, and is in its output.
    if (output === '' && error !== null) reject(error)
    else resolve(output)
  })
  const { diagnostics } = reportSchema.parse(JSON.parse(await promise))
  brokenRules = (path) =>
    diagnostics
      .filter(({ filename, code }) => filename === path && code !== 'eslint(no-unused-vars)')
      .map(({ code }) => code)
})

afterAll(() => rm(folder, { recursive: true }))

describe('global APIs in the renderer', () => {
  test.each(
    (
      [
        ['fetch', `void fetch('/x')`, 'no-restricted-globals'],
        ['fetch of the window', `void window.fetch('/x')`, 'no-restricted-properties'],
        ['a beacon', `navigator.sendBeacon('/x')`, 'no-restricted-properties'],
        ['an event source', `new EventSource('/x').close()`, 'no-restricted-globals'],
        ['the exposed API', `void window.fabula`, 'no-restricted-properties'],
        ['the console', `console.log(1)`, 'no-console'],
      ] as const
    ).map(([what, code, rule]) => [what, add('renderer/features/script/a.ts', code), rule]),
  )('are forbidden outside the bridge: %s', (_what, file, rule) => {
    expect(brokenRules(file)).toEqual([`eslint(${rule})`])
  })

  const bridge = add('renderer/bridge/a.ts', `void fetch('/x'); void window.fabula`)
  test('are allowed in the bridge', () => {
    expect(brokenRules(bridge)).toEqual([])
  })
})

describe('code', () => {
  test.each(
    (
      [
        [
          'Electron’s own network stack, which may send twice',
          'electron/hosts/desktop/a.ts',
          `import { net } from 'electron'; void net.fetch('x')`,
          'eslint(no-restricted-imports)',
        ],
        ['default exports', 'shared/a.ts', 'export default 1', 'import(no-default-export)'],
        ['any', 'shared/a.ts', 'export const a: any = 1', 'typescript(no-explicit-any)'],
        [
          'non-null assertions',
          'shared/a.ts',
          'export const f = (a: string | null) => a!',
          'typescript(no-non-null-assertion)',
        ],
        [
          'types in passing, which the import circles do not see',
          'shared/a.ts',
          `export type B = import('./b.ts').A`,
          'typescript(consistent-type-imports)',
        ],
        [
          'a composition root of more than 150 lines',
          'renderer/app/App.tsx',
          linesOf(151),
          'eslint(max-lines)',
        ],
        [
          'two imports of one module',
          'shared/a.ts',
          `import { a } from './b.ts'\nimport type { B } from './b.ts'\nexport const c: B = a`,
          'import(no-duplicates)',
        ],
        ['another file of more than 400', 'electron/project/a.ts', linesOf(401), 'eslint(max-lines)'],
      ] as const
    ).map(([what, path, code, rule]) => [what, add(path, code), rule]),
  )('must not have %s', (_what, file, rule) => {
    expect(brokenRules(file)).toEqual([rule])
  })

  const long = add('electron/project/a.ts', linesOf(400))
  test('may have 400 lines in a file', () => {
    expect(brokenRules(long)).toEqual([])
  })
})

function linesOf(count: number): string {
  return Array.from({ length: count }, (_, n) => `export const a${n} = ${n}`).join('\n')
}
