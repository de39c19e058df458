/** The highlight of the word being spoken: painted by the browser over a range of text, without changing any element. */
import type { TextPlace } from '../../shared/lib/replacedText.ts'

/** The name in style sheets, in `::highlight()`. */
const NAME = 'spoken-word'

/** Marks a place of a text, in UTF-16 units, and nothing else; null marks nothing. Does nothing in a browser without support. */
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
