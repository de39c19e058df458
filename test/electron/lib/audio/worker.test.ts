import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'

it('works in a worker thread, which can then end', async () => {
  const worker = new Worker(new URL('./audioWorker.ts', import.meta.url))
  const ended = once(worker, 'exit')
  expect(await once(worker, 'message')).toEqual([30_000])
  expect(await ended).toEqual([0])
})
