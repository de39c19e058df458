import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/** Node's error codes for a connection that the other side closed, before or during a response. */
const BROKEN = new Set([
  'ERR_STREAM_PREMATURE_CLOSE',
  // The connection was closed before the first byte of the response.
  'ERR_STREAM_UNABLE_TO_PIPE',
  'ECONNRESET',
  'EPIPE',
])

/** Whether a response failed only because the client disconnected. */
export function isBrokenConnection(error: unknown): boolean {
  return error instanceof Error && 'code' in error && BROKEN.has(String(error.code))
}

// Protects a local server from slow or idle clients.

/**
 * Keeps at most `max` connections open: a new one closes the oldest without a request in progress. `ends: 'oldest'`, for requests that take
 * moments only, closes the oldest in any case. If none can be closed, the new one is closed.
 */
export function limitConnections(server: Server, max: number, ends: 'oldest idle' | 'oldest'): void {
  /** The number of requests in progress, oldest connection first. */
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
