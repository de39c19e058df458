// `npm run e2e`: runs the tests in a real browser, on an up-to-date build. Arguments are passed to vitest.
import { ensureDesktop, ensureRenderer } from './buildAll.ts'
import { endLike, run } from './children.mjs'
import { ensureChromium } from './findChromium.ts'
import { pinnedNode, scriptArgs } from './pinnedNode.mjs'
import { root } from './root.mjs'

await ensureRenderer()
await ensureDesktop()
await ensureChromium()
const vitest = scriptArgs('node_modules/vitest/vitest.mjs', [
  'run',
  '--project=e2e',
  ...process.argv.slice(2),
])
endLike(await run(pinnedNode, vitest, { cwd: root }))
