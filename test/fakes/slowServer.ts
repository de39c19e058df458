/** A speech service that reads an upload only as far as a test allows, like one behind a slow connection. */
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface SlowServer {
  readonly baseUrl: string
  /** Bytes read so far, of all requests. */
  readonly received: () => number
  /** Requests that arrived complete; they are never answered. */
  readonly submissions: () => number
  /** Reads the rest of the current upload. */
  takeAll(): void
  close(): Promise<void>
}

/** Reads `firstBytes` of each request, and then waits. */
export async function startSlowServer(firstBytes: number): Promise<SlowServer> {
  const sockets = new Set<Socket>()
  let received = 0
  let submissions = 0

  const server = createServer((socket) => {
    sockets.add(socket)
    let head = ''
    let taken = 0
    let whole = Infinity
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      received += bytes.length
      taken += bytes.length
      if (whole === Infinity) {
        head += bytes.toString('latin1')
        const end = head.indexOf('\r\n\r\n')
        const length = /content-length: (\d+)/i.exec(head)?.[1]
        if (end >= 0 && length !== undefined) whole = end + 4 + Number(length)
      }
      if (taken >= whole) submissions += 1
      if (taken >= firstBytes && !isOpen) socket.pause()
    })
  })
  let isOpen = false

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    received: () => received,
    submissions: () => submissions,
    takeAll() {
      isOpen = true
      for (const socket of sockets) socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
