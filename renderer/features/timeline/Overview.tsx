import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  type RefObject,
  type KeyboardEvent,
  type PointerEvent,
} from 'react'
import type { Layout } from '../../../shared/story/layout.ts'
import { slicePeaks } from '../../../shared/story/peaks.ts'
import { usePeaksOf } from '../../hooks/peaks.ts'
import { useSession } from '../../hooks/session.ts'
import { formatClock } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Later } from '../../ui/Later.tsx'
import { Painted, type Paint } from '../../ui/Painted.tsx'
import { trackDrag } from '../../ui/trackDrag.ts'
import { useSettled } from '../../ui/useSettled.ts'
import { barPath, barsIn } from '../../ui/drawSound.ts'
import styles from './Overview.module.css'
import { lookOf, tokenOf, type View } from './lanes.ts'
import { MAX_PX_PER_SECOND, toPx, LEFT_PAD_PX } from './scale.ts'
import type { Zoom } from './useZoom.ts'

/** Peaks load one audio at a time, so a story with more separate audios than this shows only those already loaded. */
const MOST_AUDIOS = 400

/** Every keystroke shifts everything slightly, so the minimap is redrawn when the writer pauses. */
const REDRAW_AFTER_MS = 250

interface OverviewProps {
  readonly view: View
  readonly widthPx: number
  readonly scroller: RefObject<HTMLElement | null>
  readonly zoom: Zoom
}

/** The whole story in one line: a press moves the playhead, dragging the frame of the visible part scrolls, and its edges zoom. */
export function Overview({ view, widthPx, scroller, zoom }: OverviewProps) {
  const { t } = useTranslation()
  const { player } = useSession()
  const map = useRef<HTMLDivElement>(null)
  const mark = useRef<HTMLDivElement>(null)
  const { totalMs } = view.layout
  const paint = usePaint(view)

  useEffect(() => {
    const show = (positionMs: number) => {
      if (mark.current !== null)
        mark.current.style.left = `${totalMs === 0 ? 0 : (positionMs / totalMs) * 100}%`
    }
    show(player.positionMs())
    return player.onPosition(show)
  }, [player, totalMs])

  const seekTo = (clientX: number) => {
    const { left = 0, width = 1 } = map.current?.getBoundingClientRect() ?? {}
    player.seek(((clientX - left) / Math.max(1, width)) * totalMs)
  }
  return (
    <div
      ref={map}
      className={styles.overview}
      onPointerDown={(event) => {
        if (event.button === 0) seekTo(event.clientX)
      }}
    >
      <div role="img" aria-label={t('timeline.overview')} className={styles.picture}>
        <Later>
          <Painted paint={paint} className={styles.canvas} />
        </Later>
      </div>
      <OverviewFrame
        totalMs={totalMs}
        pxPerSecond={view.pxPerSecond}
        widthPx={widthPx}
        map={map}
        scroller={scroller}
        zoom={zoom}
        onClick={seekTo}
      />
      <div ref={mark} className={styles.mark} />
    </div>
  )
}

/** Paints the story: its waveform, or a strip of colour for each lane, with a line where chapters begin. */
function usePaint(view: View): Paint {
  const settled = useSettled(view.layout, REDRAW_AFTER_MS)
  const { story, lanes, states, isByCharacter } = view
  const heightsOf = useStoryHeights(settled)
  return useCallback(
    (context, { widthPx, heightPx }, color) => {
      const { spans, chapters, totalMs } = settled
      const perMs = widthPx / Math.max(1, totalMs)
      if (isByCharacter) {
        const stripPx = (heightPx - 4) / Math.max(1, lanes.length)
        lanes.forEach(({ indices }, lane) => {
          for (const index of indices) {
            const span = spans[index]
            if (span === undefined) continue
            context.fillStyle = color(tokenOf(lookOf({ story, states }, index)))
            const width = Math.max(0.5, (span.endMs - span.startMs) * perMs)
            context.fillRect(span.startMs * perMs, 2 + lane * stripPx, width, Math.max(1, stripPx - 1))
          }
        })
      } else {
        context.strokeStyle = color('--ink-3')
        context.lineWidth = 1.6
        context.lineCap = 'round'
        context.stroke(new Path2D(barPath(heightsOf(barsIn(widthPx)), widthPx, heightPx)))
      }
      context.fillStyle = color('--line-3')
      for (const { startMs } of chapters.slice(1))
        context.fillRect(Math.round(startMs * perMs), 0, 1, heightPx)
    },
    [settled, story, lanes, states, isByCharacter, heightsOf],
  )
}

