/** A request's body that is sent piece by piece, for uploads that are too large for memory. */
import { once } from 'node:events'
import type { ClientRequest } from 'node:http'

export interface StreamedBody {
  /** The exact total length of `pieces`, sent as `content-length`. */
  readonly byteLength: number
  /** If it throws, the request ends before it is complete. */
  pieces(): AsyncIterable<Uint8Array>
  /** Called with the number of bytes sent so far. */
  onSent?(bytes: number): void
}

export interface BodyWatcher {
  /** Aborted if the response arrives before the request is complete, which ends the sending. */
  readonly answered: AbortSignal
  readonly onPiece: () => void
  /** Called before the last byte is passed on: from then on the service may have the whole request. */
  readonly onLastPiece: () => void
}

/** Writes a body to a request and ends it, at the speed of the network. Returns without an error if the request is over. */
export async function sendBody(
  request: ClientRequest,
  body: StreamedBody,
  watch: BodyWatcher,
): Promise<void> {
  const isOver = () => watch.answered.aborted || request.destroyed
  let sent = 0
  for await (const piece of body.pieces()) {
    if (isOver()) return
    sent += piece.length
    if (sent > body.byteLength) throw new Error('A body is longer than it was promised to be')
    if (sent === body.byteLength) watch.onLastPiece()
    if (!request.write(piece)) await drained(request, watch.answered)
    if (isOver()) return
    watch.onPiece()
    body.onSent?.(sent)
  }
  if (sent < body.byteLength) throw new Error('A body is shorter than it was promised to be')
  request.end()
}

/** Resolves when the request accepts more data, or is over. */
async function drained(request: ClientRequest, answered: AbortSignal): Promise<void> {
  const closed = new AbortController()
  const close = () => {
    closed.abort()
  }
  request.once('close', close)
  try {
    await once(request, 'drain', { signal: AbortSignal.any([answered, closed.signal]) })
  } catch {
    // The request's own listeners report why it ended.
  } finally {
    request.off('close', close)
  }
}
