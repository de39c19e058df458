import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { whyWrongImport } from '../../build/lint/directions.ts'
import { importsOf } from '../../build/lint/imports.ts'
import { root } from '../../build/root.mjs'

/** The reasons why the imports of some code are wrong in the given file. */
function wrongImports(path: string, code: string): string[] {
  const file = join(root, path)
  return importsOf(file, code).flatMap((imported) => whyWrongImport(file, imported) ?? [])
}

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
  test.each(wrong)('refuse: %s', (_what, path, code) => {
    expect(wrongImports(path, code)).toHaveLength(1)
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
  test.each(right)('allow: %s', (_what, path, code) => {
    expect(wrongImports(path, code)).toEqual([])
  })
})
