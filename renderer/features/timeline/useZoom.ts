import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { blockNumber } from '../../../shared/story/selectors.ts'
import type { StoryId } from '../../../shared/story/records.ts'
import { useApp } from '../../hooks/app.ts'
import { useEditor, useSession } from '../../hooks/session.ts'
import { clampZoom, fittingPxPerSecond, LEFT_PAD_PX, toMs, toPx } from './scale.ts'
import type { View } from './lanes.ts'

/** The factor per px: 100 px of the wheel zoom by about a quarter. */
const WHEEL_FACTOR = 1.0023
/** The factor of a zoom button or key. */
export const ZOOM_STEP = 1.5

export interface Zoom {
  /** Changes the scale. The time at `anchorX` in the view stays there; by default the playhead, or the middle if that is out of view. */
  readonly to: (pxPerSecond: number, anchorX?: number) => void
  /** Fills the view with the time from `fromMs` to `untilMs`. */
  readonly show: (fromMs: number, untilMs: number) => void
  /** Shows a range of the story, with some space around it. */
  readonly fit: (startMs: number, endMs: number) => void
}

/** Zooming and scrolling by wheel, buttons and commands. */
export function useZoom(options: {
  readonly scroller: RefObject<HTMLElement | null>
  readonly view: Pick<View, 'story' | 'layout' | 'pxPerSecond'>
  readonly onChange: (pxPerSecond: number) => void
  /** Called with the px that the view will begin at, when the scale changes. */
  readonly moveTo: (leftPx: number) => void
}): Zoom {
  const { scroller, view, onChange, moveTo } = options
  const { pxPerSecond } = view
  const session = useSession()
  const latest = useRef(view)
  /** The time that keeps its place on screen until the new scale is drawn. */
  const anchor = useRef<{ timeMs: number; x: number } | null>(null)
  useLayoutEffect(() => {
    latest.current = view
    const element = scroller.current
    if (element === null || anchor.current === null) return
    element.scrollTo({
      left: toPx(anchor.current.timeMs, pxPerSecond) - anchor.current.x,
      behavior: 'instant',
    })
    anchor.current = null
  }, [scroller, view, pxPerSecond])

  /** Changes the scale. The time `timeMs` is then drawn at `x` of the view. */
  const change = useCallback(
    (next: number, timeMs: number, x: number) => {
      anchor.current = { timeMs, x }
      onChange(next)
      moveTo(toPx(timeMs, next) - x)
    },
    [onChange, moveTo],
  )
  const to = useCallback(
    (wanted: number, anchorX?: number) => {
      const element = scroller.current
      const { layout, pxPerSecond: now } = latest.current
      if (element === null) return
      const next = clampZoom(wanted, layout, element.clientWidth)
      if (next === now) return
      const playheadX = toPx(session.player.positionMs(), now) - element.scrollLeft
      const isPlayheadSeen = playheadX >= 0 && playheadX <= element.clientWidth
      const x = anchorX ?? (isPlayheadSeen ? playheadX : element.clientWidth / 2)
      change(next, toMs(element.scrollLeft + x, now), x)
    },
    [scroller, session, change],
  )
  /** Shows a range at a scale, with its start at `x`; a range that is too short even for the largest scale is centred. */
  const place = useCallback(
    (fromMs: number, untilMs: number, wanted: number, x: number) => {
      const element = scroller.current
      if (element === null) return
      const { layout, pxPerSecond: now } = latest.current
      const next = clampZoom(wanted, layout, element.clientWidth)
      const lengthPx = ((untilMs - fromMs) / 1000) * next
      const startX = next < wanted ? (element.clientWidth - lengthPx) / 2 : x
      if (next === now) element.scrollTo({ left: toPx(fromMs, now) - startX, behavior: 'instant' })
      else change(next, fromMs, startX)
    },
    [scroller, change],
  )
  const show = useCallback(
    (fromMs: number, untilMs: number) => {
      const widthPx = scroller.current?.clientWidth ?? 0
      place(fromMs, untilMs, widthPx / Math.max(0.001, (untilMs - fromMs) / 1000), 0)
    },
    [scroller, place],
  )
  const fit = useCallback(
    (startMs: number, endMs: number) => {
      place(
        startMs,
        endMs,
        fittingPxPerSecond(endMs - startMs, scroller.current?.clientWidth ?? 0),
        LEFT_PAD_PX,
      )
    },
    [scroller, place],
  )

  const wish = useEditor((state) => state.zoom)
  const granted = useRef(wish)
  useEffect(() => {
    if (wish === null || wish === granted.current) return
    granted.current = wish
    const { story, layout, pxPerSecond: now } = latest.current
    if (wish.to === 'in' || wish.to === 'out') to(wish.to === 'in' ? now * ZOOM_STEP : now / ZOOM_STEP)
    else if (wish.to === 'story') fit(0, layout.totalMs)
    else {
      const spans = session.editor
        .getState()
        .selection.flatMap((id) => layout.spans[blockNumber(story, id) - 1] ?? [])
      if (spans.length > 0)
        fit(Math.min(...spans.map(({ startMs }) => startMs)), Math.max(...spans.map(({ endMs }) => endMs)))
    }
  }, [wish, session, to, fit])

  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault()
        const { left } = element.getBoundingClientRect()
        to(latest.current.pxPerSecond * WHEEL_FACTOR ** -event.deltaY, event.clientX - left)
      } else if (!event.shiftKey && event.deltaX === 0) {
        // A plain wheel scrolls along time; with Shift, it scrolls between lanes.
        event.preventDefault()
        element.scrollBy({ left: event.deltaY, behavior: 'instant' })
      } else if (event.shiftKey) {
        event.preventDefault()
        element.scrollBy({ top: event.deltaY || event.deltaX, behavior: 'instant' })
      }
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [scroller, to])

  return { to, show, fit }
}

/** How long a scale must stay unchanged before it is saved. */
const KEEP_AFTER_MS = 300

/** Saves the scale of a story for the next time, once it has stopped changing. */
export function useKeptZoom(id: StoryId, pxPerSecond: number | null): void {
  const { zooms } = useApp()
  const waiting = useRef<number | null>(null)
  useEffect(() => {
    if (pxPerSecond === null) return undefined
    waiting.current = pxPerSecond
    const timer = setTimeout(() => {
      waiting.current = null
      zooms.keep(id, pxPerSecond)
    }, KEEP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [zooms, id, pxPerSecond])
  useEffect(
    () => () => {
      if (waiting.current !== null) zooms.keep(id, waiting.current)
    },
    [zooms, id],
  )
}
