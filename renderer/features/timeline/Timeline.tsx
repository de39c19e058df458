import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { CSSProperties, ReactNode } from 'react'
import { musicLayout } from '../../../shared/story/musicLayout.ts'
import type { Story } from '../../../shared/story/story.ts'
import { blockNumber, sectionsOf } from '../../../shared/story/selectors.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useAudioState, useBlockStates, useDeferredStory, useEditor } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { layoutOf } from '../../stores/timing.ts'
import { ChapterRow } from './ChapterRow.tsx'
import { previewLayout } from './edges.ts'
import type { EdgeValue } from './edges.ts'
import { LaneHeads } from './LaneHeads.tsx'
import { Lanes } from './Lanes.tsx'
import { LEAST_WAVE_PX, lanesOf } from './lanes.ts'
import { MusicLane } from './MusicLane.tsx'
import { musicRows } from './musicRows.ts'
import { Overview } from './Overview.tsx'
import { Playhead } from './Playhead.tsx'
import { Ruler } from './Ruler.tsx'
import { clampZoom, DEFAULT_PX_PER_SECOND, leastPxPerSecond, toPx } from './scale.ts'
import styles from './Timeline.module.css'
import { ToMake } from './ToMake.tsx'
import { Transport } from './Transport.tsx'
import { useMusicDrop } from './useMusicDrop.ts'
import { useScrollWindow } from './useScrollWindow.ts'
import { useKeptZoom, useZoom } from './useZoom.ts'
import type { View } from './view.ts'

/** Kept free between a clip that is brought into view and the edge of the view. */
const MARGIN_PX = 40
/** The least height of a lane, and of the only lane, in px. */
const LEAST_LANE_PX = 30
/** Lanes of characters are no higher than this. */
const MOST_LANE_PX = 40

interface TimelineProps {
  /** Controls at the end of the row of buttons, such as the button that folds the timeline. */
  readonly end?: ReactNode
}

/**
 * The story along time: transport, ruler, chapters, clips, and the whole story in one line. It never holds up the typing. Where it
 * is less than 100 px high, it shows the transport and the whole story only.
 */
export function Timeline({ end }: TimelineProps) {
  return <TimelineOf saved={useDeferredStory()} end={end} />
}

