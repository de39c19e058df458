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
