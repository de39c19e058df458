import { useSyncExternalStore } from 'react'

/** Sizes are rounded to steps, so that a window being resized is not laid out again at every pixel. */
const STEP_PX = 20

function subscribe(listen: () => void): () => void {
  window.addEventListener('resize', listen)
  return () => window.removeEventListener('resize', listen)
}

const inSteps = (px: number) => Math.floor(px / STEP_PX) * STEP_PX

/** The width and the height of the window in CSS pixels, rounded down to steps of 20. */
export function useWindowPx(): readonly [widthPx: number, heightPx: number] {
  const widthPx = useSyncExternalStore(subscribe, () => inSteps(window.innerWidth))
  const heightPx = useSyncExternalStore(subscribe, () => inSteps(window.innerHeight))
  return [widthPx, heightPx]
}
