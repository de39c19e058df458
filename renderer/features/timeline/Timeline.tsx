import { memo, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { MouseEvent, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { apply } from '../../../shared/story/changes.ts'
import { layoutOf } from '../../stores/timing.ts'
import { layout as layOut } from '../../../shared/story/layout.ts'
import type { StoryId } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { useAudioState, useDeferredStory, useViewState, useWorld, useAppState } from '../../hooks/world.ts'
import { edgeChange } from './edges.ts'
import type { EdgeValue } from './edges.ts'
import { Lane } from './Lane.tsx'
import { Overview } from './Overview.tsx'
import { Playhead } from './Playhead.tsx'
import { Ruler } from './Ruler.tsx'
import { clampZoom, DEFAULT_PX_PER_SECOND, leastPxPerSecond, toMs, toPx } from './scale.ts'
import styles from './Timeline.module.css'
import { Transport } from './Transport.tsx'
import { useZoom } from './useZoom.ts'

/** Kept free between a clip that is brought into view and the edge of the view. */
const MARGIN_PX = 40

/** The story along time: transport, ruler, clips, and the whole story in one line. It never holds up the typing. */
export function Timeline() {
  return <TimelineOf saved={useDeferredStory()} />
}

const TimelineOf = memo(function TimelineOf({ saved }: { readonly saved: Story }) {
  const { t } = useTranslation()
  const world = useWorld()
  const takes = useAudioState((state) => state.takes)
  const [isSnapOn, setSnap] = useSnap()
  const [wantedScale, setScale] = useScale(saved.info.id)
  const [edge, setEdge] = useState<EdgeValue | null>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)

  // An edge that is being dragged is shown by laying the story out as it would be.
  const story = useMemo(() => (edge === null ? saved : apply(saved, edgeChange(saved, edge))), [saved, edge])
  const layout = useMemo(
    () => (edge === null ? layoutOf(story, takes) : layOut(story, takes)),
    [edge, story, takes],
  )
  const pxPerSecond = clampZoom(wantedScale, layout)
  const { fromPx, toPx: untilPx, widthPx } = useScrollWindow(scroller)

  const zoomTo = useZoom({
    scroller,
    layout,
    pxPerSecond,
    playheadMs: world.player.positionMs,
    onChange: setScale,
  })

  const show = useCallback(
    (startMs: number, endMs: number) => {
      const element = scroller.current
      if (element === null) return
      const [start, end] = [toPx(startMs, pxPerSecond) - MARGIN_PX, toPx(endMs, pxPerSecond) + MARGIN_PX]
      const isWider = end - start > element.clientWidth
      if (start < element.scrollLeft || isWider) element.scrollTo({ left: start })
      else if (end > element.scrollLeft + element.clientWidth)
        element.scrollTo({ left: end - element.clientWidth })
    },
    [pxPerSecond],
  )

  const reveal = useViewState((state) => state.reveal)
  const revealed = useRef(reveal)
  useEffect(() => {
    if (reveal === null || reveal === revealed.current) return
    revealed.current = reveal
    const span = layout.spans.find(({ id }) => id === reveal.blockId)
    if (span !== undefined) show(span.startMs, span.endMs)
  }, [reveal, layout, show])

  const seekByClick = (event: MouseEvent<HTMLDivElement>) => {
    if (event.target !== event.currentTarget) return // a clip was clicked, which chooses it
    world.player.seek(toMs(event.clientX - event.currentTarget.getBoundingClientRect().left, pxPerSecond))
  }

  return (
    <section
      data-region="timeline"
      tabIndex={-1}
      aria-label={t('timeline.region')}
      className={styles.timeline}
    >
      <Transport
        totalMs={layout.totalMs}
        isSnapOn={isSnapOn}
        pxPerSecond={pxPerSecond}
        leastPxPerSecond={leastPxPerSecond(layout)}
        onSnap={setSnap}
        onZoom={zoomTo}
      />
      <div ref={scroller} className={styles.scroller}>
        <div
          ref={content}
          className={styles.content}
          style={{ width: toPx(layout.totalMs, pxPerSecond) + widthPx / 3 }}
        >
          <Ruler totalMs={layout.totalMs} pxPerSecond={pxPerSecond} fromPx={fromPx} toPx={untilPx} />
          <div className={styles.lane} onClick={seekByClick}>
            <Lane
              story={story}
              layout={layout}
              pxPerSecond={pxPerSecond}
              isSnapOn={isSnapOn}
              fromPx={fromPx}
              toPx={untilPx}
              content={content}
              onPreview={setEdge}
              onShow={show}
            />
          </div>
          <Playhead scroller={scroller} pxPerSecond={pxPerSecond} />
        </div>
      </div>
      <Overview layout={layout} pxPerSecond={pxPerSecond} widthPx={widthPx} scroller={scroller} />
    </section>
  )
})

/** The window moves in steps, so that scrolling draws anew only now and then. */
const STEP_PX = 256
/** Drawn beyond each end of what is seen, so that a step is never too late. */
const BEYOND_PX = 384

interface ScrollWindow {
  readonly fromPx: number
  readonly toPx: number
}

/** The part of a sideways scroller that is to be drawn, in px of its content, and its width. */
function useScrollWindow(
  scroller: RefObject<HTMLElement | null>,
): ScrollWindow & { readonly widthPx: number } {
  const [view, setView] = useState({ step: 0, widthPx: 0 })
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const measure = () => {
      const next = { step: Math.floor(element.scrollLeft / STEP_PX), widthPx: element.clientWidth }
      setView((last) => (last.step === next.step && last.widthPx === next.widthPx ? last : next))
    }
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      resized.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [scroller])
  const fromPx = view.step * STEP_PX - BEYOND_PX
  return { fromPx, toPx: (view.step + 1) * STEP_PX + view.widthPx + BEYOND_PX, widthPx: view.widthPx }
}

/** Whether things snap while they are dragged, in every story. */
function useSnap(): readonly [isSnapOn: boolean, change: (isSnapOn: boolean) => void] {
  const world = useWorld()
  const isSnapOn = useAppState((state) => state.settings.isSnapOn)
  const change = (isSnapOn: boolean) => {
    world.app.setState((state) => ({ settings: { ...state.settings, isSnapOn } }))
    world.bridge.call('settings:update', { isSnapOn }).catch(world.report)
  }
  return [isSnapOn, change]
}

/** The scale of a story in px per second, as it was left. */
function useScale(id: StoryId): readonly [pxPerSecond: number, change: (pxPerSecond: number) => void] {
  const { zooms } = useWorld()
  const [pxPerSecond, setPxPerSecond] = useState(() => zooms.of(id) ?? DEFAULT_PX_PER_SECOND)
  const change = useCallback(
    (next: number) => {
      setPxPerSecond(next)
      zooms.keep(id, next)
    },
    [zooms, id],
  )
  return [pxPerSecond, change]
}
