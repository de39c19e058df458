/** The mark on the word that is being said: painted by the browser over a range of text, so that no element of the page changes. */
import type { TextPlace } from '../../shared/lib/replacedText.ts'

/** As style sheets name it, in `::highlight()`. */
const NAME = 'spoken-word'

/** Marks a place of a text, in UTF-16 units, and nothing else; null marks nothing. A browser that cannot do it marks nothing. */
export function markSpoken(text: Text, place: TextPlace | null): void {
  if (typeof Highlight === 'undefined') return
  if (place === null || place.to > text.length) {
    CSS.highlights.delete(NAME)
    return
  }
  const range = new Range()
  range.setStart(text, place.from)
  range.setEnd(text, place.to)
  CSS.highlights.set(NAME, new Highlight(range))
}
