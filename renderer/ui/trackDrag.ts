/** Follows a pointer from its press on: scrolls at the ends of a scroller, and cancels on Escape. */
import type { PointerEvent as ReactPointerEvent } from 'react'

/** The place of a dragged pointer, in px of the window, and whether Alt is held. */
export interface DragPoint {
  readonly clientX: number
  readonly clientY: number
  readonly altKey: boolean
}

interface DragSteps {
  /** The axis of automatic scrolling; horizontal by default. */
  readonly axis?: 'x' | 'y'
  /** The pointer, the state of Alt, or the content under the pointer changed. Not called before the pointer has moved by a few px. */
  readonly onMove: (point: DragPoint) => void
  /** The pointer was released; `hasMoved` is false for a click. */
  readonly onDrop: (hasMoved: boolean) => void
  /** Escape was pressed, or the system took the pointer away. */
  readonly onCancel: () => void
}

/** A press that moves less than this is a click. */
const LEAST_DRAG_PX = 3
/** The distance from the ends of the scroller at which it scrolls automatically. */
const EDGE_PX = 28
/** The fastest it scrolls, in px per frame. */
const MOST_SCROLL_PX = 24

/** Follows the pressed pointer until it is released. `scroller` is scrolled while the pointer is at one of its ends. */
export function trackDrag(event: ReactPointerEvent, scroller: HTMLElement | null, steps: DragSteps): void {
  const { pointerId, clientX: startX, clientY: startY } = event
  const ends = scroller?.getBoundingClientRect()
  const stops = new AbortController()
  const options = { capture: true, signal: stops.signal }
  let point: DragPoint = event.nativeEvent
  let hasMoved = false
  const isAcross = steps.axis !== 'y'
  const scrolledPx = () => (isAcross ? scroller?.scrollLeft : scroller?.scrollTop)
  let frame: number | null = null

  const stop = () => {
    stops.abort()
    if (frame !== null) cancelAnimationFrame(frame)
  }
  const scrollOn = () => {
    frame = null
    if (scroller === null || ends === undefined) return
    const [at, start, end] = isAcross
      ? [point.clientX, ends.left, ends.right]
      : [point.clientY, ends.top, ends.bottom]
    if (end - start < EDGE_PX * 3) return
    const beyondPx = Math.min(0, at - start - EDGE_PX) || Math.max(0, at - end + EDGE_PX)
    const byPx = Math.max(-1, Math.min(1, beyondPx / EDGE_PX)) * MOST_SCROLL_PX
    const before = scrolledPx()
    if (byPx === 0) return
    scroller.scrollBy({ [isAcross ? 'left' : 'top']: byPx, behavior: 'instant' })
    if (scrolledPx() === before) return // it is at its end: the next move of the pointer tries again
    steps.onMove(point)
    frame = requestAnimationFrame(scrollOn)
  }
  const move = () => {
    hasMoved ||= Math.hypot(point.clientX - startX, point.clientY - startY) >= LEAST_DRAG_PX
    if (!hasMoved) return
    steps.onMove(point)
    frame ??= requestAnimationFrame(scrollOn)
  }
  const onKey = (key: KeyboardEvent) => {
    if (key.key === 'Escape' && key.type === 'keydown') {
      key.preventDefault()
      key.stopPropagation()
      stop()
      steps.onCancel()
    } else if (key.key === 'Alt') {
      key.preventDefault() // some systems open a menu
      const { clientX, clientY } = point
      point = { clientX, clientY, altKey: key.type === 'keydown' }
      move()
    }
  }
  window.addEventListener('keydown', onKey, options)
  window.addEventListener('keyup', onKey, options)
  window.addEventListener(
    'pointermove',
    (moved) => {
      if (moved.pointerId !== pointerId) return
      point = moved
      move()
    },
    options,
  )
  window.addEventListener(
    'pointerup',
    (up) => {
      if (up.pointerId !== pointerId) return
      stop()
      steps.onDrop(hasMoved)
    },
    options,
  )
  window.addEventListener(
    'pointercancel',
    (cancelled) => {
      if (cancelled.pointerId !== pointerId) return
      stop()
      steps.onCancel()
    },
    options,
  )
}
