/** Who is at the other end of a connection from this machine. */
import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

/** 127.0.0.1 as /proc writes it: little-endian, alone or mapped into IPv6. */
const LOOPBACK = /^(?:0{16}FFFF0000)?0100007F$/

/** The table changes while it is read, so that a row can be missed. */
const READS = 3

/** Whether somebody else than this process's user is at the other end of a connection; asked once for each connection. */
export type IsOtherUser = (socket: Socket) => Promise<boolean>

/**
 * The check for a server that listens at 127.0.0.1 and the port. Linux tells the user of each local connection, and a connection
 * that its table does not have counts as somebody else's. If there is no such table, which shows in the server's own row, the
 * answer is always false: other systems do not tell, and some sandboxes have an empty table.
 */
export async function createUserCheck(
  port: number,
  userId = process.geteuid?.(),
  readTable = readTables,
): Promise<IsOtherUser> {
  const isTold = userId !== undefined && isListening(await readTable(), port)
  const answers = new WeakMap<Socket, Promise<boolean>>()
  const readOwners = sharedReads(async () => ownersOf(await readTable(), port))

  async function ask({ remotePort, localPort }: Socket): Promise<boolean> {
    if (remotePort === undefined || localPort === undefined) return true // it is gone already
    for (let tries = 0; tries < READS; tries++) {
      const owner = (await readOwners()).get(remotePort)
      if (owner !== undefined) return owner !== userId
    }
    return true
  }

  return (socket) => {
    if (!isTold) return Promise.resolve(false)
    const answer = answers.get(socket) ?? ask(socket)
    answers.set(socket, answer)
    return answer
  }
}

/**
 * Lets many who ask at once share a read, of which only one goes on at a time: any user can make hundreds of connections. A read that has
 * begun before somebody asked is not theirs: the port of a connection may have been somebody else's then.
 */
function sharedReads<T>(read: () => Promise<T>): () => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Promise<T> | null = null
  const begin = () => {
    next = null
    return read()
  }
  return () => {
    next ??= last.then(begin, begin)
    last = next
    return next
  }
}

/** The owners of the connections to a port of this machine, by the ports that they come from, in the text of /proc/net/tcp. */
export function ownersOf(table: string, toPort: number): ReadonlyMap<number, number> {
  const owners = new Map<number, number>()
  for (const [, from = '', to = '', , , , , owner] of rowsOf(table, toPort)) {
    const fromPort = portOf(from)
    if (fromPort === undefined || portOf(to) !== toPort || owner === undefined) continue
    if (!owners.has(fromPort)) owners.set(fromPort, Number(owner))
  }
  return owners
}

const LISTEN = '0A'

function isListening(table: string, port: number): boolean {
  return rowsOf(table, port).some(([, local = '', , state]) => portOf(local) === port && state === LISTEN)
}

/** The cells of the rows in which a port stands. */
function rowsOf(table: string, port: number): string[][] {
  const inHex = `:${port.toString(16).toUpperCase().padStart(4, '0')} `
  const rows = table.split('\n').filter((line) => line.includes(inHex))
  return rows.map((line) => line.trim().split(/\s+/))
}

/** The port of an address at 127.0.0.1. */
function portOf(address: string): number | undefined {
  const [host = '', hexPort = ''] = address.split(':')
  return LOOPBACK.test(host) ? Number.parseInt(hexPort, 16) : undefined
}

async function readTables(): Promise<string> {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => ''))
  return (await Promise.all(tables)).join('\n')
}
