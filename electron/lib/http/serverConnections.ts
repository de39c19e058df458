import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** What Node says when the other side of a connection is gone, before an answer or in the middle of one. */
const BROKEN = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  // The connection was closed before the first byte of the answer.
  'ERR_STREAM_UNABLE_TO_PIPE',
  'ECONNRESET',
  'EPIPE',
])

/** Whether an answer failed only because nobody waits for it any more. */
export function isBrokenConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && BROKEN.has(String(error.code))
}

// A server on this machine that slow or idle callers cannot occupy.

/**
 * Keeps at most `max` connections open: a new one ends the oldest that has no request under way. If each request is a matter
 * of moments, `ends: 'oldest'` ends the oldest whatever it does. Without one to end, the new one is ended.
 */
export function limitConnections(server: Server, max: number, ends: 'oldest idle' | 'oldest'): void {
  /** With the number of requests under way, oldest first. */
  const open = new Map<Socket, number>()
  const count = (socket: Socket, change: number) => {
    const before = open.get(socket)
    if (before !== undefined) open.set(socket, before + change)
  }
  server.on('connection', (socket) => {
    open.set(socket, 0)
    socket.once('close', () => open.delete(socket))
    if (open.size <= max) return
    const oldest = [...open].find(([, requests]) => ends === 'oldest' || requests === 0)?.[0] ?? socket
    open.delete(oldest)
    oldest.destroy()
  })
  server.on('request', ({ socket }, response) => {
    count(socket, 1)
    response.once('close', () => count(socket, -1))
  })
}
