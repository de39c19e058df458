/** Replaces ranges of a text, and maps positions in the new text back to the old one. */

/** A range of a text, in UTF-16 units, and its replacement. */
export interface Replacement {
  readonly start: number
  readonly end: number
  readonly spoken: string
}

/** From `from` to before `to`, in UTF-16 units. */
export interface TextPlace {
  readonly from: number
  readonly to: number
}

/** The new text. Replacements are in order and do not overlap. */
export function withReplacements(text: string, replacements: readonly Replacement[]): string {
  if (replacements.length === 0) return text
  let said = ''
  let from = 0
  for (const { start, end, spoken } of replacements) {
    said += text.slice(from, start) + spoken
    from = end
  }
  return said + text.slice(from)
}

/**
 * Returns a function that maps a non-empty place in the new text to the old text. A place that covers part of a replacement maps to the
 * whole replaced range.
 */
export function createPlaceBefore(replacements: readonly Replacement[]): (place: TextPlace) => TextPlace {
  let longer = 0
  const stretches = replacements.map(({ start, end, spoken }) => {
    const newStart = start - longer
    longer += end - start - spoken.length
    return { start, end, newStart, newEnd: newStart + spoken.length, longer }
  })

  /** The range that contains a unit of the new text, or the last one before it. */
  function stretchAt(unit: number): (typeof stretches)[number] | undefined {
    let [low, high] = [0, stretches.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((stretches[middle]?.newStart ?? Infinity) <= unit) low = middle + 1
      else high = middle
    }
    return stretches[low - 1]
  }

  return ({ from, to }) => {
    const [first, last] = [stretchAt(from), stretchAt(to - 1)]
    return {
      from: first !== undefined && from < first.newEnd ? first.start : from + (first?.longer ?? 0),
      to: last !== undefined && to - 1 < last.newEnd ? last.end : to + (last?.longer ?? 0),
    }
  }
}
