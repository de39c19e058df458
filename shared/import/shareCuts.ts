import type { TextRange } from '../story/splitText.ts'
import type { Cut } from './planned.ts'

/**
 * The cuts of a text by the pieces that it is divided into, with their places in these; what stands between two pieces belongs to the
 * first of them. Both lists are in the order of the text.
 */
export function shareCuts(cuts: readonly Cut[], pieces: readonly TextRange[]): readonly (readonly Cut[])[] {
  let next = 0
  return pieces.map(({ start, end }, index) => {
    const until = pieces[index + 1]?.start ?? Infinity
    const first = next
    while ((cuts[next]?.at ?? Infinity) < until) next++
    return cuts
      .slice(first, next)
      .map(({ at, text }) => ({ at: Math.max(0, Math.min(at, end) - start), text }))
  })
}
