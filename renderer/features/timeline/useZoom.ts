import { useCallback, useEffect, useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { Layout } from '../../../shared/story/layout.ts'
import { clampZoom, toMs, toPx } from './scale.ts'

/** A turn of the wheel by 100 px zooms by about a quarter. */
const WHEEL_FACTOR = 1.0023

/**
 * Zooming and scrolling by wheel. What is under the pointer stays under it, and from the keyboard and the slider the
 * playhead stays where it is, or the middle where that is out of view.
 */
export function useZoom(options: {
  scroller: RefObject<HTMLElement | null>
  layout: Layout
  pxPerSecond: number
  playheadMs: () => number
  onChange: (pxPerSecond: number) => void
}): (pxPerSecond: number, anchorX?: number) => void {
  const { scroller, layout, pxPerSecond, playheadMs, onChange } = options
  /** The time that stays where it is on screen, until the new scale is drawn. */
  const anchor = useRef<{ timeMs: number; x: number } | null>(null)

  const zoomTo = useCallback(
    (wanted: number, anchorX?: number) => {
      const element = scroller.current
      const next = clampZoom(wanted, layout)
      if (element === null || next === pxPerSecond) return
      const playheadX = toPx(playheadMs(), pxPerSecond) - element.scrollLeft
      const isPlayheadSeen = playheadX >= 0 && playheadX <= element.clientWidth
      const x = anchorX ?? (isPlayheadSeen ? playheadX : element.clientWidth / 2)
      anchor.current = { x, timeMs: toMs(element.scrollLeft + x, pxPerSecond) }
      onChange(next)
    },
    [scroller, layout, pxPerSecond, playheadMs, onChange],
  )

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null || anchor.current === null) return
    element.scrollTo({ left: toPx(anchor.current.timeMs, pxPerSecond) - anchor.current.x })
    anchor.current = null
  }, [scroller, pxPerSecond])

  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const onWheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault()
        zoomTo(
          pxPerSecond * WHEEL_FACTOR ** -event.deltaY,
          event.clientX - element.getBoundingClientRect().left,
        )
      } else if (!event.shiftKey && event.deltaX === 0) {
        // There is nothing to scroll up and down here: a plain wheel goes along the time.
        event.preventDefault()
        element.scrollBy({ left: event.deltaY })
      }
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [scroller, zoomTo, pxPerSecond])

  return zoomTo
}
