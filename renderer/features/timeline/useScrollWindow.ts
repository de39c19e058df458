import { useEffect, useState } from 'react'
import type { RefObject } from 'react'

/** The window moves in steps, so that scrolling draws anew only now and then. */
const STEP_PX = 256
/** Drawn beyond each end of what is seen, so that a step is never too late. */
const BEYOND_PX = 384

export interface ScrollWindow {
  readonly fromPx: number
  readonly toPx: number
}

/** The part of a sideways scroller that is to be drawn, in px of its content, and its width. */
export function useScrollWindow(
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
