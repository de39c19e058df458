import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_TIMEOUTS, exchange } from '../../../../electron/lib/http/httpExchange.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

test('an answer read after its connection closed leaves no timer that keeps the program running', async () => {
  const server = createServer((_, response) => response.end(Buffer.alloc(100_000)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo // it listens on a port
    const closed = once(server, 'connection').then(([socket]) => once(socket as NodeJS.EventEmitter, 'close')) // the event's argument
    const answer = await exchange({
      url: new URL(`http://127.0.0.1:${port}`),
      method: 'GET',
      headers: {},
      timeouts: DEFAULT_TIMEOUTS,
    })
    let length = 0
    for await (const piece of answer.body) {
      await closed
      length += piece.length
    }
    expect(length).toBe(100_000)
    expect(vi.getTimerCount()).toBe(0)
  } finally {
    server.close()
  }
})
