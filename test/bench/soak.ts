/**
 * `npm run soak [-- SECONDS | --kills N]`: two windows type into one story for a minute; or hosts and terminals are killed N times (300 by
 * default) in all phases of their work, each phase with its share. Neither is part of `npm test`, because they take long.
 */
import { spawnSync } from 'node:child_process'
import { pinnedEnv, pinnedNode } from '../../build/pinnedNode.mjs'
import { root } from '../../build/root.mjs'

const [first, second] = process.argv.slice(2)
if (first === '--kills') {
  const kills = Number(second ?? 300)
  const args = ['run', '--project=unit', '--maxWorkers=1', 'killedHost.test.ts', 'killedRender.test.ts']
  const { status } = spawnSync(pinnedNode, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: root,
    env: pinnedEnv({ ...process.env, FABULA_SOAK_KILLS: String(kills) }),
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}
await import('./twoPages.ts')
