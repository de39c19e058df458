import { titleBesideNumber } from '../../../shared/story/chapterTitles.ts'
import { formatClock } from '../../i18n/format.ts'
import styles from './ChapterRow.module.css'
import { chaptersBetween } from './chapters.ts'
import type { View } from './view.ts'

interface ChapterRowProps {
  readonly view: View
  /** The chapter of the chosen block, by the place of its section. */
  readonly currentNumber: number
}

/** Where chapters begin, with their names. For the eye; the outline names them to all. */
export function ChapterRow({ view, currentNumber }: ChapterRowProps) {
  const { story, layout, pxPerSecond, fromPx, toPx } = view
  return chaptersBetween(story, layout, pxPerSecond, fromPx, toPx).map((flag) => (
    <div
      key={flag.chapter.id}
      className={`${styles.flag} ${flag.number === currentNumber ? styles.current : ''}`}
      style={{ transform: `translateX(${flag.leftPx}px)`, width: Math.max(2, flag.widthPx - 1) }}
      title={flag.chapter.title}
      aria-hidden
    >
      {flag.shows !== 'line' && (
        <span className={styles.label}>
          <span className={styles.number}>{flag.number}</span>
          {flag.shows !== 'number' && <bdi>{titleBesideNumber(flag.chapter.title, flag.number)}</bdi>}
        </span>
      )}
      {flag.shows === 'length' && <span className={styles.length}>{formatClock(flag.lengthMs)}</span>}
    </div>
  ))
}
