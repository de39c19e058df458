import type { TextRange } from '../story/sentences.ts'

/**
 * The places in each piece of a divided text, with offsets within the piece. A place between two pieces belongs to the first of them.
 * Both lists must be in text order.
 */
export function sharePlaces<Place extends { readonly at: number }>(
  places: readonly Place[],
  pieces: readonly TextRange[],
): readonly (readonly Place[])[] {
  let next = 0
  return pieces.map(({ start, end }, index) => {
    const until = pieces[index + 1]?.start ?? Infinity
    const first = next
    while ((places[next]?.at ?? Infinity) < until) next++
    return places
      .slice(first, next)
      .map((place) => ({ ...place, at: Math.max(0, Math.min(place.at, end) - start) }))
  })
}
