// `npm run screenshots [-- FILES]`: pictures of every screen and state, light and dark, large and small, into docs/screens. They are
// taken by the end-to-end tests that check the same screens with axe (test/e2e/support/accessibility.ts).
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureDesktop, ensureRenderer } from './buildAll.ts'
import { endLike, run } from './children.mjs'
import { ensureChromium } from './findChromium.ts'
import { pinnedEnv, pinnedNode, scriptArgs } from './pinnedNode.mjs'
import { root } from './root.mjs'

const target = join(root, 'docs', 'screens')
const specs = join(root, 'test', 'e2e')

async function specsWithScreens(): Promise<string[]> {
  const names = (await readdir(specs)).filter((name) => name.endsWith('.test.ts'))
  const texts = await Promise.all(names.map((name) => readFile(join(specs, name), 'utf8')))
  return names.filter((_, index) => texts[index]?.includes('expectAccessible('))
}

await ensureRenderer()
await ensureDesktop()
await ensureChromium()
await mkdir(target, { recursive: true })
const files = process.argv.length > 2 ? process.argv.slice(2) : await specsWithScreens()
const args = scriptArgs('node_modules/vitest/vitest.mjs', ['run', '--project=e2e', ...files])
endLike(await run(pinnedNode, args, { cwd: root, env: { ...pinnedEnv(), FABULA_SCREENS: target } }))
