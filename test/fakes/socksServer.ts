/** A real SOCKS proxy on this machine: version 4 with names (4a) and version 5, with a name and a password or without. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface SocksServer {
  /** Its address without the scheme, which selects the protocol of the client. */
  readonly host: string
  /** The requested targets, with the user name of the request. */
  readonly asked: readonly { readonly version: number; readonly target: string; readonly user: string }[]
  /** Every byte from clients, as the proxy could read it. */
  seen(): string
  close(): Promise<void>
}

interface SocksOptions {
  /** What it does with a request. */
  readonly does?: 'let-through' | 'refuse' | 'hang' | 'break-off' | 'answer'
  /** The name and the password that a client of version 5 has to give. */
  readonly credentials?: readonly [name: string, password: string]
  /** The port on this machine to which it connects, whatever the target. */
  readonly port: number
}

/** Reads bytes in order from what a socket has received, and waits for missing ones. */
function createReader(socket: Socket) {
  let rest = Buffer.alloc(0)
  async function bytes(count: number): Promise<Buffer> {
    while (rest.length < count) {
      const [more] = (await once(socket, 'data')) as [Buffer] // a stream without an encoding
      rest = Buffer.concat([rest, more])
    }
    const taken = rest.subarray(0, count)
    rest = rest.subarray(count)
    return taken
  }
  const byte = async () => (await bytes(1)).readUInt8()
  return {
    bytes,
    byte,
    counted: async () => (await bytes(await byte())).toString(),
    async untilNull() {
      let text = ''
      for (let next = await byte(); next !== 0; next = await byte()) text += String.fromCharCode(next)
      return text
    },
    rest: () => rest,
  }
}

/** Starts a proxy. Version 5: https://www.rfc-editor.org/rfc/rfc1928; version 4a: https://www.openssh.com/txt/socks4a.protocol */
export async function startSocksServer({
  does = 'let-through',
  credentials,
  port,
}: SocksOptions): Promise<SocksServer> {
  const asked: { version: number; target: string; user: string }[] = []
  const sockets = new Set<Socket>()
  const chunks: Buffer[] = []

  async function readRequest(
    client: Socket,
    { bytes, byte, counted, untilNull }: ReturnType<typeof createReader>,
  ) {
    const version = await byte()
    if (version === 4) {
      const [, high = 0, low = 0, ...address] = await bytes(7)
      const user = await untilNull()
      const hasName = address.slice(0, 3).every((part) => part === 0)
      const name = hasName ? await untilNull() : address.join('.')
      return { version, target: `${name}:${high * 256 + low}`, user }
    }
    const offered = await bytes(await byte())
    const method = credentials === undefined ? 0 : 2
    client.write(Buffer.from([5, offered.includes(method) ? method : 0xff]))
    if (!offered.includes(method)) return undefined
    let user = ''
    if (credentials !== undefined) {
      await byte()
      const given = [await counted(), await counted()]
      const isKnown = given.join('\n') === credentials.join('\n')
      client.write(Buffer.from([1, isKnown ? 0 : 1]))
      if (!isKnown) return undefined
      user = given[0] ?? ''
    }
    const [, , , kind] = await bytes(4)
    const name =
      kind === 3
        ? await counted()
        : kind === 1
          ? [...(await bytes(4))].join('.')
          : `[${(await bytes(16)).toString('hex')}]`
    return { version, target: `${name}:${(await bytes(2)).readUInt16BE()}`, user }
  }

  async function serve(client: Socket): Promise<void> {
    if (does === 'answer') {
      client.end('HTTP/1.1 400 Bad Request\r\n\r\n')
      return
    }
    const reader = createReader(client)
    const request = await readRequest(client, reader)
    if (request === undefined) {
      client.end()
      return
    }
    asked.push(request)
    const answer = (isGranted: boolean) =>
      client.write(
        request.version === 4
          ? Buffer.from([0, isGranted ? 0x5a : 0x5b, 0, 0, 0, 0, 0, 0])
          : Buffer.from([5, isGranted ? 0 : 2, 0, 1, 0, 0, 0, 0, 0, 0]),
      )
    if (does === 'hang') return
    if (does === 'break-off') client.destroy()
    else if (does === 'refuse') {
      answer(false)
      client.end()
    } else {
      const target = connect(port, '127.0.0.1', () => {
        answer(true)
        target.write(reader.rest())
        target.pipe(client)
        client.pipe(target)
      })
      sockets.add(target)
      target.on('error', () => client.destroy())
      client.on('error', () => target.destroy())
    }
  }

  const server = createServer((client) => {
    sockets.add(client)
    client.on('data', (chunk) => chunks.push(chunk))
    client.on('error', () => undefined)
    serve(client).catch(() => client.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port: own } = server.address() as AddressInfo // it listens on a port
  return {
    host: `127.0.0.1:${own}`,
    asked,
    seen: () => Buffer.concat(chunks).toString('latin1'),
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
