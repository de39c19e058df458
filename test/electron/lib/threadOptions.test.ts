import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { threadOptions } from '../../../electron/lib/runThread.ts'

afterEach(() => vi.unstubAllEnvs())

/** The environment and the arguments of a thread. */
async function seenByThread(): Promise<unknown> {
  const source = `
    const { parentPort } = require('node:worker_threads')
    parentPort.postMessage({ env: { ...process.env }, args: process.argv.slice(2), flags: process.execArgv })`
  const worker = new Worker(source, { eval: true, ...threadOptions() })
  const [seen] = (await once(worker, 'message')) as unknown[]
  await worker.terminate()
  return seen
}

test('if compiled sources are cached, a thread’s environment contains only the folder of the cache', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fabula-cache-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  vi.stubEnv('FABULA_API_KEY', 'a-key-of-the-test')
  vi.stubEnv('NODE_COMPILE_CACHE', folder)
  expect(await seenByThread()).toEqual({ env: { NODE_COMPILE_CACHE: folder }, args: [], flags: [] })
})

test('a thread has an empty environment if compiled sources are not cached', async () => {
  vi.stubEnv('NODE_COMPILE_CACHE', undefined)
  expect(await seenByThread()).toEqual({ env: {}, args: [], flags: [] })
})
