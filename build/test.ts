// `npm test` and `npm run test:all` (--all): runs the checks, the builds, and if these succeed, the tests. Without --all the long tests are
// left out (test/support/tags.ts), unless arguments select tests. Arguments go to vitest.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { ensureDesktop, ensureRenderer } from './buildAll.ts'
import { endLike, run } from './children.mjs'
import { ensureChromium } from './findChromium.ts'
import { fingerprint, readStamp, writeStamp } from './freshness.ts'
import { pinnedNode, scriptArgs } from './pinnedNode.mjs'
import { root } from './root.mjs'
import type { ChildProcess } from 'node:child_process'

/** Everything that the checks read: the project's files, and, through the lock file, its packages. */
const sources = (await readdir(root)).filter((name) => !['node_modules', 'out', '.git'].includes(name))
const wanted = await fingerprint(root, sources)

/** Runs a task of run.mjs, unless it already succeeded with exactly these files. Returns the text to print. */
async function check(task: string): Promise<{ isFine: boolean; report: string }> {
  const stamp = join(root, 'node_modules', '.cache', 'checks', task)
  if ((await readStamp(stamp)) === wanted) return { isFine: true, report: `${task}: fine (nothing changed)` }
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
  if (code !== 0) return { isFine: false, report: `${task}: failed (${seconds} s)\n${output.trimEnd()}` }
  await writeStamp(stamp, wanted)
  return { isFine: true, report: `${task}: fine (${seconds} s)` }
}

async function build(): Promise<{ isFine: boolean; report: string }> {
  await ensureRenderer()
  await ensureDesktop()
  return { isFine: true, report: 'build: fine' }
}

const stages = [check('lint'), check('typecheck'), check('format'), build()].map(async (stage) => {
  const { isFine, report } = await stage
  console.log(report)
  return isFine
})
const areFine = await Promise.all(stages)
if (areFine.includes(false)) process.exit(1)

await ensureChromium()
const chosen = process.argv.slice(2).filter((argument) => argument !== '--all')
const isAll = process.argv.includes('--all') || chosen.length > 0
const args = scriptArgs('node_modules/vitest/vitest.mjs', [
  'run',
  ...(isAll ? [] : ['--tags-filter=!long']),
  ...chosen,
])
endLike(await run(pinnedNode, args, { cwd: root }))
