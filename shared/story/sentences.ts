/** Sentences in a text. */

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** Where each sentence of a text begins; the first begins at 0. */
export function sentenceStarts(text: string): readonly number[] {
  return Array.from(sentences.segment(text), ({ index }) => index)
}

/** Where to split a text in two: after the sentence whose end is nearest to the middle, else after the word. */
export function middleOfText(text: string): number {
  const words = Array.from(text.matchAll(/\s+/g), ({ index }) => index)
  return (
    nearestToMiddle(text, sentenceStarts(text).slice(1)) ??
    nearestToMiddle(
      text,
      words.filter((index) => index > 0),
    ) ??
    text.length
  )
}

/** The place that is nearest to the middle of a text; undefined where there are no places. */
export function nearestToMiddle(text: string, places: readonly number[]): number | undefined {
  const middle = text.length / 2
  return places.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0]
}
