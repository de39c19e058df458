/** Sentences in a text. */

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** Where each sentence of a text begins; the first begins at 0. */
export function sentenceStarts(text: string): readonly number[] {
  return Array.from(sentences.segment(text), ({ index }) => index)
}

/** Where to split a text in two: after the sentence whose end is nearest to the middle, else after the word. */
export function middleOfText(text: string): number {
  const middle = text.length / 2
  const nearest = (places: readonly number[]) =>
    places.toSorted((a, b) => Math.abs(a - middle) - Math.abs(b - middle))[0]
  const words = Array.from(text.matchAll(/\s+/g), ({ index }) => index)
  return nearest(sentenceStarts(text).slice(1)) ?? nearest(words.filter((index) => index > 0)) ?? text.length
}
