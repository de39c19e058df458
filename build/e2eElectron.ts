// `npm run e2e:electron`: the desktop specs in real Electron, by Playwright. If Electron or a display is missing, reports that and exits
// with 2; the same specs run against a stand-in with `npm run e2e -- electronApp`.
import { join } from 'node:path'
import { ensureDesktop, ensureRenderer } from './buildAll.ts'
import { endLike, run } from './children.mjs'
import { obtainElectron, whyNoWindow } from './findElectron.ts'
import { pinnedEnv, pinnedNode, scriptArgs } from './pinnedNode.mjs'
import { root } from './root.mjs'

function giveUp(reason: string): never {
  console.error(`The specs did not run in Electron, because ${reason}.`)
  process.exit(2)
}

const noWindow = whyNoWindow()
if (noWindow !== undefined) giveUp(noWindow)
const electron = await obtainElectron(join(root, 'node_modules', 'electron'))
if ('missing' in electron) giveUp(electron.missing)
await ensureRenderer()
await ensureDesktop()
const specs = ['run', '--project=e2e', 'test/e2e/electronApp.test.ts', ...process.argv.slice(2)]
const env = { ...pinnedEnv(), FABULA_ELECTRON: electron.path }
endLike(await run(pinnedNode, scriptArgs('node_modules/vitest/vitest.mjs', specs), { cwd: root, env }))
