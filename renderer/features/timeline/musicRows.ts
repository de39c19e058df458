/** Rows of the music lane: overlapping music is in separate rows. */
import type { PlacedMusic } from '../../../shared/story/musicLayout.ts'

/** Beyond this, music shares the last row. */
const MOST_ROWS = 3

/** The row of each piece of music, in the order of `placed`, and how many rows there are: at least one. */
export function musicRows(placed: readonly PlacedMusic[]): {
  readonly rows: readonly number[]
  readonly count: number
} {
  const ends: number[] = []
  const rows = placed.map(({ startMs, endMs }) => {
    const free = ends.findIndex((end) => end <= startMs)
    const row = free >= 0 ? free : Math.min(ends.length, MOST_ROWS - 1)
    ends[row] = Math.max(ends[row] ?? 0, endMs)
    return row
  })
  return { rows, count: Math.max(1, ends.length) }
}
