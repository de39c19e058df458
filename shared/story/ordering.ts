/** Ranks: sortable strings, with room between any two (https://www.figma.com/blog/realtime-editing-of-ordered-sequences/). */
import { generateKeyBetween, generateNKeysBetween } from 'fractional-indexing'
import { compareRank } from './story.ts'

interface Ranked {
  readonly id: string
  readonly rank: string
}

/**
 * `count` new ranks for entries placed right before `beforeId` (`null`: at the end) in `ordered`. Entries in `moving` are ignored, so that
 * moved entries do not block their own place. Two neighbours of equal rank leave no room between them: the new entries are then placed
 * after both.
 */
export function ranksBefore(
  ordered: readonly Ranked[],
  beforeId: string | null,
  count: number,
  moving: ReadonlySet<string> = new Set(),
): string[] {
  if (count === 0) return []
  const others = ordered.filter((entry) => !moving.has(entry.id)).sort(compareRank)
  const found = beforeId === null ? -1 : others.findIndex((entry) => entry.id === beforeId)
  let at = found < 0 ? others.length : found
  while (at > 0 && at < others.length && others[at - 1]?.rank === others[at]?.rank) at += 1
  const lower = others[at - 1]?.rank ?? null
  const upper = others[at]?.rank ?? null
  return generateNKeysBetween(lower, upper, count)
}

/** The rank of an entry at the very end of `ordered`. */
export function rankAtEnd(ordered: readonly Ranked[]): string {
  return generateKeyBetween(ordered.at(-1)?.rank ?? null, null)
}
