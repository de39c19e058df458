import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query such as `(max-width: 700px)` holds now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

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
