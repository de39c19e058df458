import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { limitConnections } from '../../../../electron/lib/http/serverConnections.ts'

/** A server that answers `/slow` only when the test lets it. */
async function startServer(ends: 'oldest idle' | 'oldest', max = 3) {
  const waiting: ServerResponse[] = []
  const server = createServer((request, response) => {
    if (request.url === '/slow') waiting.push(response)
    else response.end('now')
  })
  limitConnections(server, max, ends)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // the type for a listening TCP server

  /** A connection that sends only this text once the server has accepted it. */
  async function open(text: string): Promise<Socket> {
    const taken = once(server, 'connection')
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    await Promise.all([taken, once(socket, 'connect')])
    socket.write(text)
    return socket
  }
  const answered = async () => (await fetch(`http://127.0.0.1:${port}/`)).text()
  return { server, waiting, open, answered }
}

const HALF = 'GET / HTTP/1.1\r\nHost: x'
const SLOW = 'GET /slow HTTP/1.1\r\nHost: x\r\n\r\n'

describe('a server with a connection limit', () => {
  test('answers even if slow clients exceed the limit, and ends the oldest idle connection', async () => {
    const { open, answered } = await startServer('oldest idle')
    const sockets = [await open(HALF), await open(HALF), await open(HALF)]
    const [first] = sockets
    const ended = first === undefined ? undefined : once(first, 'close')
    expect(await answered()).toBe('now')
    await ended
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, false, false])
  })

  test('keeps active connections, and ends a new one if all are active', async () => {
    const { open, waiting } = await startServer('oldest idle')
    const sockets = [await open(SLOW), await open(SLOW), await open(SLOW)]
    await expect.poll(() => waiting.length).toBe(3)
    const late = await open(HALF)
    await once(late, 'close')
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([false, false, false])
    const done = sockets.map((socket) => once(socket, 'data'))
    for (const response of waiting) response.end('at last')
    expect((await Promise.all(done)).join()).toContain('at last')
  })

  test('ends the oldest connection, even if it is active, if requests are expected to be short', async () => {
    const { open, answered, waiting } = await startServer('oldest')
    const sockets = [await open(SLOW), await open(SLOW), await open(SLOW)]
    await expect.poll(() => waiting.length).toBe(3)
    expect(await answered()).toBe('now')
    await expect.poll(() => sockets[0]?.destroyed).toBe(true)
  })
})
