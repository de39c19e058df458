import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { exchange } from '../../../../electron/lib/http/httpExchange.ts'
import { isPublicAddress } from '../../../../electron/lib/http/baseUrl.ts'

test.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '64:ff9b::101:101'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each([
  ...['127.0.0.1', '127.9.9.9', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  ...['169.254.169.254', '100.64.0.1', '224.0.0.1', '255.255.255.255'],
  ...[
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::7f00:1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
  ],
  ...['64:ff9b::7f00:1', '64:ff9b::10.0.0.1', 'localhost', ''],
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

test('a name is judged by the address that it connects to', async () => {
  let asked = 0
  const server = createServer((_request, response) => {
    asked += 1
    response.end()
  })
  await once(server.listen(0), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo // the type for a listening TCP server
  const timeouts = { connectMs: 10_000, firstByteMs: 10_000, idleMs: 10_000, textMs: 10_000 }
  const judged: string[] = []
  const ask = (isGood: boolean) =>
    exchange({
      url: new URL(`http://localhost:${port}/`),
      method: 'GET',
      headers: {},
      timeouts,
      mayConnectTo(address) {
        judged.push(address)
        return isGood
      },
    })
  await expect(ask(false)).rejects.toMatchObject({ kind: 'refused-address', wasSent: false })
  expect(asked).toBe(0)
  expect(judged.every((address) => address === '127.0.0.1' || address === '::1')).toBe(true)
  expect((await ask(true)).status).toBe(200)
  expect(asked).toBe(1)
})
