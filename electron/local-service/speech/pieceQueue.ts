/**
 * The order in which pieces are spoken: those of the conversion that has the least left come first, so that a sentence does
 * not wait for a novel. Every so many pieces, the piece that has waited longest is taken instead, so that short texts
 * without end cannot hold up a long text for ever.
 */

/** The conversion that a piece belongs to. */
export interface PieceOwner {
  /** Characters that it has still to speak at this moment. */
  remainingCharacters(): number
  /** Aborted when the conversion is cancelled or the service closes: its pieces are not spoken any more. */
  readonly signal: AbortSignal
  /** Called with the reason when an engine has to be waited for, and with null when the wait is over. */
  readonly onWait?: (why: string | null) => void
  /** For one piece: called with its samples while it is spoken, once they are final. Not every engine calls it. */
  readonly onSamples?: (samples: Int16Array) => void
  /** For one piece: whether nothing is heard until it is spoken. */
  readonly isAwaited?: boolean
}

export interface PieceQueue<Item> {
  add(item: Item): void
  /** Takes the next item out, or returns undefined if none waits. Items of an aborted owner are dropped. */
  take(): Item | undefined
  /** Whether there is an item to take. */
  isEmpty(): boolean
}

/** One piece in so many is the one that has waited longest. */
export const LONGEST_WAITING_EVERY = 8

/** Makes an empty queue. */
export function createPieceQueue<Item extends { readonly owner: PieceOwner }>(): PieceQueue<Item> {
  let waiting: Item[] = []
  let takenCount = 0

  function dropAborted(): void {
    waiting = waiting.filter(({ owner }) => !owner.signal.aborted)
  }

  return {
    add: (item) => void waiting.push(item),
    take() {
      dropAborted()
      if (waiting.length === 0) return undefined
      takenCount++
      const at = takenCount % LONGEST_WAITING_EVERY === 0 ? 0 : indexOfShortest(waiting)
      return waiting.splice(at, 1)[0]
    },
    isEmpty() {
      dropAborted()
      return waiting.length === 0
    },
  }
}

/** The earliest among equals. */
function indexOfShortest(items: readonly { readonly owner: PieceOwner }[]): number {
  const lengths = items.map(({ owner }) => owner.remainingCharacters())
  return lengths.indexOf(lengths.reduce((least, length) => Math.min(least, length), Infinity))
}
