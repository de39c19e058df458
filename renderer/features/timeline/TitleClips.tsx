import { Heading } from 'lucide-react'
import { sectionsOf } from '../../../shared/story/selectors.ts'
import { titleBlockOf } from '../../../shared/story/heardBlocks.ts'
import { playBlock } from '../../actions/playing.ts'
import { usePlayback, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { LEAST_WAVE_PX } from './lanes.ts'
import { toPx } from './scale.ts'
import styles from './TitleClips.module.css'
import type { View } from './view.ts'

/** The titles of chapters where they are spoken, in the narrator's lane. They move with their chapters, and a press plays one. */
export function TitleClips({ view }: { readonly view: View }) {
  const { t } = useTranslation()
  const session = useSession()
  const heardId = usePlayback(({ blockId }) => blockId)
  const { story, layout, lanes, pxPerSecond, fromPx, toPx: untilPx } = view
  return sectionsOf(story).map(({ chapter, number }, index) => {
    const span = layout.chapters[index]?.title ?? null
    if (chapter === null || span === null) return null
    const leftPx = toPx(span.startMs, pxPerSecond)
    const widthPx = Math.max(2, toPx(span.endMs, pxPerSecond) - leftPx - 1)
    if (leftPx + widthPx < fromPx || leftPx > untilPx) return null
    const speaker = titleBlockOf(story, chapter)?.characterId ?? null
    const lane = Math.max(
      0,
      lanes.findIndex(({ character }) => (character?.id ?? null) === speaker),
    )
    const place = { '--lane': lane, transform: `translateX(${leftPx}px)`, width: widthPx }
    const name = t('timeline.titleClip', { number, title: chapter.title })
    return (
      <button
        key={chapter.id}
        type="button"
        tabIndex={-1}
        className={styles.title}
        data-unmade={span.take === null || undefined}
        data-heard={span.id === heardId || undefined}
        aria-label={name}
        title={name}
        style={place}
        onClick={() => {
          playBlock(session, span.id).catch(session.report)
        }}
      >
        {widthPx < LEAST_WAVE_PX ? null : (
          <>
            <Heading size={12} aria-hidden="true" />
            <bdi>{chapter.title}</bdi>
          </>
        )}
      </button>
    )
  })
}
