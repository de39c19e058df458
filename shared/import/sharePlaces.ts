import type { TextRange } from '../story/sentences.ts'

/**
 * The places of a text by the pieces that it is divided into, counted within these; what stands between two pieces belongs to the
 * first of them. Both lists are in the order of the text.
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
