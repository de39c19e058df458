import { once } from 'node:events'
import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { send } from '../../../../electron/hosts/browser/http.ts'
import { isBrokenConnection } from '../../../../electron/lib/http/serverConnections.ts'

async function* pieces(fault?: Error): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(100_000)
  if (fault) throw fault
}

/** Sends a body to a page that waits for it, or that has already disconnected. Resolves with the error that `send` threw. */
async function sent(body: AsyncIterable<Uint8Array>, page: 'waits' | 'has gone'): Promise<unknown> {
  const done = Promise.withResolvers<unknown>()
  const server = createServer((_request, response) => {
    const isReady = page === 'waits' ? Promise.resolve() : once(response, 'close')
    if (page === 'has gone') asked.destroy()
    isReady
      .then(() => send(response, { status: 200, headers: {}, body }))
      .then(() => done.resolve(undefined), done.resolve)
  })
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const asked = get({ host: '127.0.0.1', port: (server.address() as AddressInfo).port })
  asked.on('response', (answer) => answer.on('error', () => undefined).resume()).on('error', () => undefined)
  return done.promise
}

test('a page that disconnected before its answer causes no error', async () => {
  expect(await sent(pieces(), 'has gone')).toBeUndefined()
})

test('a body that cannot be read causes an error', async () => {
  const fault = new Error('The audio ends too early')
  expect(await sent(pieces(fault), 'waits')).toBe(fault)
  expect(isBrokenConnection(fault)).toBe(false)
})