const TimelineOf = memo(function TimelineOf({ saved, end }: TimelineProps & { readonly saved: Story }) {
  const { t } = useTranslation()
  const app = useApp()
  const takes = useAudioState((state) => state.takes)
  const { isSnapOn, isRippleOn, hasLanes } = useAppState((state) => state.settings)
  const [wantedScale, setScale] = useState<number | null>(null)
  const [edge, setEdge] = useState<EdgeValue | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const states = useBlockStates()
  const { fromPx, toPx: untilPx, widthPx, moveTo } = useScrollWindow(scroller)

  const savedLayout = layoutOf(saved, takes)
  // An edge that is being dragged is shown by laying the story out as it would be.
  const layout = useMemo(
    () =>
      edge === null
        ? savedLayout
        : previewLayout(savedLayout, blockNumber(saved, edge.blockId) - 1, edge, isRippleOn),
    [edge, saved, savedLayout, isRippleOn],
  )
  const lanes = useMemo(() => lanesOf(saved, hasLanes), [saved, hasLanes])
  const keptScale = useMemo(() => app.zooms.of(saved.info.id), [app, saved.info.id])
  const pxPerSecond = clampZoom(wantedScale ?? keptScale ?? DEFAULT_PX_PER_SECOND, savedLayout, widthPx)
  useKeptZoom(saved.info.id, wantedScale)
  const view = useMemo(
    (): View => ({
      story: saved,
      layout,
      lanes,
      isByCharacter: hasLanes,
      states,
      pxPerSecond,
      fromPx,
      toPx: untilPx,
    }),
    [saved, layout, lanes, hasLanes, states, pxPerSecond, fromPx, untilPx],
  )
  const zoom = useZoom({ scroller, view, onChange: setScale, moveTo })

  const show = useCallback(
    (startMs: number, endMs: number) => {
      const element = scroller.current
      if (element === null) return
      const [start, until] = [toPx(startMs, pxPerSecond) - MARGIN_PX, toPx(endMs, pxPerSecond) + MARGIN_PX]
      const isWider = until - start > element.clientWidth
      if (start < element.scrollLeft || isWider) element.scrollTo({ left: start })
      else if (until > element.scrollLeft + element.clientWidth)
        element.scrollTo({ left: until - element.clientWidth })
    },
    [pxPerSecond],
  )
  const reveal = useEditor((state) => state.reveal)
  const revealed = useRef(reveal)
  useEffect(() => {
    if (reveal === null || reveal === revealed.current) return
    revealed.current = reveal
    const span = layout.spans[blockNumber(saved, reveal.blockId) - 1]
    if (span !== undefined) show(span.startMs, span.endMs)
  }, [reveal, saved, layout, show])

  const chosenId = useEditor((state) => state.selection.at(-1))
  const chapterNumber = useMemo(
    () => sectionsOf(saved).find(({ blocks }) => blocks.some(({ id }) => id === chosenId))?.number ?? 0,
    [saved, chosenId],
  )
  const hasToMake = (layout.totalMs / 1000 / Math.max(1, layout.spans.length)) * pxPerSecond < LEAST_WAVE_PX
  const hasMusic = saved.music.length > 0
  const laneStyles = {
    '--music-rows': musicRows(musicLayout(saved, layout)).count,
    '--lanes-min': `${lanes.length * LEAST_LANE_PX}px`,
    '--lane-height': hasLanes
      ? `clamp(${LEAST_LANE_PX}px, ${100 / Math.max(1, lanes.length)}%, ${MOST_LANE_PX}px)`
      : '100%',
  }
  return (
    <section
      data-region="timeline"
      tabIndex={-1}
      aria-label={t('timeline.region')}
      className={styles.timeline}
      {...useMusicDrop(content, pxPerSecond)}
    >
      <div className={styles.inner}>
        <Transport
          totalMs={layout.totalMs}
          pxPerSecond={pxPerSecond}
          leastPxPerSecond={leastPxPerSecond(savedLayout, widthPx)}
          onZoom={zoom.to}
          end={end}
        />
        <div
          className={`${styles.body} ${hasToMake ? styles.hasToMake : ''} ${hasLanes ? styles.hasLanes : ''} ${hasMusic ? styles.hasMusic : ''}`}
          style={laneStyles as CSSProperties} // which does not know custom properties
        >
          <LaneHeads
            lanes={lanes}
            isByCharacter={hasLanes}
            hasMusic={hasMusic}
            hasToMake={hasToMake}
            scroller={scroller}
          />
          <div ref={scroller} className={styles.scroller}>
            <div
              ref={content}
              className={styles.content}
              style={{ width: toPx(layout.totalMs, pxPerSecond) + widthPx / 3 }}
            >
              <Ruler view={view} isSnapOn={isSnapOn} scroller={scroller} />
              <div className={styles.chapters}>
                <ChapterRow view={view} currentNumber={chapterNumber} />
              </div>
              <div className={styles.lanes}>
                {layout.totalMs === 0 ? <p className={styles.empty}>{t('timeline.empty')}</p> : null}
                <Lanes
                  view={view}
                  isSnapOn={isSnapOn}
                  isRippleOn={isRippleOn}
                  previewedId={edge?.blockId ?? null}
                  scroller={scroller}
                  content={content}
                  onPreview={setEdge}
                  onShow={show}
                  onZoomTo={zoom.fit}
                />
              </div>
              {hasMusic && (
                <div className={styles.music}>
                  <MusicLane view={view} isSnapOn={isSnapOn} scroller={scroller} />
                </div>
              )}
              {hasToMake && (
                <div className={styles.toMake}>
                  <ToMake view={view} />
                </div>
              )}
              <Playhead scroller={scroller} pxPerSecond={pxPerSecond} />
            </div>
          </div>
        </div>
        <Overview view={view} widthPx={widthPx} scroller={scroller} zoom={zoom} />
      </div>
    </section>
  )
})
