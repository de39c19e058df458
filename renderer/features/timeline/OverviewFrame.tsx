import { useCallback, useEffect, useRef } from 'react'
import type { KeyboardEvent, PointerEvent, RefObject } from 'react'
import { formatClock } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { draggedStretch, rangeInView } from './frame.ts'
import type { FramePart, TimeRange } from './frame.ts'
import styles from './Overview.module.css'
import { MAX_PX_PER_SECOND, toPx } from './scale.ts'
import { trackDrag } from '../../ui/trackDrag.ts'
import type { Zoom } from './useZoom.ts'

/** By this part of what is in view, an arrow key moves the frame or one of its edges. */
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
  /** The width of what is in view, in px. */
  readonly widthPx: number
  readonly map: RefObject<HTMLElement | null>
  readonly scroller: RefObject<HTMLElement | null>
  readonly zoom: Zoom
  /** A click at this place of the window. */
  readonly onClick: (clientX: number) => void
}

/** The frame of what is in view, on the minimap: dragging it or arrow keys scroll, and its edges zoom. */
export function OverviewFrame(props: OverviewFrameProps) {
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
