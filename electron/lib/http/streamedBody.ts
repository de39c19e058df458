/** A request's body that is sent piece by piece, for uploads that are larger than memory should hold. */
import { once } from 'node:events'
import type { ClientRequest } from 'node:http'

export interface StreamedBody {
  /** Exactly what `pieces` gives together: it is promised in `content-length`. */
  readonly byteLength: number
  /** May throw, which ends the request before it is whole. */
  pieces(): AsyncIterable<Uint8Array>
  /** Told how many bytes the network has taken so far. */
  onSent?(bytes: number): void
}

export interface BodyWatcher {
  /** Ends the sending if the request was answered before it was whole. */
  readonly answered: AbortSignal
  readonly onPiece: () => void
  /** Called before the last byte is handed over: from here on the service may have the whole request. */
  readonly onLastPiece: () => void
}

/** Writes a body to a request and ends it, at the speed of the network. Gives up quietly if the request is over. */
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

/** Resolves when the request takes more, or is over. */
async function drained(request: ClientRequest, answered: AbortSignal): Promise<void> {
  const closed = new AbortController()
  const close = () => {
    closed.abort()
  }
  request.once('close', close)
  try {
    await once(request, 'drain', { signal: AbortSignal.any([answered, closed.signal]) })
  } catch {
    // What ended the request is told by its own listeners.
  } finally {
    request.off('close', close)
  }
}
