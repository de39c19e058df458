// `npm test`: everything that must hold, stopping at the first stage that fails. Arguments go to vitest.
import { ensureDesktop, ensureRenderer } from './buildAll.ts'
import { endLike, run } from './children.mjs'
import { ensureChromium } from './findChromium.ts'
import { pinnedNode, scriptArgs } from './pinnedNode.mjs'
import { root } from './root.mjs'
import type { ChildProcess } from 'node:child_process'

/** Runs a task of run.mjs, keeping its output for the case that it fails. */
async function check(task: string): Promise<boolean> {
  const startedMs = Date.now()
  let output = ''
  const keep = ({ stdout, stderr }: ChildProcess) => {
    for (const stream of [stdout, stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  const { code } = await run(
    pinnedNode,
    scriptArgs('build/run.mjs', [task]),
    { stdio: ['ignore', 'pipe', 'pipe'], cwd: root },
    keep,
  )
  const seconds = ((Date.now() - startedMs) / 1000).toFixed(1)
  console.log(
    code === 0 ? `${task}: fine (${seconds} s)` : `${task}: failed (${seconds} s)\n${output.trimEnd()}`,
  )
  return code === 0
}

const checks = await Promise.all(['format', 'lint', 'typecheck'].map(check))
if (checks.includes(false)) process.exit(1)

await ensureRenderer()
await ensureDesktop()
console.log('build: fine')
await ensureChromium()

endLike(
  await run(pinnedNode, scriptArgs('node_modules/vitest/vitest.mjs', ['run', ...process.argv.slice(2)]), {
    cwd: root,
  }),
)
