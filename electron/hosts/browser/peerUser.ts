/** Who is at the other end of a connection from this machine. */
import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

/** 127.0.0.1 as /proc writes it: little-endian, alone or mapped into IPv6. */
const LOOPBACK = /^(?:0{16}FFFF0000)?0100007F$/

/**
 * Whether another user of this machine is known to be at the other end. Linux tells the owner of each local connection;
 * elsewhere, and where it does not tell, the answer is false.
 */
export async function isOtherUser(socket: Socket, userId = process.getuid?.()): Promise<boolean> {
  if (userId === undefined || socket.remotePort === undefined || socket.localPort === undefined) return false
  const tables = await Promise.all(['/proc/net/tcp', '/proc/net/tcp6'].map(readTable))
  const owner = findOwner(tables.join('\n'), socket.remotePort, socket.localPort)
  return owner !== undefined && owner !== userId
}

/** The owner of the connection from `fromPort` to `toPort` in the text of /proc/net/tcp. */
export function findOwner(table: string, fromPort: number, toPort: number): number | undefined {
  for (const line of table.split('\n')) {
    const [, from = '', to = '', , , , , owner] = line.trim().split(/\s+/)
    if (isAt(from, fromPort) && isAt(to, toPort) && owner !== undefined) return Number(owner)
  }
  return undefined
}

function isAt(address: string, port: number): boolean {
  const [host = '', hexPort = ''] = address.split(':')
  return LOOPBACK.test(host) && Number.parseInt(hexPort, 16) === port
}

function readTable(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '')
}
