import { useCallback, useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** The window moves in steps, so that scrolling draws anew only now and then. */
const STEP_PX = 256
/** Drawn beyond each end of what is seen, so that a step is never too late. */
const BEYOND_PX = 192

export interface ScrollWindow {
  readonly fromPx: number
  readonly toPx: number
  /** The width of what is seen. */
  readonly widthPx: number
  /** Draws what will be seen once the scroller is at this px: with a new scale, so that the scroll that follows draws nothing anew. */
  readonly moveTo: (leftPx: number) => void
}

/** The part of a sideways scroller that is to be drawn, in px of its content, and its width. */
export function useScrollWindow(scroller: RefObject<HTMLElement | null>): ScrollWindow {
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