/** Returns a function for the story's waveform as far as peaks are loaded; the function changes as they arrive. */
function useStoryHeights(layout: Layout): (bars: number) => readonly number[] {
  const peaksOf = usePeaksOf()
  return useMemo(() => {
    const audioIds = new Set(layout.heard.flatMap(({ take }) => (take === null ? [] : [take.audioId])))
    const isAsked = audioIds.size <= MOST_AUDIOS
    return (bars: number) => storyHeights(layout, isAsked ? peaksOf : () => undefined, bars)
  }, [layout, peaksOf])
}

/** The height of a block without a waveform: a low line. */
const UNKNOWN_HEIGHT = 0.06

/**
 * The waveform of the whole story as bar heights 0 to 1, from the takes whose peaks are loaded; silences are 0, words
 * without peaks a low line.
 */
export function storyHeights(
  layout: Layout,
  peaksOf: (audioId: string) => Int8Array | undefined,
  bars: number,
): readonly number[] {
  const heights = new Array<number>(bars).fill(0)
  const perBarMs = layout.totalMs / Math.max(1, bars)
  if (perBarMs === 0) return heights
  for (const { startMs, endMs, take } of layout.heard) {
    if (endMs <= startMs) continue
    const first = Math.floor(startMs / perBarMs)
    const count = Math.max(1, Math.min(bars, Math.ceil(endMs / perBarMs)) - first)
    const peaks = take === null ? undefined : peaksOf(take.audioId)
    const slice =
      take === null || peaks === undefined ? null : slicePeaks(peaks, take.startMs, take.endMs, count)
    for (let bar = 0; bar < count; bar += 1) {
      heights[first + bar] = Math.max(heights[first + bar] ?? 0, slice?.[bar] ?? UNKNOWN_HEIGHT)
    }
  }
  return heights
}

/** The fraction of the visible part by which an arrow key moves the frame or one of its edges. */
const KEY_STEP = 0.25

const PARTS = ['all', 'start', 'end'] as const
const LABELS = {
  all: 'timeline.frame',
  start: 'timeline.frameStart',
  end: 'timeline.frameEnd',
} as const satisfies Record<FramePart, string>

interface OverviewFrameProps {
  readonly totalMs: number
  readonly pxPerSecond: number
  /** The width of the view, in px. */
  readonly widthPx: number
  readonly map: RefObject<HTMLElement | null>
  readonly scroller: RefObject<HTMLElement | null>
  readonly zoom: Zoom
  /** Called on a click at this place of the window. */
  readonly onClick: (clientX: number) => void
}

