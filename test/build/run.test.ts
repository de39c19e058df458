import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { pinnedNode } from '../../build/pinnedNode.mjs'
import { root } from '../../build/root.mjs'

const runScript = join(root, 'build', 'run.mjs')
const children = join(root, 'build', 'children.mjs')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fabula-run-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('run.mjs', () => {
  test('lists the tasks if it does not know the given one', async () => {
    const asked = promisify(execFile)(pinnedNode, [runScript, 'sing'])
    await expect(asked).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('start, test, fabula') as string,
    })
  })

  test('adds nothing to the output of a task, and passes its arguments on', async () => {
    const { stdout, stderr } = await promisify(execFile)(pinnedNode, [runScript, 'lint', '--version'])
    expect(stdout).toMatch(/^Version: \d+\.\d+\.\d+\s+$/)
    expect(stderr).toBe('')
  })
})

/** A program that runs the given source through children.mjs and then ends like it. */
async function wrapper(source: string): Promise<string> {
  await writeFile(join(folder, 'inner.mjs'), source)
  const outer = join(folder, 'outer.mjs')
  await writeFile(
    outer,
    `import { endLike, run } from ${JSON.stringify(children)}
     endLike(await run(process.execPath, [${JSON.stringify(join(folder, 'inner.mjs'))}]))`,
  )
  return outer
}

describe('a program that runs another in its place', () => {
  test('ends with its exit code', async () => {
    const outer = await wrapper('process.exit(7)')
    await expect(promisify(execFile)(pinnedNode, [outer])).rejects.toMatchObject({ code: 7 })
  })

  test('passes a signal on and ends with it', async () => {
    const child = spawn(pinnedNode, [await wrapper(`console.log('ready'); setInterval(() => {}, 1000)`)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout.once('data', () => child.kill('SIGTERM'))
    const ending = await new Promise((resolve) =>
      child.on('close', (code, signal) => resolve({ code, signal })),
    )
    expect(ending).toEqual({ code: null, signal: 'SIGTERM' })
  })

  test('lets the other program finish by itself if it handles the signal', async () => {
    const source = `process.on('SIGTERM', () => process.exit(3)); console.log('ready'); setInterval(() => {}, 1000)`
    const child = spawn(pinnedNode, [await wrapper(source)], { stdio: ['ignore', 'pipe', 'inherit'] })
    child.stdout.once('data', () => child.kill('SIGTERM'))
    const ending = await new Promise((resolve) =>
      child.on('close', (code, signal) => resolve({ code, signal })),
    )
    expect(ending).toEqual({ code: 3, signal: null })
  })
})
