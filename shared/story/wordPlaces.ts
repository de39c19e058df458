/** Words in a text, as highlighted while they are heard: without the punctuation around them. */
import type { TextPlace } from '../lib/replacedText.ts'
import { isUnspaced } from './words.ts'

/** The characters between two words. Hyphens and apostrophes are part of a word. */
const GAP = /[\s–—―…]/u
const EDGE = /[\p{P}\p{Z}\p{Cc}\p{Cf}]/u

/**
 * The word that a place in a text begins in; in a script without spaces, the place itself. Null if the place begins in a gap
 * between words.
 */
export function wordAt(text: string, { from, to }: TextPlace): TextPlace | null {
  const isInWord = (at: number) => {
    const unit = text[at]
    return unit !== undefined && !GAP.test(unit) && !isUnspaced(unit)
  }
  if (isInWord(from)) {
    let [start, end] = [from, from + 1]
    while (isInWord(start - 1)) start -= 1
    while (isInWord(end)) end += 1
    return withoutEdges(text, { from: start, to: end })
  }
  if (from >= text.length || GAP.test(text[from] ?? '')) return null
  return withoutEdges(text, { from, to: Math.min(text.length, Math.max(to, from + 1)) })
}

/** A place without punctuation at its ends; punctuation alone, such as a sign that is read out, stays. */
function withoutEdges(text: string, { from, to }: TextPlace): TextPlace {
  let [start, end] = [from, to]
  while (start < end && EDGE.test(text[start] ?? '')) start += 1
  while (end > start && EDGE.test(text[end - 1] ?? '')) end -= 1
  return start < end ? { from: start, to: end } : { from, to }
}
