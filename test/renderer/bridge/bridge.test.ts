import { afterEach, expect, it, vi } from 'vitest'
import { LONGEST_READ_MS, readMediaStart } from '../../../renderer/bridge/bridge.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

it('the host decodes audio, and no more of it than fits into memory, because a stored file may contain anything', async () => {
  const asked: URL[] = []
  vi.stubGlobal('fetch', (url: URL) => {
    asked.push(url)
    return Promise.resolve(new Response('sound'))
  })
  expect((await readMediaStart('http://127.0.0.1/media/p/a?pass=m', 44_100)).byteLength).toBe(5)
  expect(asked.map(({ search }) => search)).toEqual([
    `?pass=m&from=0&rate=1&sampleRate=44100&most=${LONGEST_READ_MS}`,
  ])
})
