import type { Layout } from '../../../shared/story/layout.ts'
import { sectionsOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import styles from './ChapterFlags.module.css'
import { toPx } from './scale.ts'

interface ChapterFlagsProps {
  readonly story: Story
  readonly layout: Layout
  readonly pxPerSecond: number
  readonly fromPx: number
  readonly toPx: number
}

/** Where chapters begin: a line through the lane with the chapter's title. For the eye; the outline names them to all. */
export function ChapterFlags({ story, layout, pxPerSecond, fromPx, toPx: untilPx }: ChapterFlagsProps) {
  return sectionsOf(story).map(({ chapter, number }, index) => {
    const span = layout.chapters[index]
    if (chapter === null || span === undefined) return null
    const [x, endX] = [toPx(span.startMs, pxPerSecond), toPx(span.endMs, pxPerSecond)]
    if (endX < fromPx || x > untilPx) return null
    return (
      <div
        key={chapter.id}
        className={styles.flag}
        style={{ transform: `translateX(${x - 2}px)` }}
        aria-hidden
      >
        <span style={{ maxWidth: Math.max(0, endX - x - 8) }}>
          {number} · {chapter.title}
        </span>
      </div>
    )
  })
}
