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
 * that its table does not have counts as somebody else's. Where there is no such table, which shows in the server's own row, the
 * answer is always false: other systems do not tell, and some sandboxes have an empty table.
 */
export async function createUserCheck(port: number, userId = process.geteuid?.()): Promise<IsOtherUser> {
  const isTold = userId !== undefined && isListening(await readTables(), port)
  const answers = new WeakMap<Socket, Promise<boolean>>()

  async function ask({ remotePort, localPort }: Socket): Promise<boolean> {
    if (remotePort === undefined || localPort === undefined) return true // it is gone already
    for (let read = 0; read < READS; read++) {
      const owner = findOwner(await readTables(), remotePort, localPort)
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

/** The owner of the connection from `fromPort` to `toPort` in the text of /proc/net/tcp. */
export function findOwner(table: string, fromPort: number, toPort: number): number | undefined {
  for (const [, from = '', to = '', , , , , owner] of rowsOf(table)) {
    if (isAt(from, fromPort) && isAt(to, toPort) && owner !== undefined) return Number(owner)
  }
  return undefined
}

const LISTEN = '0A'

function isListening(table: string, port: number): boolean {
  return rowsOf(table).some(([, local = '', , state]) => isAt(local, port) && state === LISTEN)
}

function rowsOf(table: string): string[][] {
  return table.split('\n').map((line) => line.trim().split(/\s+/))
}

function isAt(address: string, port: number): boolean {
  const [host = '', hexPort = ''] = address.split(':')
  return LOOPBACK.test(host) && Number.parseInt(hexPort, 16) === port
}

async function readTables(): Promise<string> {
  const tables = ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => ''))
  return (await Promise.all(tables)).join('\n')
}
