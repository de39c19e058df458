import { useEffect, useState } from 'react'
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
  const fromPx = view.step * STEP_PX - BEYOND_PX
  return { fromPx, toPx: (view.step + 1) * STEP_PX + view.widthPx + BEYOND_PX, widthPx: view.widthPx }
}
