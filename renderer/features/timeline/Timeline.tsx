import {
  type CSSProperties,
  type DragEventHandler,
  memo,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { hasExtensionFor } from '../../../shared/files/fileTypes.ts'
import { blockNumber, sectionsOf, titleBesideNumber } from '../../../shared/story/selectors.ts'
import { musicLayout } from '../../../shared/story/musicLayout.ts'
import type { Story } from '../../../shared/story/story.ts'
import { addMusicFile } from '../../actions/music.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import {
  useAudioState,
  useBlockStates,
  useDeferredStory,
  useEditor,
  useSession,
} from '../../hooks/session.ts'
import { formatClock } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { layoutOf } from '../../stores/timing.ts'
import { LaneHeads } from './LaneHeads.tsx'
import { Lanes } from './Lanes.tsx'
import { MusicLane, musicRows } from './MusicLane.tsx'
import { Overview } from './Overview.tsx'
import { chaptersBetween, Ruler, ToMake } from './Ruler.tsx'
import styles from './Timeline.module.css'
import { Transport } from './Transport.tsx'
import { type EdgeValue, previewLayout } from './edges.ts'
import { lanesOf, LEAST_WAVE_PX, type View } from './lanes.ts'
import { clampZoom, DEFAULT_PX_PER_SECOND, leastPxPerSecond, toMs, toPx } from './scale.ts'
import { useKeptZoom, useZoom } from './useZoom.ts'

/** The margin between a revealed clip and the edge of the view. */
const MARGIN_PX = 40
/** The minimum height of a lane, and of the only lane, in px. */
const LEAST_LANE_PX = 30
/** Lanes of characters are no higher than this. */
const MOST_LANE_PX = 40

interface TimelineProps {
  /** Controls at the end of the row of buttons, such as the button that folds the timeline. */
  readonly end?: ReactNode
}

/**
 * The story along time: transport, ruler, chapters, clips, and the whole story in one line. It never delays typing. If it
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
  // While an edge is dragged, the story is laid out with its new value.
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
  const meanPx = (layout.totalMs / 1000 / Math.max(1, layout.spans.length)) * pxPerSecond
  const hasToMake = meanPx > 0 && meanPx < LEAST_WAVE_PX
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
          style={laneStyles as CSSProperties} // CSSProperties does not include custom properties
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

/** Accepts an audio file dropped on the timeline: it becomes a bed of the chapter there, or with Alt an effect at that time. */
export function useMusicDrop(
  content: RefObject<HTMLElement | null>,
  pxPerSecond: number,
): { readonly onDrop: DragEventHandler } {
  const session = useSession()
  return useMemo(
    () => ({
      onDrop(event) {
        const file = [...event.dataTransfer.files].find(({ name }) => hasExtensionFor('music', name))
        const area = content.current?.getBoundingClientRect()
        if (file === undefined || area === undefined) return
        event.preventDefault() // otherwise the window would handle it without its place
        const atMs = Math.max(0, toMs(event.clientX - area.left, pxPerSecond))
        const kind = event.altKey ? 'effect' : 'bed'
        addMusicFile(session, file, { kind, atMs }).catch(session.report)
      },
    }),
    [session, content, pxPerSecond],
  )
}

interface ChapterRowProps {
  readonly view: View
  /** The chapter of the chosen block, by the index of its section. */
  readonly currentNumber: number
}

/** Where chapters begin, with their names. Hidden from screen readers; the outline names them for everyone. */
function ChapterRow({ view, currentNumber }: ChapterRowProps) {
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
          <span>{flag.number}</span>
          {flag.shows !== 'number' && <bdi>{titleBesideNumber(flag.chapter.title, flag.number)}</bdi>}
        </span>
      )}
      {flag.shows === 'length' && <span className={styles.length}>{formatClock(flag.lengthMs)}</span>}
    </div>
  ))
}

/** The window moves in steps, so that scrolling redraws only occasionally. */
const STEP_PX = 256
/** How much is drawn beyond each end of the visible part, so that a step is never too late. */
const BEYOND_PX = 192

interface ScrollWindow {
  readonly fromPx: number
  readonly toPx: number
  /** The width of the visible part. */
  readonly widthPx: number
  /** Draws the part that will be visible once the scroller is at this px, so that scrolling after a change of scale does not redraw. */
  readonly moveTo: (leftPx: number) => void
}

/** The part of a sideways scroller to draw, in px of its content, and its width. */
function useScrollWindow(scroller: RefObject<HTMLElement | null>): ScrollWindow {
  const [view, setView] = useState({ step: 0, widthPx: 0 })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    let widthPx = element.clientWidth
    const show = () => {
      const step = Math.floor(element.scrollLeft / STEP_PX)
      setView((last) => (last.step === step && last.widthPx === widthPx ? last : { step, widthPx }))
    }
    show()
    const resized = new ResizeObserver(() => {
      widthPx = element.clientWidth
      show()
    })
    resized.observe(element)
    element.addEventListener('scroll', show, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', show)
    }
  }, [scroller])
  const moveTo = useCallback((leftPx: number) => {
    const step = Math.max(0, Math.floor(leftPx / STEP_PX))
    setView((last) => (last.step === step ? last : { ...last, step }))
  }, [])
  const fromPx = view.step * STEP_PX - BEYOND_PX
  const untilPx = (view.step + 1) * STEP_PX + view.widthPx + BEYOND_PX
  return { fromPx, toPx: untilPx, widthPx: view.widthPx, moveTo }
}

interface PlayheadProps {
  readonly scroller: RefObject<HTMLElement | null>
  readonly pxPerSecond: number
}

/** The line at the playback position. It moves without redrawing anything else, and is kept in view while it runs. */
function Playhead({ scroller, pxPerSecond }: PlayheadProps) {
  const { player, playback } = useSession()
  const line = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    let lastX = toPx(player.positionMs(), pxPerSecond)
    const place = (x: number) => {
      if (line.current !== null) line.current.style.transform = `translateX(${x}px)`
    }
    place(lastX)
    return player.onPosition((positionMs) => {
      const x = toPx(positionMs, pxPerSecond)
      place(x)
      const element = scroller.current
      if (element !== null && x !== lastX) {
        const isRunning = playback.getState().status !== 'stopped'
        // The view follows the playhead when it leaves the page or is moved; if the writer has scrolled
        // elsewhere during playback, it does not.
        if (!isSeen(element, x) && (!isRunning || isSeen(element, lastX))) show(element, x)
      }
      lastX = x
    })
  }, [player, playback, scroller, pxPerSecond])

  // Starting playback scrolls to the playhead, wherever the writer had scrolled.
  useEffect(
    () =>
      playback.subscribe((now, before) => {
        const element = scroller.current
        if (now.status === 'stopped' || before.status !== 'stopped' || element === null) return
        const x = toPx(player.positionMs(), pxPerSecond)
        if (!isSeen(element, x)) show(element, x)
      }),
    [player, playback, scroller, pxPerSecond],
  )
  return <div ref={line} className={styles.playhead} aria-hidden />
}

function show(element: HTMLElement, x: number): void {
  element.scrollTo({ left: x - element.clientWidth * 0.1 })
}

function isSeen(element: HTMLElement, x: number): boolean {
  return x >= element.scrollLeft && x <= element.scrollLeft + element.clientWidth
}