/** The frame of the visible part, on the minimap: dragging it or arrow keys scroll, and its edges zoom. */
function OverviewFrame(props: OverviewFrameProps) {
  const { totalMs, pxPerSecond, widthPx, map, scroller, zoom, onClick } = props
  const { t } = useTranslation()
  const parts = useRef<Partial<Record<FramePart, HTMLElement | null>>>({})

  const inView = useCallback((): TimeRange => {
    const { scrollLeft = 0, clientWidth = 0 } = scroller.current ?? {}
    return rangeInView(scrollLeft, clientWidth, pxPerSecond, totalMs)
  }, [scroller, pxPerSecond, totalMs])

  useEffect(() => {
    const element = scroller.current
    if (element === null || totalMs === 0) return undefined
    const place = () => {
      const { fromMs, toMs } = inView()
      map.current?.style.setProperty('--from', `${(fromMs / totalMs) * 100}%`)
      map.current?.style.setProperty('--to', `${(toMs / totalMs) * 100}%`)
      const [from, to] = [formatClock(fromMs), formatClock(toMs)]
      const texts = { all: t('timeline.frameText', { from, to }), start: from, end: to }
      for (const part of PARTS) {
        const seconds = Math.round((part === 'end' ? toMs : fromMs) / 1000)
        parts.current[part]?.setAttribute('aria-valuenow', String(seconds))
        parts.current[part]?.setAttribute('aria-valuetext', texts[part])
      }
    }
    place()
    element.addEventListener('scroll', place, { passive: true })
    return () => element.removeEventListener('scroll', place)
  }, [scroller, map, totalMs, inView, widthPx, t])

  const show = (part: FramePart, { fromMs, toMs }: TimeRange) => {
    if (part !== 'all') zoom.show(fromMs, toMs)
    else scroller.current?.scrollTo({ left: toPx(fromMs, pxPerSecond), behavior: 'instant' })
  }
  const leastMs = () => ((scroller.current?.clientWidth ?? 0) / MAX_PX_PER_SECOND) * 1000
  const startDrag = (event: PointerEvent, part: FramePart) => {
    if (event.button !== 0) return
    event.stopPropagation()
    const [start, mapWidth] = [inView(), Math.max(1, map.current?.clientWidth ?? 1)]
    trackDrag(event, null, {
      onMove({ clientX }) {
        const byMs = ((clientX - event.clientX) / mapWidth) * totalMs
        show(part, draggedStretch(start, part, byMs, totalMs, leastMs()))
      },
      onDrop(hasMoved) {
        if (!hasMoved) onClick(event.clientX)
      },
      onCancel: () => show(part, start),
    })
  }
  const onKeyDown = (event: KeyboardEvent, part: FramePart) => {
    const now = inView()
    const stepMs = (now.toMs - now.fromMs) * (event.shiftKey ? 1 : KEY_STEP)
    const byMs = { ArrowLeft: -stepMs, ArrowRight: stepMs, Home: -totalMs, End: totalMs }[event.key]
    if (byMs === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    show(part, draggedStretch(now, part, byMs, totalMs, leastMs()))
  }
  return PARTS.map((part) => (
    <div
      key={part}
      ref={(element) => {
        parts.current[part] = element
      }}
      role="slider"
      tabIndex={0}
      aria-label={t(LABELS[part])}
      aria-valuemin={0}
      aria-valuemax={Math.ceil(totalMs / 1000)}
      aria-valuenow={0}
      className={part === 'all' ? styles.frame : `${styles.edge} ${styles[part]}`}
      onKeyDown={(event) => onKeyDown(event, part)}
      onPointerDown={(event) => startDrag(event, part)}
    />
  ))
}

// The frame of the minimap: the visible part of the story, and how dragging changes it.

interface TimeRange {
  readonly fromMs: number
  readonly toMs: number
}

/** The dragged part of the frame: all of it scrolls, an edge zooms. */
type FramePart = 'start' | 'all' | 'end'

/** The part of the story that is in view. */
export function rangeInView(
  scrollLeft: number,
  widthPx: number,
  pxPerSecond: number,
  totalMs: number,
): TimeRange {
  const timeAt = (px: number) => Math.max(0, Math.min(totalMs, ((px - LEFT_PAD_PX) / pxPerSecond) * 1000))
  return { fromMs: timeAt(scrollLeft), toMs: timeAt(scrollLeft + widthPx) }
}

/** The stretch after a drag: moved within the story, or with one edge elsewhere, at least `leastMs` from the other. */
export function draggedStretch(
  { fromMs, toMs }: TimeRange,
  part: FramePart,
  byMs: number,
  totalMs: number,
  leastMs: number,
): TimeRange {
  if (part === 'start') return { fromMs: Math.max(0, Math.min(toMs - leastMs, fromMs + byMs)), toMs }
  if (part === 'end') return { fromMs, toMs: Math.min(totalMs, Math.max(fromMs + leastMs, toMs + byMs)) }
  const movedMs = Math.max(-fromMs, Math.min(totalMs - toMs, byMs))
  return { fromMs: fromMs + movedMs, toMs: toMs + movedMs }
}
