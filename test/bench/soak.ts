/**
 * `npm run soak [-- SECONDS | --kills N | --long-audio]`: two windows type into one story for a minute; or hosts and terminals are killed N
 * times (300 by default) in all phases of their work, each phase with its share; or voice servers answer with an hour of audio. None is
 * part of `npm test`, because they take long.
 */
import { spawnSync } from 'node:child_process'
import { pinnedEnv, pinnedNode } from '../../build/pinnedNode.mjs'
import { root } from '../../build/root.mjs'

/** Runs test files, which do more work if the environment says so, and exits with their status. */
function runTests(files: readonly string[], env: NodeJS.ProcessEnv): never {
  const args = ['run', '--project=unit', '--maxWorkers=1', ...files]
  const { status } = spawnSync(pinnedNode, ['node_modules/vitest/vitest.mjs', ...args], {
    cwd: root,
    env: pinnedEnv({ ...process.env, ...env }),
    stdio: 'inherit',
  })
  process.exit(status ?? 1)
}

const [first, second] = process.argv.slice(2)
if (first === '--kills')
  runTests(['killedHost.test.ts', 'killedRender.test.ts'], { FABULA_SOAK_KILLS: second ?? '300' })
if (first === '--long-audio') runTests(['longAnswers.test.ts'], { FABULA_SOAK_MINUTES: '60' })
await import('./twoPages.ts')
