/** The row of chapters: which of them are in view, and how much of their names fits. */
import { titleBesideNumber } from '../../../shared/story/chapterTitles.ts'
import type { Layout } from '../../../shared/story/layout.ts'
import type { Chapter } from '../../../shared/story/records.ts'
import { sectionsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { toPx } from './scale.ts'

export interface ChapterFlag {
  readonly chapter: Chapter
  readonly number: number
  readonly lengthMs: number
  readonly leftPx: number
  readonly widthPx: number
  /** What fits: name and length, the name, the number alone, or only the line at the start. */
  readonly shows: 'length' | 'name' | 'number' | 'line'
}

/** Space around a label, with the line at its start. */
const PAD_PX = 16
const LENGTH_PX = 64

/** The chapters between two px. Their flags never overlap: each ends where the next chapter begins. */
export function chaptersBetween(
  story: Story,
  layout: Layout,
  pxPerSecond: number,
  fromPx: number,
  untilPx: number,
): readonly ChapterFlag[] {
  return sectionsOf(story).flatMap(({ chapter, number }, index): ChapterFlag[] => {
    const span = layout.chapters[index]
    if (chapter === null || span === undefined) return []
    const left = toPx(span.startMs, pxPerSecond)
    const widthPx = toPx(span.endMs, pxPerSecond) - left
    if (left + widthPx < fromPx || left > untilPx) return []
    const nameEnd = PAD_PX + roughWidth(`${number} ${titleBesideNumber(chapter.title, number)}`)
    const shows =
      widthPx >= nameEnd + LENGTH_PX
        ? 'length'
        : widthPx >= nameEnd
          ? 'name'
          : widthPx >= PAD_PX + roughWidth(String(number))
            ? 'number'
            : 'line'
    return [{ chapter, number, lengthMs: span.endMs - span.startMs, leftPx: left, widthPx, shows }]
  })
}

/** The estimated maximum width of a text at 12 px, in px, without measuring. */
function roughWidth(text: string): number {
  let width = 0
  for (const character of text) width += character > '\u2e7f' ? 12.5 : /[A-ZMWmw]/.test(character) ? 9 : 6.8
  return width
}
