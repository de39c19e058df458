/**
 * The order in which pieces are spoken: those of a conversion that somebody listens to come first, then those of the conversion with the
 * fewest characters left, so that a sentence does not wait for a novel. At regular intervals, the piece that has waited longest is taken instead, so that an
 * endless series of short texts cannot block a long text.
 */

/** The conversion that a piece belongs to. */
export interface PieceOwner {
  /** The characters that it currently has left to speak. */
  remainingCharacters(): number
  /** Aborted when the conversion is cancelled or the service closes: its pieces are not spoken any more. */
  readonly signal: AbortSignal
  /** Called with the reason when the conversion must wait for an engine, and with null when the wait is over. */
  readonly onWait?: (why: string | null) => void
  /** For one piece: called with its samples while it is spoken, once they are final. Not every engine calls it. */
  readonly onSamples?: (samples: Int16Array) => void
  /** Whether somebody listens to the conversion while it is made. */
  readonly isHeard?: () => boolean
  /** For one piece: resolves when somebody listens who hears nothing until it is spoken. */
  readonly awaited?: Promise<unknown>
}

export interface PieceQueue<Item> {
  add(item: Item): void
  /** Removes and returns the next item; undefined if the queue is empty, or if the next item is not accepted. Items of an aborted owner are dropped. */
  take(isAccepted?: (item: Item) => boolean): Item | undefined
  /** Removes an item; returns false if it was taken before, or dropped. */
  remove(item: Item): boolean
  /** The number of items to take. */
  length(): number
}

/** One piece in this many is the one that has waited longest. */
export const LONGEST_WAITING_EVERY = 8

/** Creates an empty queue. */
export function createPieceQueue<Item extends { readonly owner: PieceOwner }>(): PieceQueue<Item> {
  let waiting: Item[] = []
  let takenCount = 0

  function dropAborted(): void {
    waiting = waiting.filter(({ owner }) => !owner.signal.aborted)
  }

  return {
    add: (item) => void waiting.push(item),
    take(isAccepted = () => true) {
      dropAborted()
      const heard = waiting.findIndex(({ owner }) => owner.isHeard?.() === true)
      const isTurnOfLongest = (takenCount + 1) % LONGEST_WAITING_EVERY === 0
      const at = heard >= 0 ? heard : isTurnOfLongest ? 0 : indexOfShortest(waiting)
      const item = waiting[at]
      if (item === undefined || !isAccepted(item)) return undefined
      takenCount++
      waiting.splice(at, 1)
      return item
    },
    remove(item) {
      dropAborted()
      const before = waiting.length
      waiting = waiting.filter((each) => each !== item)
      return waiting.length < before
    },
    length() {
      dropAborted()
      return waiting.length
    },
  }
}

/** The first one if several are equally short. */
function indexOfShortest(items: readonly { readonly owner: PieceOwner }[]): number {
  const lengths = items.map(({ owner }) => owner.remainingCharacters())
  return lengths.indexOf(lengths.reduce((least, length) => Math.min(least, length), Infinity))
}
