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

/** Adds a file. One whose name says nothing gets a name of its own: all files are linted at once. */
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
  await cp(join(root, 'build', 'lint'), join(folder, 'build', 'lint'), { recursive: true })
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  // The project's own configuration, except for the rules that need types: what these files import is not there.
  const config = `import config from './project.config.ts'; export default { ...config, options: {} }`
  for (const [path, code] of [...files, ['oxlint.config.ts', config] as const]) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), code)
  }
  const oxlint = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint')
  const { promise, resolve } = Promise.withResolvers<string>()
  const sides = ['shared', 'electron', 'renderer', 'test']
  execFile(process.execPath, [oxlint, '--format=json', ...sides], { cwd: folder }, (_error, output) => {
    resolve(output)
  })
  const { diagnostics } = reportSchema.parse(JSON.parse(await promise))
  brokenRules = (path) =>
    diagnostics
      .filter(({ filename, code }) => filename === path && code !== 'eslint(no-unused-vars)')
      .map(({ code }) => code)
})

afterAll(() => rm(folder, { recursive: true }))

describe('the layers', () => {
  const wrong: [string, string, string][] = [
    [
      'shared imports from electron',
      'shared/story/a.ts',
      `import { a } from '../../electron/project/a.ts'; a()`,
    ],
    ['shared imports from the renderer', 'shared/a.ts', `export { a } from '../renderer/a.ts'`],
    ['shared uses Node', 'shared/a.ts', `import { join } from 'node:path'; join()`],
    [
      'electron imports from the renderer',
      'electron/project/a.ts',
      `import { a } from '../../renderer/ui/a.ts'; a()`,
    ],
    [
      'the renderer imports from electron',
      'renderer/app/A.tsx',
      `import { a } from '../../electron/a.ts'; a()`,
    ],
    [
      '… a type only',
      'renderer/app/A.tsx',
      `import type { A } from '../../electron/a.ts'; export type B = A`,
    ],
    ['… at run time', 'renderer/app/A.tsx', `export const a = await import('../../electron/a.ts')`],
    ['… all of a file', 'renderer/app/A.tsx', `export * from '../../electron/a.ts'`],
    ['the app imports from a test', 'electron/cli.ts', `import { a } from '../test/fakes/a.ts'; a()`],
    ['ui imports from a feature', 'renderer/ui/A.tsx', `import { a } from '../features/script/a.ts'; a()`],
    [
      'a store imports from a feature',
      'renderer/stores/a.ts',
      `import { a } from '../features/script/a.ts'; a()`,
    ],
    [
      'a store imports an action, even a type of it',
      'renderer/stores/a.ts',
      `import type { A } from '../actions/a.ts'; export type B = A`,
    ],
    ['a store imports from audio', 'renderer/stores/a.ts', `import { a } from '../audio/a.ts'; a()`],
    ['a store imports a hook', 'renderer/stores/a.ts', `import { a } from '../hooks/a.ts'; a()`],
    ['an action imports a hook', 'renderer/actions/a.ts', `import { a } from '../hooks/a.ts'; a()`],
    ['an action imports from audio', 'renderer/actions/a.ts', `import { a } from '../audio/a.ts'; a()`],
    ['the bridge imports a store', 'renderer/bridge/a.ts', `import { a } from '../stores/a.ts'; a()`],
    ['ui imports from i18n', 'renderer/ui/A.tsx', `import { a } from '../i18n/a.ts'; a()`],
    [
      'a feature imports from the app',
      'renderer/features/script/A.tsx',
      `import { a } from '../../app/a.ts'; a()`,
    ],
    [
      'a feature imports from another',
      'renderer/features/script/A.tsx',
      `import { a } from '../cast/a.ts'; a()`,
    ],
    ['lib imports from a project', 'electron/lib/a.ts', `import { a } from '../project/a.ts'; a()`],
    ['speech imports from projects', 'electron/speech/a.ts', `import { a } from '../project/a.ts'; a()`],
    [
      'projects import from jobs',
      'electron/project/a.ts',
      `import type { A } from '../jobs/a.ts'; export type B = A`,
    ],
    ['jobs import from the app', 'electron/jobs/a.ts', `import { a } from '../app/a.ts'; a()`],
    ['the mixdown imports from jobs', 'electron/mixdown/a.ts', `import { a } from '../jobs/a.ts'; a()`],
    ['the app imports from a host', 'electron/app/a.ts', `import { a } from '../hosts/cli/a.ts'; a()`],
    ['a host imports from another', 'electron/hosts/cli/a.ts', `import { a } from '../browser/a.ts'; a()`],
    [
      'jobs import the speech service',
      'electron/jobs/a.ts',
      `import { a } from '../local-service/a.ts'; a()`,
    ],
    [
      'the speech service imports the client',
      'electron/local-service/a.ts',
      `import { a } from '../speech/a.ts'; a()`,
    ],
    ['a service imports electron', 'electron/project/a.ts', `import { app } from 'electron'; app.quit()`],
    [
      'the browser host imports electron',
      'electron/browserHost.ts',
      `import type { App } from 'electron'; export type A = App`,
    ],
    [
      'the renderer imports electron',
      'renderer/bridge/a.ts',
      `import { ipcRenderer } from 'electron'; ipcRenderer.send()`,
    ],
  ]
  test.each(added(wrong))('refuses that %s', (_what, file) => {
    expect(brokenRules(file)).toEqual(['fabula(directions)'])
  })

  const right: [string, string, string][] = [
    [
      'electron imports from shared',
      'electron/project/a.ts',
      `import { a } from '../../shared/ipc/a.ts'; a()`,
    ],
    ['jobs import from projects', 'electron/jobs/a.ts', `import { a } from '../project/a.ts'; a()`],
    [
      'the app starts the speech service',
      'electron/app/a.ts',
      `import { a } from '../local-service/a.ts'; a()`,
    ],
    [
      'a host imports what hosts share',
      'electron/hosts/browser/a.ts',
      `import { a } from '../page/a.ts'; a()`,
    ],
    [
      'the renderer imports from shared',
      'renderer/stores/a.ts',
      `import { a } from '../../shared/story/a.ts'; a()`,
    ],
    [
      'a feature imports from ui and stores',
      'renderer/features/script/A.tsx',
      `import { a } from '../../ui/a.ts'; import { b } from '../../stores/b.ts'; a(b)`,
    ],
    [
      'a hook imports from actions and stores',
      'renderer/hooks/a.ts',
      `import { a } from '../actions/a.ts'; import { b } from '../stores/b.ts'; a(b)`,
    ],
    ['an action imports from stores', 'renderer/actions/a.ts', `import { a } from '../stores/a.ts'; a()`],
    [
      'a feature imports from its own folder',
      'renderer/features/script/A.tsx',
      `import { a } from './cards/a.ts'; a()`,
    ],
    [
      'the app imports from features',
      'renderer/app/A.tsx',
      `import { a } from '../features/script/a.ts'; a()`,
    ],
    [
      'the desktop host imports electron',
      'electron/hosts/desktop/window.ts',
      `import { BrowserWindow } from 'electron'; new BrowserWindow()`,
    ],
    ['the desktop root imports electron', 'electron/main.ts', `import { app } from 'electron'; app.quit()`],
    [
      'a test imports from everywhere',
      'test/fakes/a.ts',
      `import { a } from '../../renderer/ui/a.ts'; import { b } from '../../electron/b.ts'; a(b)`,
    ],
  ]
  test.each(added(right))('lets %s', (_what, file) => {
    expect(brokenRules(file)).toEqual([])
  })
})

describe('the ways out of the renderer', () => {
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
  )('are closed for %s', (_what, file, rule) => {
    expect(brokenRules(file)).toEqual([`eslint(${rule})`])
  })

  const bridge = add('renderer/bridge/a.ts', `void fetch('/x'); void window.fabula`)
  test('are open in the bridge', () => {
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
        ['another file of more than 250', 'electron/project/a.ts', linesOf(251), 'eslint(max-lines)'],
      ] as const
    ).map(([what, path, code, rule]) => [what, add(path, code), rule]),
  )('has no %s', (_what, file, rule) => {
    expect(brokenRules(file)).toEqual([rule])
  })

  const long = add('electron/project/a.ts', linesOf(250))
  test('may have 250 lines in a file', () => {
    expect(brokenRules(long)).toEqual([])
  })
})

function linesOf(count: number): string {
  return Array.from({ length: count }, (_, n) => `export const a${n} = ${n}`).join('\n')
}

function added(cases: readonly [string, string, string][]): [string, string][] {
  return cases.map(([what, path, code]) => [what, add(path, code)])
}
