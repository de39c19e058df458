import { createPieceQueue, type PieceOwner } from '../speech/pieceQueue.ts'

/** Runs work in turn, so many at a time. Work of an owner that is aborted before its turn never begins. */
export function limitParallel(most: number): <T>(work: () => Promise<T>, owner: PieceOwner) => Promise<T> {
  const waiting = createPieceQueue<{ owner: PieceOwner; begin: () => void }>()
  let running = 0
  return async (work, owner) => {
    if (running === most) await new Promise<void>((begin) => waiting.add({ owner, begin }))
    else running += 1
    try {
      return await work()
    } finally {
      // Work that waits takes over the place.
      const next = waiting.take()
      if (next === undefined) running -= 1
      else next.begin()
    }
  }
}
