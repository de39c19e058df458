/**
 * Which conversions are under way at the same time. Each holds a file and its text in memory, so there are few; but a short
 * conversion does not wait for the place of a long one.
 */

/** A conversion that waits to be started. */
export interface WaitingConversion {
  readonly uuid: string
  /** Characters to speak. */
  readonly characters: number
}

/** So many of about the same length, or shorter, are under way at the same time. */
const MOST_AT_ONCE = 4
/** A conversion under way that has more than so many times the characters left does not count. */
const FAR_LONGER = 10
/** After so many others, the conversion that has waited longest is started, whatever its length. */
export const MOST_OVERTAKING = 7

/**
 * The place in the list of what is to be started now, or null if nothing may start. `waiting` is in the order of arrival,
 * `remaining` tells the characters left to each conversion under way, `overtaking` how many were started since the first in
 * the list became the first.
 */
export function chooseNext(
  waiting: readonly WaitingConversion[],
  remaining: readonly number[],
  overtaking: number,
): number | null {
  const hasPlace = (at: number) => {
    const { characters = 0 } = waiting[at] ?? {}
    return remaining.filter((left) => left <= FAR_LONGER * characters).length < MOST_AT_ONCE
  }
  const shortest = indexOfShortest(waiting)
  if (shortest === null) return null
  const candidates = overtaking >= MOST_OVERTAKING ? [0, shortest] : [shortest]
  return candidates.find(hasPlace) ?? null
}

function indexOfShortest(waiting: readonly WaitingConversion[]): number | null {
  let best: number | null = null
  for (const [at, { characters }] of waiting.entries()) {
    if (best === null || characters < (waiting[best]?.characters ?? Infinity)) best = at
  }
  return best
}
